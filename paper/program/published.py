"""Results as `replaybench publish` writes them, unpacked into the layout that `replaybench report` writes: the paper is made
from either."""

import gzip
import json
import shutil
from pathlib import Path


def is_published(folder):
    """Whether the folder is one that `replaybench publish` wrote."""
    return any(Path(folder).glob("*/study.json"))


def unpack(published, to):
    """Writes to/tables/<study>/ for each published study: its tables, claims.csv, figure_numbers.gp and provenance.json.
    Returns `to`."""
    for record in sorted(Path(published).glob("*/study.json")):
        study = json.loads(record.read_text())
        folder = to / "tables" / record.parent.name
        folder.mkdir(parents=True)
        for table in sorted(record.parent.glob("tables/*")):
            if table.suffix == ".gz":
                (folder / table.stem).write_bytes(gzip.decompress(table.read_bytes()))
            else:
                shutil.copyfile(table, folder / table.name)
        for name, here in (("verdicts.csv", "claims.csv"), ("figure_numbers.gp", "figure_numbers.gp")):
            if (record.parent / name).is_file():
                shutil.copyfile(record.parent / name, folder / here)
        provenance = {"profile": study["profile"], "master_seed": study["master_seed"], "commit": study["commit"],
                      "numeric_profile": study["numeric_profile"], "skipped": study["missing_tables"]}
        (folder / "provenance.json").write_text(json.dumps(provenance, indent=1) + "\n")
    return to
