"""What may be passed where a memref is expected: memory that is what the code takes it for, and no other."""

import array
import ctypes

import numpy as np
import pytest

from passevents.adapters.compilation.arrays import MemrefType, descriptor, memref_type


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("memref<f32>", MemrefType((), "f32")),
        ("memref<2x?xcomplex<f32>>", MemrefType((2, None), "complex<f32>")),
        ("memref<?x4xf32, strided<[?, 1], offset: ?>>", MemrefType((None, 4), "f32", (None, 1), None)),
        ("memref<4xf32, strided<[2], offset: 3>, 1>", MemrefType((4,), "f32", (2,), 3)),
        ("memref<4xf32, strided<[2]>>", MemrefType((4,), "f32", (2,))),
        ("memref<*xf32>", None),
        ("tensor<4xf32>", None),
    ],
)
def test_a_memref_type_is_read_with_its_layout(text, expected):
    assert expected == memref_type(text)


WRONG_MATRIX = np.zeros((4, 8), np.float32)
WRONG = [
    ("memref<?x?xf32, strided<[?, 1]>>", WRONG_MATRIX[:, ::2], "expected strides of .x1 elements, got 8x2"),
    ("memref<4x4xf32, strided<[8, 1]>>", np.zeros((4, 4), np.float32), "expected strides of 8x1 .*, got 4x1"),
    ("memref<?x?xf32>", WRONG_MATRIX.T, "expected a C-contiguous array"),
    ("memref<?xi4>", np.zeros(4, np.int8), "no array is known to have elements of i4"),
    ("memref<?xvector<4xf32>>", np.zeros(4, np.float32), "no array is known to have elements of vector"),
    ("memref<4xf32, affine_map<(d0) -> (d0 * 2)>>", np.zeros(4, np.float32), "layout affine_map"),
    ("memref<f32>", np.frombuffer(bytearray(9), np.uint8)[1:5].view(np.float32).reshape(()), "not aligned"),
    ("memref<?xf32>", (ctypes.c_int32 * 4)(), "expected elements of f32, got an array of i4"),
    ("memref<?xf32>", b"1234", "the array is read-only"),
    ("memref<?xf32>", memoryview(array.array("f", range(8)))[::2], "expected a C-contiguous buffer"),
    ("memref<?xf32>", [1.0], "expected an array, got list"),
]


@pytest.mark.parametrize(("text", "value", "message"), WRONG)
def test_what_the_code_would_take_for_something_else_is_refused(text, value, message):
    with pytest.raises((TypeError, ValueError), match=message):
        descriptor(value, memref_type(text))


@pytest.mark.parametrize(
    "value",
    [
        (ctypes.c_float * 6)(),
        array.array("f", [0] * 6),
        memoryview(bytearray(24)).cast("f"),
        np.zeros(6, "f4"),
    ],
    ids=["ctypes", "array", "memoryview", "numpy"],
)
def test_every_kind_of_array_is_passed_by_reference(value):
    made = descriptor(value, memref_type("memref<?xf32>"))
    assert (list(made.sizes), list(made.strides), made.offset) == ([6], [1], 0)
    ctypes.c_float.from_address(made.aligned).value = 2.5
    assert value[0] == 2.5


def test_a_dimension_of_one_element_may_have_any_stride():
    column = np.zeros((1, 8), np.float32)[:, ::8]
    descriptor(column, memref_type("memref<1x1xf32, strided<[7, 3]>>"))


def test_code_for_a_static_offset_begins_at_the_first_element():
    values = np.arange(4, dtype=np.float32)
    made = descriptor(values, memref_type("memref<4xf32, strided<[1], offset: 3>>"))
    assert ctypes.c_float.from_address(made.aligned + 4 * made.offset).value == values[0]
    assert made.offset == 3
