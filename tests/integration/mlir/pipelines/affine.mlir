// builtin.module(func.func(affine-loop-tile{tile-size=8},affine-loop-unroll{unroll-factor=4},affine-scalrep,lower-affine,canonicalize,cse),convert-scf-to-cf,canonicalize)
func.func @transpose(%a: memref<32x32xf32>, %b: memref<32x32xf32>) {
  affine.for %i = 0 to 32 {
    affine.for %j = 0 to 32 {
      %value = affine.load %a[%i, %j] : memref<32x32xf32>
      affine.store %value, %b[%j, %i] : memref<32x32xf32>
    }
  }
  return
}
func.func @sum(%a: memref<32xf32>, %out: memref<1xf32>) {
  %zero = arith.constant 0.0 : f32
  %total = affine.for %i = 0 to 32 iter_args(%sum = %zero) -> f32 {
    %value = affine.load %a[%i] : memref<32xf32>
    %next = arith.addf %sum, %value : f32
    affine.yield %next : f32
  }
  affine.store %total, %out[0] : memref<1xf32>
  return
}
