func.func @f0(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 0 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f1(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f2(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 2 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f3(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 3 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f4(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 4 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f5(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 5 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f6(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 6 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f7(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 7 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f8(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 8 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f9(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 9 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f10(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 10 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f11(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 11 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f12(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 12 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f13(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 13 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f14(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 14 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f15(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 15 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f16(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 16 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f17(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 17 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f18(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 18 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f19(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 19 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f20(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 20 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f21(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 21 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f22(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 22 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f23(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 23 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f24(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 24 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f25(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 25 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f26(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 26 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f27(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 27 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f28(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 28 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f29(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 29 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f30(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 30 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f31(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 31 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f32(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 32 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f33(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 33 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f34(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 34 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f35(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 35 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f36(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 36 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f37(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 37 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f38(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 38 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f39(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 39 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f40(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 40 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f41(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 41 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f42(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 42 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f43(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 43 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f44(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 44 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f45(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 45 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f46(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 46 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f47(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 47 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f48(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 48 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f49(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 49 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f50(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 50 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f51(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 51 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f52(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 52 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f53(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 53 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f54(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 54 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f55(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 55 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f56(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 56 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f57(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 57 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f58(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 58 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f59(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 59 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f60(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 60 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f61(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 61 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f62(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 62 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f63(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 63 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f64(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 64 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f65(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 65 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f66(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 66 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f67(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 67 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f68(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 68 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f69(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 69 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f70(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 70 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f71(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 71 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f72(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 72 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f73(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 73 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f74(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 74 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f75(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 75 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f76(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 76 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f77(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 77 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f78(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 78 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f79(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 79 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f80(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 80 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f81(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 81 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f82(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 82 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f83(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 83 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f84(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 84 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f85(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 85 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f86(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 86 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f87(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 87 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f88(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 88 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f89(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 89 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f90(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 90 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f91(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 91 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f92(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 92 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f93(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 93 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f94(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 94 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f95(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 95 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f96(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 96 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f97(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 97 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f98(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 98 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f99(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 99 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f100(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 100 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f101(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 101 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f102(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 102 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f103(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 103 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f104(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 104 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f105(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 105 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f106(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 106 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f107(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 107 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f108(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 108 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f109(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 109 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f110(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 110 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f111(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 111 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f112(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 112 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f113(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 113 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f114(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 114 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f115(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 115 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f116(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 116 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f117(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 117 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f118(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 118 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f119(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 119 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f120(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 120 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f121(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 121 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f122(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 122 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f123(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 123 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f124(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 124 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f125(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 125 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f126(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 126 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f127(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 127 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f128(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 128 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f129(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 129 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f130(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 130 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f131(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 131 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f132(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 132 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f133(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 133 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f134(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 134 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f135(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 135 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f136(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 136 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f137(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 137 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f138(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 138 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f139(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 139 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f140(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 140 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f141(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 141 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f142(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 142 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f143(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 143 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f144(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 144 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f145(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 145 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f146(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 146 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f147(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 147 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f148(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 148 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f149(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 149 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f150(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 150 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f151(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 151 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f152(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 152 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f153(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 153 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f154(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 154 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f155(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 155 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f156(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 156 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f157(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 157 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f158(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 158 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f159(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 159 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f160(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 160 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f161(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 161 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f162(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 162 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f163(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 163 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f164(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 164 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f165(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 165 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f166(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 166 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f167(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 167 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f168(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 168 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f169(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 169 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f170(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 170 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f171(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 171 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f172(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 172 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f173(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 173 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f174(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 174 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f175(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 175 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f176(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 176 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f177(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 177 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f178(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 178 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f179(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 179 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f180(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 180 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f181(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 181 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f182(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 182 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f183(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 183 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f184(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 184 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f185(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 185 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f186(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 186 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f187(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 187 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f188(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 188 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f189(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 189 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f190(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 190 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f191(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 191 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f192(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 192 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f193(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 193 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f194(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 194 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f195(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 195 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f196(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 196 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f197(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 197 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f198(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 198 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f199(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 199 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f200(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 200 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f201(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 201 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f202(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 202 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f203(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 203 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f204(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 204 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f205(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 205 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f206(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 206 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f207(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 207 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f208(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 208 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f209(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 209 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f210(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 210 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f211(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 211 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f212(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 212 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f213(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 213 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f214(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 214 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f215(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 215 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f216(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 216 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f217(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 217 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f218(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 218 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f219(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 219 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f220(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 220 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f221(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 221 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f222(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 222 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f223(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 223 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f224(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 224 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f225(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 225 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f226(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 226 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f227(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 227 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f228(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 228 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f229(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 229 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f230(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 230 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f231(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 231 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f232(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 232 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f233(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 233 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f234(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 234 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f235(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 235 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f236(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 236 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f237(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 237 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f238(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 238 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f239(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 239 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f240(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 240 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f241(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 241 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f242(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 242 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f243(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 243 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f244(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 244 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f245(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 245 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f246(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 246 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f247(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 247 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f248(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 248 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f249(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 249 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f250(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 250 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f251(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 251 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f252(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 252 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f253(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 253 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f254(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 254 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f255(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 255 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f256(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 256 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f257(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 257 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f258(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 258 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f259(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 259 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f260(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 260 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f261(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 261 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f262(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 262 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f263(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 263 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f264(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 264 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f265(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 265 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f266(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 266 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f267(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 267 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f268(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 268 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f269(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 269 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f270(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 270 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f271(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 271 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f272(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 272 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f273(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 273 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f274(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 274 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f275(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 275 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f276(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 276 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f277(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 277 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f278(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 278 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f279(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 279 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f280(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 280 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f281(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 281 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f282(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 282 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f283(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 283 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f284(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 284 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f285(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 285 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f286(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 286 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f287(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 287 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f288(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 288 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f289(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 289 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f290(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 290 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f291(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 291 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f292(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 292 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f293(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 293 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f294(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 294 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f295(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 295 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f296(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 296 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f297(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 297 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f298(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 298 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f299(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 299 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f300(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 300 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f301(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 301 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f302(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 302 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f303(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 303 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f304(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 304 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f305(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 305 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f306(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 306 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f307(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 307 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f308(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 308 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f309(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 309 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f310(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 310 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f311(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 311 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f312(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 312 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f313(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 313 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f314(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 314 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f315(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 315 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f316(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 316 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f317(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 317 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f318(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 318 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f319(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 319 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f320(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 320 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f321(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 321 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f322(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 322 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f323(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 323 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f324(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 324 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f325(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 325 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f326(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 326 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f327(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 327 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f328(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 328 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f329(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 329 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f330(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 330 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f331(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 331 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f332(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 332 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f333(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 333 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f334(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 334 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f335(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 335 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f336(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 336 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f337(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 337 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f338(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 338 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f339(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 339 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f340(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 340 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f341(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 341 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f342(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 342 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f343(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 343 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f344(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 344 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f345(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 345 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f346(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 346 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f347(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 347 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f348(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 348 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f349(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 349 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f350(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 350 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f351(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 351 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f352(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 352 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f353(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 353 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f354(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 354 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f355(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 355 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f356(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 356 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f357(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 357 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f358(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 358 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f359(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 359 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f360(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 360 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f361(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 361 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f362(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 362 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f363(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 363 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f364(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 364 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f365(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 365 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f366(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 366 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f367(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 367 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f368(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 368 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f369(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 369 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f370(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 370 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f371(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 371 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f372(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 372 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f373(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 373 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f374(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 374 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f375(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 375 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f376(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 376 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f377(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 377 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f378(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 378 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f379(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 379 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f380(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 380 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f381(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 381 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f382(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 382 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f383(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 383 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f384(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 384 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f385(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 385 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f386(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 386 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f387(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 387 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f388(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 388 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f389(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 389 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f390(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 390 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f391(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 391 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f392(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 392 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f393(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 393 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f394(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 394 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f395(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 395 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f396(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 396 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f397(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 397 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f398(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 398 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f399(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 399 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f400(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 400 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f401(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 401 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f402(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 402 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f403(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 403 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f404(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 404 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f405(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 405 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f406(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 406 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f407(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 407 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f408(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 408 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f409(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 409 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f410(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 410 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f411(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 411 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f412(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 412 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f413(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 413 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f414(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 414 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f415(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 415 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f416(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 416 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f417(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 417 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f418(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 418 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f419(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 419 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f420(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 420 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f421(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 421 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f422(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 422 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f423(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 423 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f424(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 424 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f425(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 425 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f426(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 426 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f427(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 427 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f428(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 428 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f429(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 429 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f430(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 430 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f431(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 431 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f432(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 432 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f433(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 433 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f434(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 434 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f435(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 435 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f436(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 436 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f437(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 437 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f438(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 438 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f439(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 439 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f440(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 440 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f441(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 441 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f442(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 442 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f443(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 443 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f444(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 444 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f445(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 445 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f446(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 446 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f447(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 447 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f448(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 448 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f449(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 449 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f450(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 450 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f451(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 451 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f452(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 452 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f453(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 453 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f454(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 454 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f455(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 455 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f456(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 456 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f457(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 457 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f458(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 458 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f459(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 459 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f460(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 460 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f461(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 461 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f462(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 462 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f463(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 463 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f464(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 464 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f465(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 465 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f466(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 466 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f467(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 467 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f468(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 468 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f469(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 469 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f470(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 470 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f471(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 471 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f472(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 472 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f473(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 473 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f474(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 474 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f475(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 475 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f476(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 476 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f477(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 477 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f478(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 478 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f479(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 479 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f480(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 480 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f481(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 481 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f482(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 482 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f483(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 483 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f484(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 484 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f485(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 485 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f486(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 486 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f487(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 487 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f488(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 488 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f489(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 489 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f490(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 490 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f491(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 491 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f492(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 492 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f493(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 493 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f494(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 494 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f495(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 495 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f496(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 496 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f497(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 497 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f498(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 498 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @f499(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 499 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}