from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aa_tools.errors import InputError
from aa_tools.files import SourceText
from aa_tools.yamlfile import YamlFile, load_yaml, overlay


def problems(text: str) -> list[str]:
    with pytest.raises(InputError) as error:
        load_yaml(SourceText("f.yaml", text))
    return [str(problem) for problem in error.value.problems]


def test_data_with_places() -> None:
    file = load_yaml(SourceText("f.yaml", "a: 1\nb:\n  - x\n  - {c: -2.5, d: true, e: null}\n"))
    assert file.data == {"a": 1, "b": ["x", {"c": -2.5, "d": True, "e": None}]}
    assert str(file.place(("b", 1, "c"))) == "f.yaml:4:9"
    assert str(file.place(("b", 1, "missing"))) == "f.yaml:4:5"
    assert str(file.keys[("b",)]) == "f.yaml:2:1"


@pytest.mark.parametrize(
    ("text", "reads"),
    [
        ("no", "false"),
        ("Yes", "true"),
        ("off", "false"),
        ("1:30", "the number 90"),
        ("0110", "the number 72"),
        ("0x1F", "the number 31"),
        ("0b11", "the number 3"),
        ("1_000", "the number 1000"),
        ("+5", "the number 5"),
        ("1:30.5", "the number 90.5"),
        (".inf", "the number inf"),
        ("2026-11-30", "a date"),
        ("<<", "a merge of mappings"),
        ("=", "a default value"),
        ("0x_", "a whole number"),
        ("NULL", "nothing"),
        ("1" * 60, "the number " + "1" * 60),
    ],
)
def test_surprise_values_are_refused(text: str, reads: str) -> None:
    (problem,) = problems(f"key: {text}")
    shown = text if len(text) <= 40 else text[:37] + "..."
    assert problem.startswith(f'f.yaml:1:6: YAML reads {shown} as {reads}; write "{shown}" in quotes for text')


@pytest.mark.parametrize("text", ["no", "1:30", "0110", "2026-11-30", "<<", "~"])
def test_in_quotes_they_are_text(text: str) -> None:
    assert load_yaml(SourceText("f", f"- '{text}'\n- \"{text}\"")).data == [text, text]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a: 1\nb: 2\na: 3\n", "f.yaml:3:1: duplicate key a; the first is in line 1"),
        ("a: {x: 1, x: 2}", "f.yaml:1:11: duplicate key x; the first is in line 1"),
        ("a: &n 1\nb: *n", "f.yaml:1:4: aliases (*name) are not supported; write out the value"),
        ("a: !foo x", "f.yaml:1:4: the tag !foo is not supported; remove it"),
        ("a: !!python/object:os.system {}", "f.yaml:1:4: the tag tag:yaml.org,2002:python/object:os.system is not"),
        ("? [a]\n: 1", "f.yaml:1:3: a key must be text or a whole number; put it in quotes"),
        ("true: 1", "f.yaml:1:1: a key must be text or a whole number; put it in quotes"),
        ("a: \x07", "f.yaml:1:4: control characters are not allowed in YAML; remove it"),
        ("a:\n\t- b", "f.yaml:2:1: tabs are not allowed as indentation in YAML; use spaces"),
        ('a: [b,\n  c: "', "f.yaml:2:7: invalid YAML: while scanning a quoted scalar"),
        ("a: 'x", "f.yaml:1:6: invalid YAML: while scanning a quoted scalar, found unexpected end of stream"),
        (
            "a: 1\n---\nb: 2",
            "f.yaml:2:1: invalid YAML: expected a single document in the stream, but found another",
        ),
        ("[" * 60 + "]" * 60, "f.yaml:1:42: nested deeper than 40 levels; use fewer levels"),
        ("[" * 5000, "f.yaml:1:1"),
    ],
)
def test_faults_name_their_place(text: str, message: str) -> None:
    assert problems(text)[0].startswith(message)


def test_every_fault_at_once() -> None:
    assert [each.split(" ")[0] for each in problems("a: no\nb: 1:30\na: 1\n")] == [
        "f.yaml:1:4:",
        "f.yaml:2:4:",
        "f.yaml:3:1:",
    ]


def test_a_bomb_of_aliases_is_refused_at_once() -> None:
    levels = "\n".join(f"l{n}: &l{n} [{', '.join([f'*l{n - 1}'] * 9)}]" for n in range(1, 12))
    assert "aliases" in problems(f"l0: &l0 x\n{levels}")[0]


def test_a_block_keeps_its_places() -> None:
    file = load_yaml(SourceText("f.yaml", "a:\n  canvas: |  # the grid\n\n    RY\n    BB\n"))
    block = file.block(("a", "canvas"))
    assert block.text == "\nRY\nBB\n"
    assert str(block.place(1, 0)) == "f.yaml:4:5"


def test_an_empty_file_is_nothing() -> None:
    assert load_yaml(SourceText("f.yaml", "# only a comment\n")).data is None


@given(st.text(alphabet=st.sampled_from("ab: -[]{}#&*!|>'\"%@`\n\t0:1no~<=?,.éx"), max_size=60))
def test_any_text_gives_data_or_a_fault(text: str) -> None:
    try:
        load_yaml(SourceText("f.yaml", text))
    except InputError as error:
        assert all(problem.place and problem.place.line for problem in error.problems)


def laid(base: str, own: str) -> YamlFile:
    return overlay(load_yaml(SourceText("base.yaml", base)), load_yaml(SourceText("own.yaml", own)))


def test_a_file_laid_over_another_keeps_what_it_does_not_say() -> None:
    file = laid("a: {x: 1, y: 2}\nb: [1, 2]\nc: 3\n", "a: {y: 4, z: 5}\nb: [9]\nd: 6\n")
    assert file.data == {"a": {"x": 1, "y": 4, "z": 5}, "b": [9], "c": 3, "d": 6}
    places = {path: str(file.place(path)) for path in (("a", "x"), ("a", "y"), ("b", 0), ("b", 1), ("c",), ())}
    assert places == {
        ("a", "x"): "base.yaml:1:8",
        ("a", "y"): "own.yaml:1:8",
        ("b", 0): "own.yaml:2:5",
        ("b", 1): "own.yaml:2:4",
        ("c",): "base.yaml:3:4",
        (): "own.yaml:1:1",
    }
    assert (str(file.keys["c",]), str(file.keys["d",])) == ("base.yaml:3:1", "own.yaml:3:1")


def test_a_mapping_takes_the_place_of_a_value_and_a_value_that_of_a_mapping() -> None:
    assert laid("a: 1\nb: {c: 2}\n", "a: {x: 1}\nb: 3\n").data == {"a": {"x": 1}, "b": 3}
    assert laid("a: 1\n", "").data is None


def test_null_takes_away() -> None:
    assert laid("a: {x: 1, y: 2}\n", "a: {x: null}\n").data == {"a": {"y": 2}}
    with pytest.raises(InputError) as caught:
        laid("a: {left: 1}\n", "a: {lft: null}\nb: ~\n")
    assert str(caught.value).splitlines() == [
        "own.yaml:1:5: there is no lft to remove; did you mean left?",
        "own.yaml:2:1: there is no b to remove; known: a",
    ]
