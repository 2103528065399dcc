// builtin.module(sparsifier)
#row = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed)}>
func.func @multiply(%a: tensor<8x8xf64, #row>, %x: tensor<8xf64>, %y: tensor<8xf64>) -> tensor<8xf64> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>],
      iterator_types = ["parallel", "reduction"]
    } ins(%a, %x : tensor<8x8xf64, #row>, tensor<8xf64>) outs(%y : tensor<8xf64>) {
  ^bb0(%left: f64, %right: f64, %sum: f64):
    %product = arith.mulf %left, %right : f64
    %next = arith.addf %sum, %product : f64
    linalg.yield %next : f64
  } -> tensor<8xf64>
  return %0 : tensor<8xf64>
}
