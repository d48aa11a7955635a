"""Results as `replaybench publish` writes them, unpacked into the layout that `replaybench report` writes: the paper is made
from either."""

import json
import subprocess
from pathlib import Path

unpack_published = Path(__file__).resolve().parents[2] / "scripts/unpack_published"


def is_published(folder):
    """True if `replaybench publish` wrote the folder."""
    return (Path(folder) / "studies.json").is_file()


def unpack(published, to):
    """Writes to/tables/<study>/ for each published study: its tables, claims.csv, figure_numbers.gp and provenance.json.
    Returns `to`."""
    subprocess.run([unpack_published, published, to / "tables"], check=True)
    run = json.loads((Path(published) / "studies.json").read_text())
    for name, study in run["studies"].items():
        provenance = {"profile": run["profile"], "master_seed": run["master_seed"], "commit": study["commit"],
                      "numeric_profile": study["numeric_profile"], "skipped": study["missing_tables"]}
        (to / "tables" / name / "provenance.json").write_text(json.dumps(provenance, indent=1) + "\n")
    return to
