//! Changes that repeat what follows the place in another version.

use super::*;

#[test]
fn the_rest_of_what_replace_has_as_a_whole_is_there_in_its_old_version() {
    for (file, search, replace) in [
        // The head of a block, and its end.
        (
            "if a {\n  if b {\n    log_it(one)\n  }\n}\n",
            "if a {\n",
            "if a {\n  if c {\n    log_it(one)\n  }\n}\n",
        ),
        (
            "<configuration>\n  <to>1.8</to>\n</configuration>\n<other>\n",
            "<configuration>\n",
            "<configuration>\n  <to>11</to>\n</configuration>\n",
        ),
        (
            "import (\n  \"one\"\n\n  \"example.org/two\"\n)\n",
            "import (\n",
            "import (\n  \"1\"\n\n  \"example.org/two\"\n)\n",
        ),
        (
            "call_this(x, {\n  space: 1,\n  axis: 2,\n});\n",
            "  axis: 2,\n});\n",
            "call_this(x, {\n  space: 2,\n  axis: 2,\n});\n",
        ),
        // One without brackets: its body, and the whole of it.
        (
            "for a in b:\n  use(a)\n  a.seen = True\n  seen_all.append(a)\n",
            "for a in b:\n",
            "for a in b:\n  use(b)\n  a.seen = True\n  seen_all.append(a)\n",
        ),
        (
            "for one in both:\n  use(one)\n  end(one)\nrest()\n",
            "  end(one)\n",
            "for one in both:\n  use(1)\n  end(one)\n",
        ),
    ] {
        assert_eq!(asked(file, search, replace), Presence::Unclear, "{replace}");
    }
    for (file, search, replace) in [
        // Another item with the same body.
        (
            "class A:\n  def a(self):\n    return use(self)\n",
            "class A:\n",
            "class A:\n  def b(self):\n    return use(self)\n\n",
        ),
        ("a {\n  f() {\n    log_it(one)\n  }\n}\n", "a {\n", "a {\n  g() {\n    log_it(one)\n  }\n"),
        ("- name: a\n  image: first\n", "- name: a\n", "- name: b\n  image: first\n- name: a\n"),
        // Another statement.
        (
            "for a in b:\n  use(a)\n  seen_all.append(a)\n",
            "for a in b:\n",
            "for a in b:\n  use(b)\n  seen_all.append(b)\n",
        ),
    ] {
        assert_eq!(asked(file, search, replace), Presence::Absent, "{replace}");
    }
}
