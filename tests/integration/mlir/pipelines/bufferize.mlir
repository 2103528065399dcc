// builtin.module(one-shot-bufferize{bufferize-function-boundaries},buffer-deallocation-pipeline,func.func(convert-linalg-to-loops),canonicalize,cse)
func.func @fill(%n: index, %value: f32) -> tensor<?xf32> {
  %0 = tensor.empty(%n) : tensor<?xf32>
  %1 = linalg.fill ins(%value : f32) outs(%0 : tensor<?xf32>) -> tensor<?xf32>
  %c0 = arith.constant 0 : index
  %2 = tensor.insert %value into %1[%c0] : tensor<?xf32>
  return %2 : tensor<?xf32>
}
func.func @slice(%t: tensor<16xf32>) -> tensor<4xf32> {
  %0 = tensor.extract_slice %t[4] [4] [1] : tensor<16xf32> to tensor<4xf32>
  return %0 : tensor<4xf32>
}
