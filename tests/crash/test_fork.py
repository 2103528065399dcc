"""A recording process that forks: the child has a run of its own, the parent's does not notice."""

from __future__ import annotations

from pathlib import Path

from .programs import left_behind, run_program, shape


def test_a_forked_child_records_into_a_run_of_its_own(tmp_path: Path) -> None:
    program = """
        run = create_run(runs)
        instrument = run.instrument()
        with activate(run):
            instrument.run_before_pass(None, Info("of the parent"))
            child = os.fork()
            if child == 0:
                nest(instrument, "of the child")
                assert current_run().info["parent_run"] == run.id
                with current_run().span("span of the child"):
                    pass
                os._exit(0)
            assert os.waitpid(child, 0)[1] == 0
            instrument.run_after_pass(None, Info("of the parent"))
            assert current_run() is run
        run.close()
    """
    done = run_program(program, tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    parent, child = left_behind(tmp_path)
    assert shape(parent) == [("of the parent", None, "completed")]
    assert shape(child) == [("of the child", None, "completed"), ("span of the child", None, "completed")]
    assert child.info["parent_run"] == parent.info["id"]
    assert child.info["pid"] != parent.info["pid"]


def test_a_child_that_records_nothing_leaves_no_run(tmp_path: Path) -> None:
    program = """
        run = create_run(runs)
        nest(run.instrument(), "a")
        child = os.fork()
        if child == 0:
            run.close("failed")
            run.remove()
            os._exit(0)
        assert os.waitpid(child, 0)[1] == 0
        run.close()
    """
    assert run_program(program, tmp_path).returncode == 0
    (data,) = left_behind(tmp_path)
    assert (data.info["status"], shape(data)) == ("completed", [("a", None, "completed")])


def test_a_child_that_lives_on_does_not_keep_its_parents_run_alive(tmp_path: Path) -> None:
    """The lock is the parent's: an inherited descriptor would hold it for as long as the child lives."""
    program = """
        run = create_run(runs)
        nest(run.instrument(), "a")
        if os.fork() == 0:
            os.close(1), os.close(2)
            time.sleep(5)
            os._exit(0)
        os.kill(os.getpid(), signal.SIGKILL)
    """
    run_program(program, tmp_path)
    assert [shape(data) for data in left_behind(tmp_path)] == [[("a", None, "completed")]]


def test_forks_under_load_harm_neither_side(tmp_path: Path) -> None:
    program = """
        import warnings
        warnings.simplefilter("ignore", DeprecationWarning)
        run = create_run(runs)
        done = threading.Event()

        def work():
            instrument = run.instrument()
            while not done.is_set():
                nest(instrument, "outer", "inner")

        threads = [threading.Thread(target=work) for _ in range(3)]
        for thread in threads:
            thread.start()
        own = run.instrument()
        for _ in range(10):
            child = os.fork()
            if child == 0:
                nest(own, "of a child")
                os._exit(0)
            assert os.waitpid(child, 0)[1] == 0
        done.set()
        for thread in threads:
            thread.join()
        run.close()
    """
    done = run_program(program, tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    parent, *children = left_behind(tmp_path)
    assert [shape(child) for child in children] == [[("of a child", None, "completed")]] * 10
    assert {name for name, _, _ in shape(parent)} == {"outer", "inner"}
    assert parent.counts["open"] == parent.counts["repeated"] == parent.counts["lost_parents"] == 0


def test_workers_of_a_process_pool_have_runs_of_their_own(tmp_path: Path) -> None:
    program = """
        import multiprocessing

        def compile_one(name):
            with current_run().span(name):
                return current_run().info.get("parent_run")

        with activate(create_run(runs)) as run:
            with multiprocessing.get_context("fork").Pool(2) as pool:
                assert set(pool.map(compile_one, ["x"] * 6, chunksize=1)) == {run.id}
        run.close()
        run.remove()
    """
    done = run_program(program, tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    recorded = [event for data in left_behind(tmp_path) for event in shape(data)]
    assert recorded == [("x", None, "completed")] * 6
