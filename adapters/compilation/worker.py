"""The process of an isolated compile: reads one job from its standard input, answers on its standard
output."""

from __future__ import annotations

import os
import pickle
import sys
from typing import Any, BinaryIO

from passevents.errors import CompileError

from .isolated import Answer, Job
from .stages import Stages, Telemetry


def main() -> None:
    """Do the job. What MLIR or a pass prints goes to the standard error, so that the answer stays whole."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    sys.stdout = sys.stderr

    def tell(*event: Any) -> None:
        # At once: what is still in a buffer when MLIR aborts is lost.
        answers.write(pickle.dumps(event))
        answers.flush()

    answer = _do(_read_job(sys.stdin.buffer), tell)
    answers.write(pickle.dumps(answer))
    answers.close()


def _read_job(requests: BinaryIO) -> Job:
    # Two pickles: the job's own modules are found by the path that comes first.
    sys.path[:] = pickle.load(requests)
    job: Job = pickle.load(requests)
    return job


def _do(job: Job, tell: Telemetry) -> Answer:
    from passevents.journal import activate, create_run

    from .compilation import compile_source

    run = create_run(job.runs, {**job.info, "compiler": "mlir", "pipeline": job.plan.pipeline_text})
    with activate(run):
        stages = Stages(tell, job.plan.telemetry_metadata, job.record_actions)
        try:
            compiled = compile_source(job.source, job.plan, stages, strip_locations=job.strip_locations)
            answer = Answer(run.id, stages.timings, compiled)
        except CompileError as error:
            answer = Answer(run.id, stages.timings, error=error)
        except Exception as error:
            what = f"{type(error).__name__}: {error}"
            answer = Answer(run.id, stages.timings, error=CompileError(what, stage="isolated"))
    run.close("failed" if answer.error else "completed", answer.error)
    return answer


if __name__ == "__main__":
    main()
