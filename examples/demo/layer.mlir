func.func @layer(%input: tensor<32x64xf32>, %weights: tensor<64x16xf32>, %bias: tensor<16xf32>) -> tensor<32x16xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<32x16xf32>
  %filled = linalg.fill ins(%zero : f32) outs(%empty : tensor<32x16xf32>) -> tensor<32x16xf32>
  %product = linalg.matmul
    ins(%input, %weights : tensor<32x64xf32>, tensor<64x16xf32>)
    outs(%filled : tensor<32x16xf32>) -> tensor<32x16xf32>
  %biased = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%product, %bias : tensor<32x16xf32>, tensor<16xf32>) outs(%empty : tensor<32x16xf32>) {
    ^bb0(%value: f32, %offset: f32, %out: f32):
      %sum = arith.addf %value, %offset : f32
      linalg.yield %sum : f32
  } -> tensor<32x16xf32>
  %activated = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%biased : tensor<32x16xf32>) outs(%empty : tensor<32x16xf32>) {
    ^bb0(%value: f32, %out: f32):
      %positive = arith.maximumf %value, %zero : f32
      linalg.yield %positive : f32
  } -> tensor<32x16xf32>
  return %activated : tensor<32x16xf32>
}
