// builtin.module(inline,canonicalize,cse,symbol-dce)
func.func private @square(%x: i32) -> i32 {
  %0 = arith.muli %x, %x : i32
  return %0 : i32
}
func.func private @fourth(%x: i32) -> i32 {
  %0 = call @square(%x) : (i32) -> i32
  %1 = call @square(%0) : (i32) -> i32
  return %1 : i32
}
func.func @use(%x: i32, %y: i32) -> i32 {
  %0 = call @fourth(%x) : (i32) -> i32
  %1 = call @fourth(%y) : (i32) -> i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
