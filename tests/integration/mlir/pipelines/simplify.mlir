// builtin.module(func.func(canonicalize,cse,sccp),canonicalize,symbol-dce,func.func(loop-invariant-code-motion,control-flow-sink))
func.func @constant(%flag: i1) -> i32 {
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %true = arith.constant true
  %0 = scf.if %true -> i32 {
    %sum = arith.addi %c1, %c2 : i32
    scf.yield %sum : i32
  } else {
    scf.yield %c1 : i32
  }
  return %0 : i32
}
func.func private @unused() {
  return
}
func.func @loop(%n: index, %a: memref<?xi32>, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %square = arith.muli %x, %x : i32
    %again = arith.muli %x, %x : i32
    %sum = arith.addi %square, %again : i32
    memref.store %sum, %a[%i] : memref<?xi32>
  }
  return
}
