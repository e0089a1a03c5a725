#!/usr/bin/env python3
"""Writes the tables of README.md from the indexes; with --check it says whether they are up to date."""
import csv
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
README = os.path.join(HERE, 'README.md')


def rows(name):
    with open(os.path.join(HERE, name), newline='') as f:
        return list(csv.DictReader(f))


def bugs():
    lines = ['| kernel | kind | line | what is wrong | report | year | found | bare | story |', '|' + ' --- |' * 9]
    for r in rows('bugs.csv'):
        ending = 'c' if os.path.exists(os.path.join(HERE, 'bugs', r['name'] + '-faulty.c')) else 'cl'
        repository, number = r['report'].split('#')
        name = '[%s](bugs/%s-faulty.%s)' % (r['name'], r['name'], ending)
        report = '[%s](https://github.com/%s/issues/%s)' % (r['report'], repository, number)
        cells = [name, r['kind'], r['line'], r['rule'], report, r['year'], r['found'], r['bare'], r['story']]
        lines.append('| ' + ' | '.join(cells) + ' |')
    return lines


def patterns():
    lines = ['| kernel | pattern | lines of the race |', '|' + ' --- |' * 3]
    for r in rows('dataracebench.csv'):
        if r['racy'] == 'yes':
            name = r['name'][:-len('-yes')]
            lines.append('| [%s](dataracebench/%s-yes.cl) | %s | %s |' % (name, name, r['pattern'], r['lines']))
    return lines


def main():
    with open(README) as f:
        text = f.read()
    new = text
    for name, lines in (('bugs', bugs()), ('dataracebench', patterns())):
        begin, end = '<!-- %s.csv -->\n' % name, '<!-- end of %s.csv -->' % name
        head, rest = new.split(begin)
        new = head + begin + '\n'.join(lines) + '\n' + end + rest.split(end)[1]
    if '--check' in sys.argv:
        sys.exit('README.md is not what tables.py makes of the indexes' if new != text else 0)
    with open(README, 'w') as f:
        f.write(new)


if __name__ == '__main__':
    main()
