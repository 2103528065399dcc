// One row of a picture: a wave that moves with the number of the frame. Try another frequency, or math.cos.
func.func @wave(%row: memref<?xf32>, %frame: f32) attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %frequency = arith.constant 0.3 : f32
  %size = memref.dim %row, %zero : memref<?xf32>
  scf.for %i = %zero to %size step %one {
    %integer = arith.index_cast %i : index to i32
    %x = arith.sitofp %integer : i32 to f32
    %moved = arith.addf %x, %frame : f32
    %angle = arith.mulf %moved, %frequency : f32
    %height = math.sin %angle : f32
    memref.store %height, %row[%i] : memref<?xf32>
  }
  return
}
