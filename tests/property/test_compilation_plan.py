"""Properties of plans: equal meaning is equal identity, and the notation reads back as written."""

import pickle

from hypothesis import given
from hypothesis import strategies as st

from passevents.adapters.compilation import pipeline_text
from passevents.adapters.compilation.plan import CompilationPlan
from passevents.adapters.compilation.steps import PassStep, Scope

names = st.text("abxyz-19", min_size=1, max_size=6).map("p{}".format)
values = st.text("ab01", min_size=1, max_size=3) | st.sampled_from(['"a, (b"', "{x=1 y={z}}", "'}'", "a,b"])
options = st.lists(st.builds("{}={}".format, names, values)).map(" ".join)
passes = st.builds(PassStep, names, options)
scopes = st.sampled_from(["func.func", "gpu.module", "builtin.module", "any"])
steps = st.recursive(
    passes,
    lambda inner: st.builds(
        lambda op, s: Scope(op, tuple(s)), scopes, st.lists(inner, min_size=1, max_size=3)
    ),
    max_leaves=6,
)
pipelines = st.lists(steps, max_size=4).map(tuple)
targets = st.none() | st.fixed_dictionaries(
    {}, optional={"triple": names, "cpu": names, "features": st.lists(names.map("+{}".format), min_size=1)}
)
flags = st.fixed_dictionaries({}, optional={"multithreading": st.booleans(), "verify_each": st.booleans()})
plans = st.builds(
    CompilationPlan,
    pipelines,
    target=targets,
    schema_version=st.integers(0, 5),
    bytecode_version=st.none() | st.integers(0, 6),
    context_options=flags,
)


@given(pipelines)
def test_a_pipeline_reads_back_as_written(pipeline):
    assert pipeline == pipeline_text.parse(pipeline_text.render(pipeline))


@given(st.lists(names, min_size=1), st.sampled_from([" ", "\n", "\t  "]))
def test_blanks_around_the_punctuation_change_nothing(elements, blank):
    text = f"builtin.module(func.func({','.join(elements)}),cse)"
    loose = "".join(f"{blank}{letter}{blank}" if letter in ",()" else letter for letter in text)
    assert CompilationPlan(text).identity() == CompilationPlan(loose).identity()


@given(plans, plans)
def test_equal_plans_and_only_they_have_equal_identities(one, two):
    assert (one == two) == (one.identity() == two.identity())
    assert (one.declaration() == two.declaration()) == (one.identity() == two.identity())


@given(plans)
def test_an_identity_survives_a_pickle(plan):
    assert plan.identity() == pickle.loads(pickle.dumps(plan.replacing())).identity()
    assert hash(plan) == hash(plan.replacing())


@given(plans, st.integers(6, 9))
def test_a_changed_field_changes_the_identity(plan, version):
    assert plan.identity() != plan.replacing(schema_version=version).identity()
    assert plan.identity() != plan.replacing(pipeline=[*plan.pipeline, PassStep("one-more")]).identity()
