#!/usr/bin/env python3
"""Holds the order of rooms that rooms.txt states, on the symbol tables of the objects in a build folder.

rooms.py SOURCE BUILD LLVM-NM [rooms.txt]   status 1 and a line for each use of a higher room, for each circle, and for
each exception that is no longer one. With the words `--list ROOM` after these: who uses what in that room.
"""
import collections
import json
import os
import re
import subprocess
import sys


def objects(source, build):
    """source file -> its object: of every file that the build knows, and the bitcode of the device runtime"""
    found = {}
    with open(os.path.join(build, "compile_commands.json")) as f:
        for entry in json.load(f):
            name = os.path.relpath(entry["file"], source)
            out = entry.get("output") or re.search(r" -o (\S+)", entry["command"]).group(1)
            if name.startswith(("src/", "lib/", "runtime/", "softgpu/")):
                found.setdefault(name, os.path.join(entry["directory"], out))
    for name in os.listdir(os.path.join(source, "runtime/device")):
        part = os.path.join(build, "runtime/device/nvptx64", name[:-2] + ".bc")
        if name.endswith(".c") and os.path.exists(part):
            found["runtime/device/" + name] = part
    return {name: o for name, o in found.items() if os.path.exists(o)}


def uses(objects_of, nm):
    """file -> file used -> names"""
    by_object = {o: name for name, o in objects_of.items()}
    text = subprocess.run([nm, "-A", "--format=posix"] + sorted(by_object), check=True, capture_output=True,
                          text=True).stdout
    defined, wanted = {}, []  # device code has names of its own: its memcpy is nobody else's
    for line in text.splitlines():
        object_, rest = line.split(": ", 1)
        name, kind = rest.split()[:2]
        file = by_object[object_]
        name = (file.startswith("runtime/device/"), name)
        if kind in "Uw":
            wanted.append((file, name))
        elif kind.isupper() and name[1] != "main":
            defined[name] = file
    edges = collections.defaultdict(lambda: collections.defaultdict(list))
    for file, name in wanted:
        if name in defined and defined[name] != file:
            edges[file][defined[name]].append(name[1])
    return edges


def rules(path):
    layers, acyclic, listed, never, exceptions = {}, [], [], [], []
    level = 0
    with open(path) as f:
        for line in f:
            words = line.split("#")[0].split()
            if not words:
                continue
            if words[0] == "layer":
                level += 1
                for room in words[1:]:
                    layers[room] = level
            elif words[0] == "acyclic":
                acyclic += words[1:]
            elif words[0] == "listed":
                listed += words[1:]
            elif words[0] == "never" and len(words) == 3:
                never.append((words[1], words[2]))
            elif words[0] == "except" and words[2] == "->":
                exceptions.append((words[1], words[3]))
            else:
                sys.exit(f"{path}: not understood: {line}")
    return layers, acyclic, listed, never, exceptions


def against_list(edges, files, source, header):
    """what the list in the header's first comment, lowest files first, does not say about its room"""
    room = os.path.dirname(header)
    with open(os.path.join(source, header)) as f:
        names = re.findall(r"\b\w+\.[cS]\b", re.search(r"Layers(?:.|\n)*?:\n \*\n((?: \* {3}.*\n)+)", f.read()).group(1))
    place = {f"{room}/{name}": i for i, name in enumerate(names)}
    wrong = [f"{header} lists {f} twice, or it was not built" for f in place
             if f not in files or names.count(os.path.basename(f)) > 1]
    wrong += [f"{header} does not list {f}" for f in sorted(files) if os.path.dirname(f) == room and f not in place]
    for a in sorted(place.keys() & edges.keys()):
        wrong += [f"{a} uses {b}, which stands after it in the list of {header}"
                  for b in sorted(edges[a].keys() & place.keys()) if place[b] > place[a]]
    return wrong


def circle_in(edges, room):
    """files of the room on a circle, or between two: who uses none of the others, or is used by none, is taken away"""
    inside = {a: {b for b in edges[a] if os.path.dirname(b) == room} for a in list(edges) if os.path.dirname(a) == room}
    while True:
        used = set().union(*inside.values()) if inside else set()
        outer = [a for a in inside if not inside[a] & inside.keys() or a not in used]
        if not outer:
            return {a: sorted(inside[a] & inside.keys()) for a in sorted(inside)}
        for a in outer:
            del inside[a]


def main():
    source, build, nm, table = sys.argv[1:5]
    files = objects(source, build)
    edges = uses(files, nm)
    layers, acyclic, listed, never, exceptions = rules(table)
    if sys.argv[5:6] == ["--list"]:
        for a in sorted(edges):
            for b in sorted(edges[a]):
                if os.path.dirname(a) == sys.argv[6]:
                    print(f"{a} -> {b}: {' '.join(sorted(edges[a][b]))}")
        return 0
    wrong, needed = [], set()
    for a in sorted(edges):
        room = os.path.dirname(a)
        if room not in layers:
            wrong.append(f"{a}: no layer for this room in {table}")
            continue
        for b in sorted(edges[a]):
            other = os.path.dirname(b)
            if other == room or layers.get(other, 0) < layers[room]:
                continue
            needed.add((a, b))
            if (a, b) not in exceptions:
                wrong.append(f"{a} uses {', '.join(sorted(edges[a][b]))} of the higher room's {b}")
    wrong += [f"{a} does not use {b} any more: take this exception out of {table}"
              for a, b in exceptions if (a, b) not in needed]
    for room in acyclic:
        circle = circle_in(edges, room)
        wrong += [f"{a} is part of a circle: it uses {', '.join(to)}" for a, to in circle.items()]
        if not any(os.path.dirname(a) == room for a in files):
            wrong.append(f"{room} holds no file that was built")
    for room, file in never:
        wrong += [f"{a} uses {', '.join(sorted(edges[a][file]))} of {file}, which nothing in {room} may"
                  for a in sorted(edges) if a.startswith(room + "/") and file in edges[a]]
        if file not in files:
            wrong.append(f"{file} was not built")
    for header in listed:
        wrong += against_list(edges, files, source, header)
    print("\n".join(wrong) if wrong else f"{len(edges)} files keep the order, {len(exceptions)} exceptions")
    return 1 if wrong else 0


sys.exit(main())
