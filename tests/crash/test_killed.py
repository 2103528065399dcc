"""A recording process that dies: everything up to its last event is on record, by whatever it died."""

from __future__ import annotations

import signal
import struct
from pathlib import Path

import pytest

from .programs import left_behind, run_program, shape, start

THREADS = 4

# Each thread counts, in a file shared with the test, the passes that it has finished.
WRITERS = f"""
    progress = mmap.mmap(os.open(runs + ".progress", os.O_RDWR), {THREADS} * 8)
    run = create_run(runs)

    def work(index):
        instrument = run.instrument()
        for count in range(1, 10**9):
            nest(instrument, "outer of %d" % index, "inner of %d" % index)
            struct.pack_into("q", progress, index * 8, count)

    for index in range({THREADS}):
        threading.Thread(target=work, args=(index,), daemon=True).start()
    while min(struct.unpack_from("{THREADS}q", progress)) < 300:
        time.sleep(0.001)
    run.span("never left").__enter__()
"""

DEATHS = {
    signal.SIGKILL: "print('ready', flush=True); time.sleep(100)",
    signal.SIGSEGV: "ctypes.string_at(0)",
    signal.SIGABRT: "os.abort()",
}


@pytest.mark.parametrize("death", DEATHS)
def test_every_pass_that_had_ended_is_there_and_none_is_torn(tmp_path: Path, death: signal.Signals) -> None:
    progress = tmp_path / "runs.progress"
    progress.write_bytes(bytes(8 * THREADS))
    with start(f"{WRITERS}\n    {DEATHS[death]}\n", tmp_path / "runs") as process:
        if death is signal.SIGKILL:
            assert process.stdout is not None
            process.stdout.readline()
            process.kill()
    assert process.returncode == -death
    (data,) = left_behind(tmp_path / "runs")
    counted = struct.unpack(f"{THREADS}q", progress.read_bytes())
    events = shape(data)
    for index in range(THREADS):
        names = [f"outer of {index}", f"inner of {index}"]
        ended = [sum(event[0] == name and event[2] == "completed" for event in events) for name in names]
        assert [each - counted[index] in (0, 1) for each in ended] == [True, True]
    assert {event[0].split(" of ")[0] for event in events} == {"outer", "inner", "never left"}
    assert [event[2] for event in events if event[0] == "never left"] == ["lost"]
    names_by_number = {record.event.sequence: record.event.name for record in data.records()}
    pairs = {(name, names_by_number[parent]) for name, parent, _ in events if parent is not None}
    assert pairs == {(f"inner of {index}", f"outer of {index}") for index in range(THREADS)}
    assert data.counts["lost_parents"] == data.counts["repeated"] == data.counts["ends_without_begin"] == 0


def test_a_program_that_forgets_to_close_leaves_its_run(tmp_path: Path) -> None:
    program = """
        run = create_run(runs)
        nest(run.instrument(), "a", "b")
    """
    assert run_program(program, tmp_path).returncode == 0
    (data,) = left_behind(tmp_path)
    assert not data.closed
    assert shape(data) == [("a", None, "completed"), ("b", 0, "completed")]


def test_the_interpreter_ends_with_everything_alive(tmp_path: Path) -> None:
    program = """
        run = create_run(runs)
        instrument = run.instrument()
        instrument.enter_pass_ctx()
        instrument.run_before_pass(None, Info("open"))

        def work():
            while True:
                nest(run.instrument(), "x")

        threading.Thread(target=work, daemon=True).start()
        activate(run).__enter__()
        time.sleep(0.05)
    """
    done = run_program(program, tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    (data,) = left_behind(tmp_path)
    assert shape(data)[0] == ("open", None, "lost")


def test_ctrl_c_leaves_a_readable_run(tmp_path: Path) -> None:
    program = """
        run = create_run(runs)
        instrument = run.instrument()
        instrument.enter_pass_ctx()
        try:
            instrument.run_before_pass(None, Info("long"))
            signal.raise_signal(signal.SIGINT)
        finally:
            instrument.exit_pass_ctx()
            run.close("failed")
    """
    assert run_program(program, tmp_path).returncode == -signal.SIGINT
    (data,) = left_behind(tmp_path)
    (record,) = data.records()
    assert (record.status, record.error) == ("incomplete", "KeyboardInterrupt")
