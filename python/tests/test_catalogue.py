"""list, describe, load_results; help and stubs."""

import ast
import dataclasses
import inspect
import subprocess
from pathlib import Path

import pytest
import replaybench

STUBS = Path(replaybench.__file__).parent / "_engine.pyi"


def test_list_is_the_command_lines(program):
    for kind in ("algorithms", "evaluators", "wrappers", "measures", "datasets"):
        lines = subprocess.run([program, "list", kind], capture_output=True, text=True, check=True).stdout.split("\n")
        names = [line.split()[0] for line in lines[1:] if line.startswith("  ")]
        assert [*replaybench.list(kind)] == sorted(names)
    assert "lin_ucb" in replaybench.list(word="LIN_ucb")["algorithms"]
    with pytest.raises(replaybench.SpecError, match="allowed: algorithms"):
        replaybench.list("algorithm")


def test_describe():
    found = replaybench.describe("lin_ucb")
    assert found["kind"] == "algorithm"
    (alpha,) = [one for one in found["parameters"] if one["name"] == "alpha"]
    assert alpha["type"] == "real" and alpha["meaning"]
    assert "alpha  real" in repr(found)
    assert replaybench.describe("ipw")["name"] == "ips"
    assert replaybench.describe("ips", "evaluator")["applicability"]
    assert replaybench.describe("contest")["kind"] == replaybench.describe("contest", "evaluator")["kind"] == "measure"
    assert replaybench.describe("ips")["group"] == "off-policy: propensity weights"
    with pytest.raises(replaybench.SpecError, match='did you mean "lin_ucb"'):
        replaybench.describe("lin_ucv")
    with pytest.raises(replaybench.SpecError, match="allowed: algorithm"):
        replaybench.describe("lin_ucb", "algorithms")


@pytest.mark.parametrize("kind", ["algorithms", "evaluators", "wrappers", "measures", "datasets"])
def test_all_can_be_described(kind):
    for name, summary in replaybench.list(kind).items():
        assert replaybench.describe(name, kind[:-1])["summary"] == summary


def test_load_results(tmp_path):
    folder = tmp_path / "tables" / "study"
    folder.mkdir(parents=True)
    (folder / "play.csv").write_text('algorithm,horizon,estimate\nucb,10,0.1\n"1",20,nan\n')
    rows = replaybench.load_results("study", results=tmp_path, frames=False)["play"]
    assert rows[0] == {"algorithm": "ucb", "horizon": 10.0, "estimate": 0.1}
    assert rows[1]["algorithm"] == "1" and rows[1]["estimate"] != rows[1]["estimate"]
    with pytest.raises(replaybench.FileError, match="replaybench run nothing"):
        replaybench.load_results("nothing", results=tmp_path)
    (folder / "play.csv").write_text('algorithm\n"ucb\n')
    with pytest.raises(replaybench.DataError, match="play.csv"):
        replaybench.load_results("study", results=tmp_path)


def test_load_results_as_frames(tmp_path):
    pandas = pytest.importorskip("pandas")
    folder = tmp_path / "tables" / "study"
    folder.mkdir(parents=True)
    (folder / "play.csv").write_text("algorithm,estimate\nucb,0.1\n")
    frame = replaybench.load_results("study", results=tmp_path)["play"]
    assert isinstance(frame, pandas.DataFrame) and frame["estimate"][0] == 0.1


def public_members(thing):
    for name, member in vars(thing).items():
        is_own = callable(member) or isinstance(member, property)
        if not name.startswith("_") and is_own:
            yield name, member


def test_help_is_complete():
    assert sorted(replaybench.__all__) == replaybench.__all__
    for name in replaybench.__all__:
        thing = getattr(replaybench, name)
        assert inspect.getdoc(thing), name
        if inspect.isclass(thing) and not issubclass(thing, Exception):
            for member_name, member in public_members(thing):
                assert inspect.getdoc(member), f"{name}.{member_name}"
    for option in inspect.signature(replaybench.evaluate).parameters:
        assert option in replaybench.evaluate.__doc__ or option == "reading"
    for option in inspect.signature(replaybench.rank).parameters:
        assert f"\n    {option}\n" in replaybench.rank.__doc__ or option == "reading"
    for option in inspect.signature(replaybench.leaderboard).parameters:
        assert f"\n    {option}\n" in replaybench.leaderboard.__doc__
    for option in inspect.signature(replaybench.open_log).parameters:
        assert f"\n    {option}" in replaybench.open_log.__doc__


def test_the_options_of_a_log_are_the_engines():
    options = [option["name"] for option in replaybench._engine.log_options()]
    described = [one["name"] for one in replaybench.describe("log")["parameters"]]
    assert ["path", *options] == described
    assert options == [*inspect.signature(replaybench.open_log).parameters][-len(options) :]
    stubs = ast.parse((STUBS.parent / "__init__.pyi").read_text())
    for name in ("open_log", "evaluate", "rank"):
        (function,) = [node for node in stubs.body if getattr(node, "name", None) == name]
        assert options == [argument.arg for argument in function.args.kwonlyargs][-len(options) :]
        assert function.args.kwarg is None


def test_stubs_have_the_engines_names():
    engine = replaybench._engine
    stubs = {node.name: node for node in ast.parse(STUBS.read_text()).body if hasattr(node, "name")}
    names = {name for name in vars(engine) if not name.startswith("_")}
    assert names == set(stubs)
    for name in names:
        thing = getattr(engine, name)
        if inspect.isclass(thing):
            declared = {getattr(n, "name", None) or getattr(getattr(n, "target", None), "id", None)
                        for n in stubs[name].body}
            members = {member for member in vars(thing) if not member.startswith("_")}
            assert members <= declared, (name, members - declared)
    assert (STUBS.parent / "py.typed").exists()


def outermost(names):
    return {name.partition(".")[0] for name in names}


def test_results_have_the_fields_of_the_list(skewed):
    listed = replaybench._engine.result_fields()
    not_fields = {"warnings", "actions", "rows", "influences", "lines"}
    names = {field.name for field in dataclasses.fields(replaybench.Evaluation)}
    assert names == outermost(listed["evaluation"]) | not_fields
    assert {field.name for field in dataclasses.fields(replaybench.Difference)} == set(listed["difference"])
    policies = {"a": skewed[1], "b": skewed[1][:, ::-1]}
    one = replaybench.evaluate(skewed[0], policies, "ips", baseline="logged")[0]
    for name in outermost(key for key in listed["evaluation"] if "." in key):
        within = {key.partition(".")[2] for key in listed["evaluation"] if key.startswith(f"{name}.")}
        value = getattr(one, name)
        if isinstance(value, dict):
            assert within - {"index"} <= set(value) <= within  # the tail of 0/1 rewards has no index
        elif value is not None:
            assert within <= set(vars(value))
    assert set(one.actions[0]) == set(listed["action"])
    words = [words for kind in listed.values() for key, words in kind.items() if not key.startswith("normal_interval")]
    assert all(words)


def test_results_print(skewed):
    result = replaybench.evaluate(skewed[0], skewed[1], "snips")
    assert "estimate" in repr(result) and "effective sample size" in repr(result)
    assert "<table>" in result._repr_html_() and "&lt;" not in result._repr_html_()
    assert result.to_dict()["interval"]["level"] == 0.95
    found = replaybench.evaluate(skewed[0], {"<mine>": skewed[1]}, ["snips", "ips"], baseline="logged")
    lift = found[0].lift
    shown = replaybench._engine.shown_value(lift.value, (lift.high - lift.low) / 3.92)
    assert f"lift of <mine>, snips: {shown} [" in repr(found)
    assert found.to_dicts()[0]["lift_low"] == found[0].lift.low
    assert "<mine>" in repr(found) and "&lt;mine&gt;" in found._repr_html_()
    assert [row["evaluator"] for row in found.to_dicts()] == ["snips", "ips"]
    with pytest.raises(KeyError):
        found.find("yours", "ips")


def test_estimators_of_one_name_and_their_warnings_print(skewed):
    texts = ["clipped_ips{cap=1}", "clipped_ips{cap=2}", "clipped_ips"]
    found = replaybench.evaluate(skewed[0], skewed[1], texts, baseline="logged")
    assert [row["evaluator"] for row in found.to_dicts()] == [one.evaluator_label for one in found] == texts
    assert [found.find("policy", text) for text in texts] == list(found)
    assert found.find("policy", found[1].evaluator) == found[1]
    lines = repr(found).splitlines()
    assert sum(line.startswith("lift of policy, clipped_ips{cap=2}: ") for line in lines) == 1
    for one in found:
        assert one.warnings
        for warning in one.warnings:
            number, = [line.split()[1] for line in lines if line.endswith(f": {warning.text}")]
            row, = [line for line in lines if line.startswith(f"policy  {one.evaluator_label} ")]
            assert number.rstrip(":") in row.split()
    assert replaybench.evaluate(skewed[0], skewed[1], "clipped_ips{cap=1}").evaluator_label == "clipped_ips{cap=1}"
