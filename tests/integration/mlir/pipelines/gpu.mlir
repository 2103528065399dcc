// builtin.module(gpu-kernel-outlining,gpu.module(convert-gpu-to-nvvm),canonicalize,cse)
func.func @scale(%data: memref<128xf32>, %factor: f32) {
  %one = arith.constant 1 : index
  %many = arith.constant 128 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one) threads(%tx, %ty, %tz) in (%sx = %many, %sy = %one, %sz = %one) {
    %old = memref.load %data[%tx] : memref<128xf32>
    %new = arith.mulf %old, %factor : f32
    memref.store %new, %data[%tx] : memref<128xf32>
    gpu.terminator
  }
  return
}
