#!/usr/bin/env python3
"""Looks at action.yml, the examples for CI and the recipe: what they name exists, what they use is declared.

Exit status 1 with a line for each mistake. Needs PyYAML to parse them; without it that part is left out, and said so.
"""

import os
import re
import sys

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
FILES = ["action.yml", "dist/ci/gitlab-ci.yml"]
mistakes = []


def read(name):
    with open(os.path.join(ROOT, name), encoding="utf-8") as file:
        return file.read()


def look_at_scripts(name, text):
    for script in sorted(set(re.findall(r"dist/ci/[\w.-]+\.(?:sh|json|py)", text))):
        path = os.path.join(ROOT, script)
        if not os.path.exists(path):
            mistakes.append(f"{name}: {script} does not exist")
        elif script.endswith(".sh") and not os.access(path, os.X_OK):
            mistakes.append(f"{name}: {script} cannot be run")
        for option in options_of(text, script):
            if option not in read(script):
                mistakes.append(f"{name}: {script} has no {option}")


def options_of(text, script):
    """Returns the options with which a text calls a script, also over folded lines."""
    found = set()
    for call in re.findall(re.escape(script) + r"((?:[^\n]|\n(?= +--))*)", text):
        found.update(re.findall(r"(?<![\w-])--[a-z-]+", call))
    return found


def look_at_inputs(text):
    declared = set(re.findall(r"^  ([\w-]+):$", text[text.index("inputs:") : text.index("runs:")], re.M))
    used = set(re.findall(r"inputs\.([\w-]+)", text[text.index("runs:") :]))
    for name in sorted(used - declared):
        mistakes.append(f"action.yml: inputs.{name} is not declared")
    for name in sorted(declared - used):
        mistakes.append(f"action.yml: the input {name} is not used")


def parse():
    try:
        import yaml
    except ImportError:
        print("validate.py: no PyYAML, so nothing was parsed", file=sys.stderr)
        return
    action = yaml.safe_load(read("action.yml"))
    for key in ("name", "description", "inputs", "runs"):
        if key not in action:
            mistakes.append(f"action.yml: has no {key}")
    for step in action["runs"]["steps"]:
        if "run" in step and "shell" not in step:
            mistakes.append(f"action.yml: {step['name']} has no shell")
        if ("run" in step) == ("uses" in step):
            mistakes.append(f"action.yml: {step['name']} neither runs nor uses")
    for name, job in yaml.safe_load(read("dist/ci/gitlab-ci.yml")).items():
        if not all(isinstance(line, str) for line in job["script"]):
            mistakes.append(f"dist/ci/gitlab-ci.yml: {name}: its script is not lines of text")
    recipe = yaml.safe_load(read("dist/conda/recipe.yaml"))
    for key in ("context", "package", "source", "build", "requirements", "tests", "about"):
        if key not in recipe:
            mistakes.append(f"dist/conda/recipe.yaml: has no {key}")


def look_at_versions():
    version = re.search(r"<version>(.*?)</version>", read("pom.xml")).group(1)
    for name in ("dist/conda/recipe.yaml", "dist/Containerfile"):
        if version not in read(name):
            mistakes.append(f"{name}: is not of version {version}")


for file in FILES:
    look_at_scripts(file, read(file))
look_at_inputs(read("action.yml"))
look_at_versions()
parse()
for mistake in mistakes:
    print(f"error: {mistake}", file=sys.stderr)
sys.exit(1 if mistakes else 0)
