"""Phases: labels that reach as far as their block, and no further."""

from __future__ import annotations

import asyncio
import contextvars
import gc
import threading
from collections.abc import AsyncGenerator, Generator
from concurrent.futures import ThreadPoolExecutor

import pytest

from passevents import current_pass_phase, pass_phase


def test_there_is_no_phase_to_begin_with() -> None:
    assert current_pass_phase() is None


def test_the_innermost_block_counts_and_none_clears() -> None:
    seen = []
    with pass_phase("outer"):
        seen.append(current_pass_phase())
        with pass_phase("inner"):
            seen.append(current_pass_phase())
        with pass_phase(None):
            seen.append(current_pass_phase())
        seen.append(current_pass_phase())
    assert seen == ["outer", "inner", None, "outer"]


def test_a_phase_ends_with_an_exception() -> None:
    with pytest.raises(ValueError), pass_phase("lower"):
        raise ValueError
    assert current_pass_phase() is None


def test_a_phase_is_a_decorator_too() -> None:
    @pass_phase("lower")
    def compile_it(depth: int) -> list[str | None]:
        return [current_pass_phase(), *(compile_it(depth - 1) if depth else [])]

    assert compile_it(1) == ["lower", "lower"]
    assert current_pass_phase() is None


def test_labels_are_text() -> None:
    with pass_phase(3):  # type: ignore[arg-type]
        assert current_pass_phase() == "3"


def steps(*names: str) -> Generator[str | None]:
    if not names:
        yield current_pass_phase()
    else:
        with pass_phase(names[0]):
            yield from steps(*names[1:])


def test_a_generator_closed_in_another_context_ends_its_phase_everywhere() -> None:
    with pass_phase("around"):
        generator = steps("lower")
        next(generator)
        contextvars.copy_context().run(generator.close)
        assert current_pass_phase() == "around"
    assert current_pass_phase() is None


def test_nested_phases_of_such_a_generator_all_end() -> None:
    generator = steps("outer", "middle", "inner")
    next(generator)
    contextvars.copy_context().run(generator.close)
    assert current_pass_phase() is None


def test_closing_a_generator_elsewhere_leaves_the_phase_there_alone() -> None:
    generator = steps("lower")
    next(generator)

    def close_it() -> str | None:
        with pass_phase("elsewhere"):
            generator.close()
            return current_pass_phase()

    assert contextvars.Context().run(close_it) == "elsewhere"
    assert current_pass_phase() is None


def test_phases_opened_after_such_a_generators_end_as_they_should() -> None:
    generator = steps("lower")
    next(generator)
    with pass_phase("later"):
        contextvars.copy_context().run(generator.close)
        assert current_pass_phase() == "later"
    assert current_pass_phase() is None


def test_abandoned_phases_do_not_pile_up() -> None:
    def count() -> int:
        gc.collect()
        return sum(type(each).__name__ == "PhaseScope" for each in gc.get_objects())

    before = count()
    with pass_phase("around"):
        for _ in range(50):
            generator = steps("lower", "inner")
            next(generator)
            contextvars.Context().run(generator.close)
        assert count() - before < 10


def test_an_async_generator_left_to_the_event_loop_ends_its_phase() -> None:
    async def steps() -> AsyncGenerator[None]:
        with pass_phase("lower"):
            yield

    async def main() -> str | None:
        generator = steps()
        await asyncio.create_task(anext(generator))  # type: ignore[arg-type]
        await asyncio.create_task(generator.aclose())  # type: ignore[arg-type]
        return current_pass_phase()

    assert asyncio.run(main()) is None


def test_a_task_keeps_the_phase_that_it_was_made_in() -> None:
    async def later(release: asyncio.Event) -> str | None:
        await release.wait()
        return current_pass_phase()

    async def main() -> tuple[str | None, str | None]:
        release = asyncio.Event()
        with pass_phase("lower"):
            task = asyncio.create_task(later(release))
            await asyncio.sleep(0)
        release.set()
        return await task, current_pass_phase()

    assert asyncio.run(main()) == ("lower", None)


def test_an_executors_thread_has_no_phase_unless_it_is_given_the_context() -> None:
    with pass_phase("lower"), ThreadPoolExecutor(1) as pool:
        context = contextvars.copy_context()
        assert pool.submit(context.run, current_pass_phase).result() == "lower"
        assert pool.submit(contextvars.Context().run, current_pass_phase).result() is None


def test_threads_have_phases_of_their_own() -> None:
    barrier = threading.Barrier(2)

    def label(name: str) -> str | None:
        with pass_phase(name):
            barrier.wait()
            return current_pass_phase()

    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(label, ["one", "two"])) == ["one", "two"]
