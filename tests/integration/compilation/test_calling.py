"""Calling compiled functions: what goes in, what comes out, what is refused, how long the code lives."""

import ctypes
import gc
import threading

import numpy as np
import pytest

from passevents.adapters.compilation import CompilationRuntime
from passevents.errors import CompileError

COLUMN = np.zeros((3, 1), np.float32)


def test_numbers_go_in_and_come_out(loaded):
    assert loaded["add"](3, 4) == 7
    assert loaded["add"](2**31 - 1, -(2**31)) == -1
    assert loaded["two"](7, 2.5) == (2.5, 7)
    assert loaded["plain"](1, 1.5) == 1.5


def test_numbers_of_ctypes_and_numpy_go_in(loaded):
    assert loaded["add"](ctypes.c_int32(3), np.int64(4)) == 7
    assert loaded["two"](np.int8(7), ctypes.c_double(2.5)) == (2.5, 7)


def test_truth_values_of_numpy_and_extremes_go_in(runtime, lowering):
    source = """func.func @both(%a: i1, %b: f32) -> (i1, f32) attributes {llvm.emit_c_interface} {
      return %a, %b : i1, f32
    }"""
    both = runtime.jit(runtime.compile(source, lowering))["both"]
    assert both(np.True_, np.float16(0.5)) == (True, 0.5)
    assert (False, float("inf")) == both(0, float("inf"))
    for wrong, message in [((2, 0.0), "2 does not fit i1"), ((1, 1e300), r"1e\+300 does not fit f32")]:
        with pytest.raises(OverflowError, match=message):
            both(*wrong)
    with pytest.raises(TypeError, match="'str' object is no number"):
        both(1, "1")


def test_an_llvm_pointer_gets_the_address_of_the_array(runtime, lowering):
    source = """func.func @first(%p: !llvm.ptr) -> i32 attributes {llvm.emit_c_interface} {
      %0 = llvm.load %p : !llvm.ptr -> i32
      return %0 : i32
    }"""
    first = runtime.jit(runtime.compile(source, lowering))["first"]
    assert first(np.array([7, 8], np.int32)) == 7
    assert first((ctypes.c_int32 * 2)(9, 8)) == 9
    assert first(ctypes.pointer(ctypes.c_int32(5))) == 5


def test_a_pointer_to_a_number_is_not_taken_for_a_descriptor(loaded):
    with pytest.raises(TypeError, match="argument 0: expected an array, or a pointer to a memref descriptor"):
        loaded["scale"](ctypes.pointer(ctypes.c_float(1)), 2.0)


def test_arrays_are_changed_in_place(loaded):
    array = np.arange(5, dtype=np.float32)
    assert loaded["scale"](array, 2.0) is None
    assert array.tolist() == [0, 2, 4, 6, 8]
    loaded["scale"](np.empty(0, dtype=np.float32), 2.0)


def test_a_strided_view_goes_where_the_type_allows_it(loaded):
    array = np.arange(24, dtype=np.float64).reshape(4, 6)[::2, ::2]
    assert array[0, 2] == loaded["corner"](array)


WRONG = {
    "takes 2 arguments, got 1": lambda f: f["add"](1),
    r"argument 0: 1099511627776 does not fit i32": lambda f: f["add"](2**40, 1),
    "argument 1: 'str' object cannot": lambda f: f["add"](1, "2"),
    "argument 0: 'float' object cannot": lambda f: f["add"](1.5, 2),
    "argument 0: expected elements of f32, got an array of f8": lambda f: f["scale"](np.zeros(3), 1.0),
    r"argument 0: expected an array of shape \?, got 3x1": lambda f: f["scale"](
        np.zeros((3, 1), np.float32), 1.0
    ),
    "argument 0: expected an array of shape 2x3, got 3x2": lambda f: f["corner"](np.zeros((3, 2))),
    "argument 0: expected a C-contiguous array": lambda f: f["scale"](np.zeros(6, np.float32)[::2], 1.0),
    "argument 0: expected an array, got list": lambda f: f["scale"]([1.0], 1.0),
    "argument 0: the array is read-only": lambda f: f["scale"](np.broadcast_to(np.float32(1), 3), 1.0),
    "argument 0: expected native byte order": lambda f: f["scale"](np.zeros(3, ">f4"), 1.0),
}


@pytest.mark.parametrize("message", WRONG)
def test_an_argument_that_does_not_fit_is_refused_before_the_call(runtime, artifact, message):
    """A wrong rank or element type would read foreign memory."""
    with pytest.raises((TypeError, ValueError, OverflowError), match=message):
        WRONG[message](runtime.jit(artifact))


def test_a_name_that_is_not_there_gets_a_suggestion(loaded):
    with pytest.raises(CompileError, match="did you mean 'scale'"):
        loaded.function("scael")
    with pytest.raises(KeyError):
        loaded["nothing"]
    assert {"add", "two", "plain", "scale", "corner"} == set(loaded)


def test_a_function_outlives_everything_it_came_from(kernels, lowering):
    runtime = CompilationRuntime()
    add = runtime.jit(runtime.compile(kernels, lowering))["add"]
    del runtime
    gc.collect()
    assert add(1, 2) == 3
    assert add.address != 0


def test_a_function_returning_a_memref_is_refused(runtime, lowering):
    source = """func.func @f(%m: memref<4xf32>) -> memref<4xf32> attributes {llvm.emit_c_interface} {
      return %m : memref<4xf32> }"""
    with pytest.raises(CompileError, match="buffer-results-to-out-params"):
        runtime.jit(runtime.compile(source, lowering)).function("f")


def test_calls_from_many_threads(loaded):
    errors = []

    def work(number):
        array = np.full(1000, number, dtype=np.float32)
        for _ in range(50):
            loaded["scale"](array, 1.0)
        if not (array == number).all():
            errors.append(number)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
