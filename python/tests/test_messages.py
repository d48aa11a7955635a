"""A message of the engine names its options as the user of each front end writes them."""

import subprocess

import pytest
import replaybench

STUDY = """title = "messages"
question = "?"
seed = 1
[[simulation]]
name = "play"
datasets = ['csv_log{path="%s"}']
algorithms = ["ucb"]
evaluators = ["replay"]
horizon = "2"
replicates = { smoke = 2, standard = 2 }
[[table]]
name = "play"
from = "play"
"""

# A log, and what is said of it: on the command line, in Python, in a study.
MESSAGES = {
    "a bad line": (
        "action,reward\na,1\nb,often\nc,0\n",
        "use --skip-bad-lines to leave them out",
        "use skip_bad_lines=True to leave them out",
        "use skip_bad_lines=true to leave them out",
    ),
    "columns of other names": (
        "item,click,ps\na,1,0.5\n",
        "names: --columns action=item,reward=click,propensity=ps",
        'names: columns={"action": "item", "reward": "click", "propensity": "ps"}',
        'names: columns=["action=item", "reward=click", "propensity=ps"]',
    ),
    "a line without a reward": (
        "action,reward\na,1\nb,\n",
        "no reward: --missing-reward zero counts it as 0, --missing-reward drop leaves the line out",
        'no reward: missing_reward="zero" counts it as 0, missing_reward="drop" leaves the line out',
        'no reward: missing_reward="zero" counts it as 0, missing_reward="drop" leaves the line out',
    ),
}


@pytest.fixture(params=MESSAGES)
def message(request, tmp_path):
    text, *said = MESSAGES[request.param]
    path = tmp_path / "log.csv"
    path.write_text(text)
    return path, *said


def said_by(*words):
    done = subprocess.run([*map(str, words)], capture_output=True, text=True)
    assert done.returncode == 3 and "\x01" not in done.stderr
    return done.stderr


def test_one_message_in_three_front_ends(program, message, tmp_path):
    path, on_the_command_line, in_python, in_a_study = message
    assert on_the_command_line in said_by(program, "evaluate", "--log", path, "--algorithm", "ucb")

    with pytest.raises(replaybench.DataError) as raised:
        replaybench.open_log(path)
    assert in_python in str(raised.value) and "--" not in str(raised.value)

    study = tmp_path / "experiments" / "messages" / "experiment.toml"
    study.parent.mkdir(parents=True)
    study.write_text(STUDY % path)
    said = said_by(program, "run", study, "--profile", "smoke", "--home", tmp_path)
    assert in_a_study in said and "--" not in said


def test_places_and_warnings_have_no_flag(tmp_path):
    path = tmp_path / "log.csv"
    path.write_text("action,reward,colour\n" + "a,1,x\nb,0,y\n" * 20)
    with pytest.raises(replaybench.SpecError, match="^policy:1:1: unknown algorithm"):
        replaybench.evaluate(path, "ucbb", "replay")
    with pytest.raises(replaybench.SpecError, match="^cluster: .* has no column"):
        replaybench.open_log(path, cluster="user")
    with pytest.raises(replaybench.SpecError, match="^dataset: .*records says how many"):
        replaybench.open_dataset("bernoulli_arms")
    with pytest.raises(replaybench.NotApplicable, match='^propensities="logistic": .*"frequency" needs none'):
        replaybench.evaluate(replaybench.open_log(path, intercept=False), "ucb", "replay", propensities="logistic")
    ignored = [warning for warning in replaybench.evaluate(path, "ucb", "replay").warnings if "ignored" in str(warning)]
    assert "or one that features names" in str(ignored[0])
