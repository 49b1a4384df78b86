"""one_file.py: one C file out of many small programs.

Compiling a row costs the starts of Clang, not its dozen lines. So rows are compiled as one file that includes them all.
What two of them name at their top level gets a name of its own in each, by macros; their main()s are called row_NAME."""
import re

KEYWORDS = set("""auto break case char const continue default do double else enum extern float for goto if inline int long
    register restrict return short signed sizeof static struct switch typedef union unsigned void volatile while""".split())
QUOTED = r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\''


def top_level(text):
    """without comments, directives, strings and what stands in the braces of functions"""
    text = re.sub(rf"({QUOTED})|//[^\n]*|/\*.*?\*/", lambda m: "0" if m[1] else " ", text, flags=re.S)
    text = re.sub(r"^[ \t]*#(?:\\\n|[^\n])*", "", text, flags=re.M)
    out, depth, in_function = [], 0, False
    for part in re.split(r"([{}])", text):
        if part == "{" and depth == 0:
            in_function = out[-1].rstrip().endswith(")")
        depth += {"{": 1, "}": -1}.get(part, 0)
        if not in_function or part == "{" and depth == 1:
            out.append(part)
        elif depth == 0:
            in_function = False
            out.append("}")
    return "".join(out)


class Program:
    def __init__(self, file):
        self.file, text = file, file.read_text()
        for header in re.findall(r'^#\s*include\s*"([^"]*)"', text, flags=re.M):
            if header not in ("check.h", "fault.h"):  # which all share
                text += (file.parent / header).read_text()
        top = top_level(text)
        found = set(re.findall(r"(\w+)\s*\((?=[^;{}]*\)\s*\{)", top))  # functions with a body
        while top != (less := re.sub(r"\([^()]*\)", " ", top)):
            top = less
        found |= set(re.findall(r"(\w+)\s*(?=[\[=;,{}:])", top))  # variables, tags, types, enumerators, and members
        self.includes = set(re.findall(r"^\s*#\s*include\s*<[^>]*>", text, flags=re.M))
        self.macros = set(re.findall(r"^\s*#\s*define\s+(\w+)", text, flags=re.M))
        self.names = {n for n in found if not re.match(r"\d|_|omp_", n)} - KEYWORDS - self.macros


def one_file(files):
    """the text of the file; files: paths"""
    programs = [Program(f) for f in files]
    lines = sorted(set().union(*(p.includes for p in programs)))
    for k, p in enumerate(programs):
        others = programs[:k] + programs[k + 1:]
        twice = {n for n in p.names if any(n in q.names for q in others)}
        again = {n: f"{n}_{k}" for n in twice} | {"main": f"row_{p.file.stem}"}
        lines += [f"#define {n} {other}" for n, other in sorted(again.items())] + [f'#include "{p.file}"']
        lines += [f"#undef {n}" for n in sorted(again.keys() | p.macros)]
    return "\n".join(lines) + "\n"
