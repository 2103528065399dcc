// builtin.module(linalg-generalize-named-ops,linalg-fuse-elementwise-ops,canonicalize,one-shot-bufferize{bufferize-function-boundaries},func.func(convert-linalg-to-loops),convert-scf-to-cf,expand-strided-metadata,lower-affine,convert-vector-to-llvm,convert-math-to-llvm,convert-arith-to-llvm,finalize-memref-to-llvm,convert-func-to-llvm,convert-cf-to-llvm,reconcile-unrealized-casts,canonicalize,cse)
func.func @layer(%x: tensor<16x32xf32>, %w: tensor<32x8xf32>, %b: tensor<16x8xf32>) -> tensor<16x8xf32> {
  %zero = arith.constant 0.0 : f32
  %product = linalg.matmul ins(%x, %w : tensor<16x32xf32>, tensor<32x8xf32>) outs(%b : tensor<16x8xf32>) -> tensor<16x8xf32>
  %out = tensor.empty() : tensor<16x8xf32>
  %relu = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]
    } ins(%product : tensor<16x8xf32>) outs(%out : tensor<16x8xf32>) {
  ^bb0(%in: f32, %old: f32):
    %positive = arith.maximumf %in, %zero : f32
    linalg.yield %positive : f32
  } -> tensor<16x8xf32>
  return %relu : tensor<16x8xf32>
}
