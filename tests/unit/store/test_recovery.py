"""What a process leaves that died, forked or was killed at the worst moment, and who takes it up."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from passevents.errors import PassEventsWarning
from passevents.events import PassStatus
from passevents.journal import create_run
from passevents.query import EventStore

from .processes import finish, run, start

KILLED_INSIDE = """
with record(path, name="killed") as recording:
    with recording.span("done"):
        pass
    with recording.span("outer"), recording.span("inner"):
        os.kill(os.getpid(), getattr(signal, sys.argv[2]))
"""


def journals(path: Path) -> list[Path]:
    return sorted(path.with_name(path.name + ".runs").glob("*/"))


@pytest.mark.parametrize("name", ["SIGKILL", "SIGTERM"])
def test_a_killed_process_leaves_a_lost_run_with_all_its_events(path: Path, name: str) -> None:
    status, _ = run(KILLED_INSIDE, path, name)
    assert status == -getattr(signal, name)
    with EventStore(path) as store:
        lost = store.run("killed")
        statuses = {one.event.name: one.status for one in lost.records()}
    assert (lost.status, lost.finished_at, lost.incomplete_count) == ("lost", None, 2)
    assert statuses == {"done": PassStatus.completed, "outer": PassStatus.lost, "inner": PassStatus.lost}
    assert journals(path) == []


def test_recover_returns_what_it_took_up(path: Path) -> None:
    run(KILLED_INSIDE, path, "SIGKILL")
    run(KILLED_INSIDE, path, "SIGKILL")
    with EventStore(path, recover=False) as store:
        assert store.runs() == []
        found = store.recover()
        assert found == sorted(store.runs(), key=lambda one: one.id)
        assert (len(found), store.recover()) == (2, [])


FORKS = """
with record(path, name="parent") as recording, recording.span("parent"):
    for way in ("exits", "leaves", "is quiet"):
        child = os.fork()
        if not child:
            if way != "is quiet":
                with recording.span(way):
                    pass
            if way == "leaves":
                raise SystemExit(0)
            os._exit(0)
        os.waitpid(child, 0)
"""


def test_a_forked_child_records_into_a_run_of_its_own(path: Path) -> None:
    assert run(FORKS, path)[0] == 0
    with EventStore(path) as store:
        parent, *children = sorted(store.runs(), key=lambda one: one.id)
        events = {one.event.name: (stored.status, one.event.parent_sequence) for stored in children
                  for one in stored.records()}  # fmt: skip
    assert [one.event.name for one in store.run(parent.id).records()] == ["parent"]
    assert (parent.name, parent.status) == ("parent", "completed")
    assert [child.parent_run for child in children] == [parent.id] * 2
    assert events == {"exits": ("lost", None), "leaves": ("completed", None)}


# Ends the process at one place of a recovery, as a kill would.
DIES_RECOVERING = """
from passevents.store import file, ingest
def die(*arguments, **options):
    os._exit(9)
place = sys.argv[2]
if place == "before the commit":
    ingest._run_row = die
elif place == "after the commit":
    file.remove = die
else:
    remove_text = Path.unlink
    def unlink(self, **options):
        remove_text(self, **options)
        die()
    Path.unlink = unlink
EventStore(path)
"""


@pytest.mark.parametrize("place", ["before the commit", "after the commit", "while the journal is removed"])
def test_a_recovery_that_is_killed_loses_nothing_and_doubles_nothing(path: Path, place: str) -> None:
    run(KILLED_INSIDE, path, "SIGKILL")
    assert run(DIES_RECOVERING, path, place) == (9, "")
    with EventStore(path) as store:
        assert [(one.name, one.event_count) for one in store.runs()] == [("killed", 3)]
        assert len(list(store.run().records())) == 3
    assert journals(path) == []


RECOVERS = """
print("ready", flush=True)
sys.stdin.readline()
EventStore(path).close()
"""


def test_processes_that_recover_at_once_store_each_run_once(path: Path) -> None:
    for _ in range(3):
        run(KILLED_INSIDE, path, "SIGKILL")
    processes = [start(RECOVERS, path) for _ in range(3)]
    for process in processes:
        assert process.stdout is not None and process.stdout.readline() == "ready\n"
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
    assert [finish(process)[0] for process in processes] == [0, 0, 0]
    with EventStore(path) as store:
        assert [one.event_count for one in store.runs()] == [3, 3, 3]


RECORDS = """
print("ready", flush=True)
sys.stdin.readline()
for number in range(5):
    with record(path, name=f"{sys.argv[2]} {number}") as recording:
        for _ in range(500):
            with recording.span("outer"), recording.span("inner"):
                pass
"""


def test_processes_record_into_one_store_at_once_while_another_reads(path: Path) -> None:
    processes = [start(RECORDS, path, number) for number in range(3)]
    for process in processes:
        assert process.stdout is not None and process.stdout.readline() == "ready\n"
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
    while not path.exists() or any(process.poll() is None for process in processes):
        if path.exists() and path.stat().st_size:
            with EventStore(path) as store:
                assert {one.event_count for one in store.runs()} <= {1_000}
    assert [finish(process) for process in processes] == [(0, "")] * 3
    with EventStore(path) as store:
        assert sorted(one.name or "" for one in store.runs()) == [
            f"{a} {b}" for a in range(3) for b in range(5)
        ]
        for stored in store.runs():
            parents = [one.event.parent_sequence for one in stored.records(name="inner")]
            assert parents == [one.event.sequence for one in stored.records(name="outer")]
            assert len(parents) == 500


def test_the_store_of_a_recording_that_never_ended_is_found_by_its_journals(path: Path) -> None:
    """The very first recording into a file is killed: the store was made before anything ran."""
    run(KILLED_INSIDE, path, "SIGKILL")
    assert path.exists() and len(journals(path)) == 1


# In the first window, at byte 4,096, after what names the thread (32 bytes): begin and end of `done` (96),
# the begins of `outer` and `inner`.
OUTER = 4_096 + 32 + 96


@pytest.mark.parametrize(
    ("what", "names", "dropped"), [("cut", ["done"], 1), ("garbage", ["done"], 1), ("missing", [], 0)]
)
def test_of_a_damaged_journal_what_can_be_read_is_stored(
    path: Path, what: str, names: list[str], dropped: int
) -> None:
    run(KILLED_INSIDE, path, "SIGKILL")
    (records,) = journals(path)[0].glob("*.records")
    content = records.read_bytes()
    if what == "cut":
        records.write_bytes(content[: OUTER + 32])
    elif what == "garbage":
        records.write_bytes(content[:OUTER] + b"\xa5" * 64 + content[OUTER + 64 :])
    else:
        records.unlink()
    with EventStore(path) as store:
        (lost,) = store.runs()
        assert (lost.name, lost.status) == ("killed", "lost")
        assert [one.event.name for one in lost.records()] == names
        assert (lost.dropped, lost.dropped_reason is not None) == (dropped, dropped > 0)


def test_a_journal_of_an_unknown_version_is_left_and_the_store_opens(path: Path) -> None:
    run(KILLED_INSIDE, path, "SIGKILL")
    (journal,) = journals(path)
    for stream in journal.glob("*.records"):
        content = bytearray(stream.read_bytes())
        content[8:12] = b"\xff\xff\xff\x7f"
        stream.write_bytes(content)
    with pytest.warns(PassEventsWarning, match=r"could not be taken .*`passevents recover`.*version"):
        store = EventStore(path)
    assert (store.runs(), journals(path)) == ([], [journal])
    store.close()


def test_a_journal_that_a_living_process_owns_is_left_alone(path: Path) -> None:
    folder = path.with_name(path.name + ".runs")
    run("with record(path): pass", path)
    living = create_run(folder)
    with EventStore(path) as store:
        assert len(store.runs()) == 1
        assert [entry.name for entry in journals(path)] == [living.id]
        living.close()
        living.release()
        assert [one.id for one in store.recover()] == [living.id]


def test_a_process_that_died_before_it_wrote_about_itself_leaves_a_lost_run(path: Path) -> None:
    run(KILLED_INSIDE, path, "SIGKILL")
    (journal,) = journals(path)
    (journal / "run.jsonl").write_bytes(b'{"id": "cut')
    with EventStore(path) as store:
        lost = store.run()
        assert (lost.id, lost.status, lost.event_count) == (journal.name, "lost", 3)
        assert lost.started_at.year >= 2026


def test_what_makes_no_sense_about_a_run_keeps_nobody_from_the_store(path: Path) -> None:
    code = "with record(path) as recording: recording.update(pid='x', started_at=7, argv=None, cwd=2**70)"
    assert run(code, path)[0] == 0
    with EventStore(path) as store:
        assert (store.run().pid, store.run().argv) == (None, ())


def test_nothing_stays_beside_a_store_that_is_closed(path: Path) -> None:
    run("with record(path): pass", path)
    assert [entry.name for entry in path.parent.iterdir()] == [path.name]


def test_a_program_may_change_its_folder_while_it_records(path: Path) -> None:
    code = "os.chdir(path.parent)\nwith record(path.name): os.chdir('/')"
    assert run(code, path)[0] == 0
    with EventStore(path) as store:
        assert len(store.runs()) == 1
