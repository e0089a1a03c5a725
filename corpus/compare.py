#!/usr/bin/env python3
"""Runs Barnacle and Oclgrind over the corpus and prints who reports what, as Markdown.

  python3 compare.py [--tool barnacle|oclgrind] [--part bugs|dataracebench]
"""
import argparse
import csv
import datetime
import json
import os
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
BARNACLE = os.path.join(HERE, '..', 'barnacle')
TIMEOUT = 30
REPORTED, CLEAN, NOT_RUN = 'reported', 'clean', 'not run'


def cases(part):
    """Returns (name, whether it is faulty, file without its ending, whether it is a program) for each one of a part."""
    rows = []
    with open(os.path.join(HERE, part + '.csv'), newline='') as f:
        for row in csv.DictReader(f):
            if part == 'bugs':
                for kind in ('faulty', 'mended'):
                    base = os.path.join(HERE, 'bugs', '%s-%s' % (row['name'], kind))
                    rows.append((row['name'] + '-' + kind, kind == 'faulty', base, os.path.exists(base + '.c')))
            else:
                rows.append((row['name'], row['racy'] == 'yes', os.path.join(HERE, part, row['name']), False))
    return rows


def compiled(base, folder):
    """Returns a program of the corpus, or None where gcc or the loader's library is missing."""
    program = os.path.join(folder, os.path.basename(base))
    command = ['gcc', '-w', base + '.c', '-l:libOpenCL.so.1', '-o', program]
    if not shutil.which('gcc') or subprocess.run(command, capture_output=True).returncode:
        return None
    return program


def barnacle_version():
    done = subprocess.run([BARNACLE, '--version'], capture_output=True, text=True)
    if done.returncode:
        sys.exit('compare.py: %s does not run: %s' % (BARNACLE, done.stderr.strip()))
    return done.stdout.split('\n')[0].strip()


def barnacle(all_cases, folder):
    """Returns what Barnacle says, by name: all launches in one process."""
    answers = {}
    launches = [c for c in all_cases if not c[3]]
    command = [BARNACLE, 'check', '--json']
    for case in launches:
        command += ['--launch', case[2] + '.json']
    done = subprocess.run(command, capture_output=True, text=True)
    verdicts = {'faulty': REPORTED, 'clean': CLEAN, 'error': NOT_RUN}
    for line in done.stdout.splitlines():
        answer = json.loads(line)
        name = os.path.basename(answer['launch'])[:-len('.json')]
        answers[name] = verdicts[answer['verdict']]
    for name, _, base, is_program in all_cases:
        if is_program:
            program = compiled(base, folder)
            answers[name] = NOT_RUN
            if program:
                done = subprocess.run([BARNACLE, 'check', '--json', '--', program], capture_output=True, text=True)
                answers[name] = verdicts[json.loads(done.stdout)['verdict']] if done.stdout else NOT_RUN
    return answers


def oclgrind_version():
    if not shutil.which('oclgrind'):
        sys.exit('compare.py: oclgrind is not installed (Debian and Ubuntu: apt install oclgrind)')
    text = subprocess.run(['oclgrind', '--version'], capture_output=True, text=True).stdout
    return next(line for line in text.splitlines() if line.strip()).strip()


def oclgrind(all_cases, folder):
    """Returns what Oclgrind says, by name: a process a launch, through run.py."""
    answers = {}
    for name, _, base, is_program in all_cases:
        command = [sys.executable, os.path.join(HERE, 'run.py'), base + '.json']
        if is_program:
            program = compiled(base, folder)
            command = [program] if program else ['false']
        answers[name] = oclgrind_of(command, ['--data-races'], folder)
        if answers[name] == CLEAN and oclgrind_of(command, ['--uninitialized'], folder) == REPORTED:
            answers[name] = REPORTED  # its plugin for values that are not set does not know all instructions
    return answers


def oclgrind_of(command, options, folder):
    log = os.path.join(folder, 'log')
    if os.path.exists(log):
        os.remove(log)
    try:
        tool = ['oclgrind', '--max-errors', '20', '--log', log] + options
        status = subprocess.run(tool + command, capture_output=True, timeout=TIMEOUT).returncode
    except subprocess.TimeoutExpired:
        status = 'timeout'
    text = ''
    if os.path.exists(log):
        with open(log, errors='replace') as f:
            text = f.read()
    errors = [block for block in text.split('\n\n') if block.strip() and 'FATAL ERROR' not in block]
    if any('Kernel:' in block or 'rror' in block for block in errors):
        return REPORTED
    return CLEAN if status == 0 else NOT_RUN


TOOLS = {'barnacle': ('Barnacle', barnacle_version, barnacle), 'oclgrind': ('Oclgrind', oclgrind_version, oclgrind)}


def percent(part, whole):
    return '%.1f %%' % (100 * part / whole) if whole else ''


def table(all_cases, answers):
    lines = ['| tool | found (TP) | missed (FN) | faulty, not run | wrongly reported (FP) | clean (TN) '
             '| clean, not run | precision | recall |', '|' + ' --- |' * 9]
    for tool, answer in answers.items():
        count = {(faulty, what): 0 for faulty in (True, False) for what in (REPORTED, CLEAN, NOT_RUN)}
        for name, faulty, _, _ in all_cases:
            count[faulty, answer.get(name, NOT_RUN)] += 1
        found, wrong = count[True, REPORTED], count[False, REPORTED]
        faulty = sum(count[True, what] for what in (REPORTED, CLEAN, NOT_RUN))
        lines.append('| %s | %d | %d | %d | %d | %d | %d | %s | %s |' % (
            TOOLS[tool][0], found, count[True, CLEAN], count[True, NOT_RUN], wrong, count[False, CLEAN],
            count[False, NOT_RUN], percent(found, found + wrong), percent(found, faulty)))
    return lines


def differences(all_cases, answers):
    """Returns the kernels that a tool does not judge rightly, or that the tools judge differently."""
    lines = ['| kernel | is | ' + ' | '.join(TOOLS[tool][0] for tool in answers) + ' |',
             '| --- | --- |' + ' --- |' * len(answers)]
    for name, faulty, _, _ in all_cases:
        said = [answer.get(name, NOT_RUN) for answer in answers.values()]
        if any(what != (REPORTED if faulty else CLEAN) for what in said):
            lines.append('| %s | %s | %s |' % (name, 'faulty' if faulty else 'right', ' | '.join(said)))
    return lines


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('--tool', choices=sorted(TOOLS), action='append', help='this tool only; both by default')
    parser.add_argument('--part', choices=['bugs', 'dataracebench'], action='append', help='this part only')
    arguments = parser.parse_args()
    tools = arguments.tool or ['barnacle', 'oclgrind']
    print('%s, on %s.' % (', '.join(TOOLS[tool][1]() for tool in tools), datetime.date.today().isoformat()))
    for part in arguments.part or ['bugs', 'dataracebench']:
        all_cases = cases(part)
        with tempfile.TemporaryDirectory() as folder:
            answers = {tool: TOOLS[tool][2](all_cases, folder) for tool in tools}
        print('\n`%s`:\n' % part)
        print('\n'.join(table(all_cases, answers)))
        print('\n' + '\n'.join(differences(all_cases, answers)))


if __name__ == '__main__':
    main()
