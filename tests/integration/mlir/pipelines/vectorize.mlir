// builtin.module(func.func(affine-super-vectorize{virtual-vector-size=8},lower-affine,canonicalize),convert-vector-to-scf,convert-scf-to-cf,canonicalize,cse)
func.func @add(%a: memref<256xf32>, %b: memref<256xf32>, %c: memref<256xf32>) {
  affine.for %i = 0 to 256 {
    %left = affine.load %a[%i] : memref<256xf32>
    %right = affine.load %b[%i] : memref<256xf32>
    %sum = arith.addf %left, %right : f32
    affine.store %sum, %c[%i] : memref<256xf32>
  }
  return
}
