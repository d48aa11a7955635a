"""Tables with the Arrow C stream interface, from a producer of our own: no library of Arrow is needed."""

import ctypes as c

import numpy as np
import pytest

import replaybench


class Schema(c.Structure):
    pass


class Array(c.Structure):
    pass


class Stream(c.Structure):
    pass


RELEASE_SCHEMA, RELEASE_ARRAY, RELEASE_STREAM = (c.CFUNCTYPE(None, c.POINTER(s)) for s in (Schema, Array, Stream))
Schema._fields_ = [
    ("format", c.c_char_p),
    ("name", c.c_char_p),
    ("metadata", c.c_void_p),
    ("flags", c.c_int64),
    ("n_children", c.c_int64),
    ("children", c.POINTER(c.POINTER(Schema))),
    ("dictionary", c.POINTER(Schema)),
    ("release", c.c_void_p),
    ("private_data", c.c_void_p),
]
Array._fields_ = [
    ("length", c.c_int64),
    ("null_count", c.c_int64),
    ("offset", c.c_int64),
    ("n_buffers", c.c_int64),
    ("n_children", c.c_int64),
    ("buffers", c.POINTER(c.c_void_p)),
    ("children", c.POINTER(c.POINTER(Array))),
    ("dictionary", c.POINTER(Array)),
    ("release", c.c_void_p),
    ("private_data", c.c_void_p),
]
GET_SCHEMA = c.CFUNCTYPE(c.c_int, c.POINTER(Stream), c.POINTER(Schema))
GET_NEXT = c.CFUNCTYPE(c.c_int, c.POINTER(Stream), c.POINTER(Array))
GET_ERROR = c.CFUNCTYPE(c.c_void_p, c.POINTER(Stream))
Stream._fields_ = [
    ("get_schema", GET_SCHEMA),
    ("get_next", GET_NEXT),
    ("get_last_error", GET_ERROR),
    ("release", c.c_void_p),
    ("private_data", c.c_void_p),
]

FORMATS = {"float64": b"g", "int64": b"l", "int32": b"i", "uint8": b"C"}


class Table:
    """Columns {name: array or list of texts} as a stream of chunks of `rows` rows; counts what is released."""

    def __init__(self, columns, rows):
        self.columns, self.rows = columns, rows
        self.released = {"schema": 0, "array": 0, "stream": 0}
        self.given = 0
        self.kept = []

    def keep(self, value):
        self.kept.append(value)
        return value

    def releaser(self, kind, function):
        def release(pointer):
            self.released[kind] += 1
            pointer.contents.release = None

        return c.cast(self.keep(function(release)), c.c_void_p)

    def pointers(self, kind, structs):
        self.keep(structs)
        return self.keep((c.POINTER(kind) * len(structs))(*(c.pointer(s) for s in structs)))

    def fill_schema(self, _, out):
        children = []
        for name, values in self.columns.items():
            format = FORMATS[values.dtype.name] if isinstance(values, np.ndarray) else b"u"
            children.append(Schema(format=format, name=name.encode(), flags=2))
        s = out.contents
        s.format, s.name, s.metadata, s.flags, s.n_children = b"+s", b"", None, 0, len(children)
        s.children = self.pointers(Schema, children)
        s.release = self.releaser("schema", RELEASE_SCHEMA)
        return 0

    def buffers(self, *arrays):
        for array in arrays:
            self.keep(array)
        addresses = [None] + [array.ctypes.data for array in arrays]
        return len(addresses), self.keep((c.c_void_p * len(addresses))(*addresses))

    def fill_array(self, _, out):
        a = out.contents
        first = self.given * self.rows
        total = len(next(iter(self.columns.values())))
        if first >= total:
            a.release = None
            return 0
        self.given += 1
        length = min(self.rows, total - first)
        children = []
        for values in self.columns.values():
            if isinstance(values, np.ndarray):  # in place: the chunk is an offset
                n, buffers = self.buffers(values)
                children.append(Array(length=length, offset=first, n_buffers=n, buffers=buffers))
            else:
                texts = [text.encode() for text in values[first : first + length]]
                ends = np.cumsum([0] + [len(text) for text in texts], dtype=np.int32)
                n, buffers = self.buffers(ends, np.frombuffer(b"".join(texts) + b" ", dtype=np.uint8))
                children.append(Array(length=length, n_buffers=n, buffers=buffers))
        a.length, a.null_count, a.offset, a.n_buffers, a.n_children = length, 0, 0, 1, len(children)
        a.buffers = self.buffers()[1]
        a.children = self.pointers(Array, children)
        a.release = self.releaser("array", RELEASE_ARRAY)
        return 0

    def __arrow_c_stream__(self, requested_schema=None):
        stream = self.keep(
            Stream(
                get_schema=self.keep(GET_SCHEMA(self.fill_schema)),
                get_next=self.keep(GET_NEXT(self.fill_array)),
                get_last_error=self.keep(GET_ERROR(lambda _: None)),
                release=self.releaser("stream", RELEASE_STREAM),
            )
        )
        new = c.pythonapi.PyCapsule_New
        new.restype, new.argtypes = c.py_object, [c.c_void_p, c.c_char_p, c.c_void_p]
        return new(c.addressof(stream), b"arrow_array_stream", None)


def columns(records=10):
    return {
        "action": ["red" if i % 3 else "dark blue" for i in range(records)],
        "reward": np.arange(records, dtype=np.int64) % 2,
        "propensity": np.full(records, 0.5),
        "x_a": np.arange(records, dtype=np.float64) / 4,
    }


@pytest.mark.parametrize("rows", [1, 3, 10, 100])
def test_a_table_is_the_log_of_its_columns(rows):
    table = Table(columns(), rows)
    log = replaybench.open_log(table, name="visits")
    same = replaybench.open_log({key: np.array(values) for key, values in columns().items()})
    assert log.name == "visits"
    assert log.action_names == same.action_names == ["dark blue", "red"]
    for column in ("action", "reward", "propensity", "context"):
        np.testing.assert_array_equal(getattr(log, column), getattr(same, column))
    assert table.released == {"schema": 1, "array": table.given, "stream": 1}


def test_a_refusal_releases_what_was_given():
    table = Table({**columns(), "reward": ["oops"] * 10}, 4)
    with pytest.raises(replaybench.DataError, match='the log:1: column "reward": "oops" is not a number'):
        replaybench.open_log(table)
    assert table.released == {"schema": 1, "array": table.given, "stream": 1}


def test_evaluate_takes_a_table_and_its_options():
    table = Table({"item": columns()["action"], "click": columns()["reward"]}, 4)
    roles = {"action": "item", "reward": "click"}
    result = replaybench.evaluate(table, "uniform_random", "replay", columns=roles, show_unreliable=True)
    assert result.estimate is not None


def test_several_files_are_one_log(tmp_path):
    for day, actions in ((10, "ab"), (9, "c")):
        folder = tmp_path / f"day={day}"
        folder.mkdir()
        (folder / "part.csv").write_text("action,reward\n" + "".join(f"{a},1\n" for a in actions))
    log = replaybench.open_log(tmp_path, by="day")
    assert log.segments == ["9", "10"]
    np.testing.assert_array_equal(log.action, [2, 0, 1])
    files = [tmp_path / "day=10" / "part.csv", str(tmp_path / "day=9" / "part.csv")]
    np.testing.assert_array_equal(replaybench.open_log(files).action, [0, 1, 2])
    with pytest.raises(replaybench.SpecError, match="twice"):
        replaybench.open_log([files[0], files[0]])


def test_pandas_categories_are_their_values():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(
        {
            "action": pandas.Categorical(["b", "a", "b"]),
            "reward": [1, 0, 1],
            "x_a": pandas.Categorical([2, 4, 2]),
        }
    )
    log = replaybench.open_log(frame)
    assert log.action_names == ["a", "b"]
    np.testing.assert_array_equal(log.action, [1, 0, 1])
    np.testing.assert_array_equal(log.context[:, 0], [2, 4, 2])
