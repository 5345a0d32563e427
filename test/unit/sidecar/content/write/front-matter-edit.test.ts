import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { FieldValue } from '../../../../../src/sidecar/content/write/fields.js';
import { joinFile, splitFile } from '../../../../../src/sidecar/content/write/stored-file.js';
import { editFrontMatter } from '../../../../../src/sidecar/content/write/yaml-edit.js';

function edit(text: string, changes: Readonly<Record<string, FieldValue | undefined>>): string {
  const file = splitFile(Buffer.from(text), 'tea.md');
  return joinFile(editFrontMatter(file, new Map(Object.entries(changes)), 'tea.md'));
}

const YAML = `---
# The page about tea.
title:   "Tea & herbs"   # shown in lists
draft: true
tags: [green tea, 'herbs']
categories:
  - Drinks # the first one
  # kept for later
  - "Hot things"
description: >
  Two lines
  of words.
weight: 007
---

Body: ---
`;

describe('front matter in YAML', () => {
  it('that would be longer than a build reads is refused with its length', () => {
    expect(() => edit(YAML, { description: 'x '.repeat(100_000) })).toThrow(
      /would have 200\d{3} characters, and the limit is 200000\. Shorten the texts/,
    );
  });

  it('keeps everything but the value', () => {
    expect(edit(YAML, { title: 'Coffee: black' })).toBe(YAML.replace('Tea & herbs', 'Coffee: black'));
    expect(edit(YAML, { draft: false })).toBe(YAML.replace('draft: true', 'draft: false'));
  });

  it('keeps items of lists as they were written', () => {
    expect(edit(YAML, { tags: ['herbs', 'a, b', 'mint'] })).toBe(
      YAML.replace("[green tea, 'herbs']", '[\'herbs\', "a, b", mint]'),
    );
    expect(edit(YAML, { categories: ['Hot things', 'Cold: things'] })).toBe(
      YAML.replace('  - Drinks # the first one\n', '').replace(
        '  - "Hot things"\n',
        '  - "Hot things"\n  - "Cold: things"\n',
      ),
    );
  });

  it('replaces folded texts, adds keys at the end, and removes them with their lines', () => {
    const description = 'description: >\n  Two lines\n  of words.\n';
    expect(edit(YAML, { description: 'yes' })).toBe(YAML.replace(description, 'description: "yes"\n'));
    expect(edit(YAML, { description: undefined })).toBe(YAML.replace(description, ''));
    expect(edit(YAML, { topics: ['Tea', 'On'] })).toBe(
      YAML.replace('weight: 007\n', 'weight: 007\ntopics: [Tea, "On"]\n'),
    );
    expect(edit(YAML, { date: { plain: '2026-07-02T10:00:00Z' } })).toBe(
      YAML.replace('weight: 007\n', 'weight: 007\ndate: 2026-07-02T10:00:00Z\n'),
    );
  });

  it('fills keys without a value, and keeps the comment on the next line', () => {
    const text = '---\ntags:\n# a word\ntitle: Tea\n---\nx';
    expect(edit(text, { tags: ['a'] })).toBe('---\ntags: [a]\n# a word\ntitle: Tea\n---\nx');
  });

  it('keeps byte order mark, line ends and single quotes', () => {
    const text = "\uFEFF---\r\ntitle: 'It''s tea'\r\n---\r\n\r\nBody\r\n";
    expect(edit(text, { title: "It's late", draft: true })).toBe(
      "\uFEFF---\r\ntitle: 'It''s late'\r\ndraft: true\r\n---\r\n\r\nBody\r\n",
    );
  });

  it('gives front matter to a file without any', () => {
    expect(edit('# Tea\n', { description: 'Leaves.' })).toBe('---\ndescription: Leaves.\n---\n\n# Tea\n');
    expect(edit('# Tea\n', { description: undefined })).toBe('# Tea\n');
  });

  it('refuses what it cannot change alone', () => {
    expect(() => edit('---\n{title: Tea}\n---\n', { title: 'x' })).toThrow(/can't be changed/);
    expect(() => edit('---\ntitle: &t Tea\nh1: *t\n---\n', { title: 'x' })).toThrow(/can't be changed/);
  });
});

describe('front matter in TOML', () => {
  const toml = `+++
# The page about tea.
title = 'Tea'  # shown in lists
draft = true
tags = [
  "green", # a colour
  "herbs",
]
text = """
a = "1"
"""

[params]
title = "Other"
+++

Body
`;

  it('keeps everything but the value', () => {
    expect(edit(toml, { title: 'Late "tea"', draft: false })).toBe(
      toml.replace("'Tea'", '\'Late "tea"\'').replace('draft = true', 'draft = false'),
    );
    expect(edit(toml, { tags: ['mint'] })).toBe(toml.replace(/tags = \[[^\]]*\]/, 'tags = [\n  "mint",\n]'));
  });

  it('keeps items of lists as they were written, with their comments', () => {
    expect(edit(toml, { tags: ['green', 'mint', 'herbs'] })).toBe(
      toml.replace('  "herbs"', '  "mint",\n  "herbs"'),
    );
    expect(edit(toml, { tags: ['herbs'] })).toBe(toml.replace('  "green", # a colour\n', ''));
    const list = (text: string) => `+++\ntags = ${text} # end\n+++\nB`;
    for (const [before, tags, after] of [
      [`["a", 'b']`, ['b', 'c'], `['b', "c"]`],
      [`[ 'a', "b" ]`, ['a', 'b', 'c'], `[ 'a', "b", 'c' ]`],
      [
        `[ # all\n  # one\n  'a',\n  "b" # two\n  # last\n]`,
        ['b', 'a'],
        `[ # all\n  "b", # two\n  # one\n  'a'\n  # last\n]`,
      ],
      [`[\n  "a",\n  "b"\n]`, ['a', 'b', 'c'], `[\n  "a",\n  "b",\n  "c"\n]`],
      [`["a",\n "b"]`, ['b'], `["b"]`],
      [`["a\\u00e9", """x""", {a = 1}]`, ['x'], `["x"]`],
      ['[]', ['a'], '["a"]'],
      [`["a"]`, [], '[]'],
    ] as const)
      expect(edit(list(before), { tags })).toBe(list(after));
  });

  it('adds keys above the first table, and removes them', () => {
    expect(edit(toml, { date: { plain: '2026-07-02T10:00:00Z' }, draft: undefined })).toBe(
      toml.replace('draft = true\n', '').replace('"""\n\n[', '"""\ndate = 2026-07-02T10:00:00Z\n\n['),
    );
  });
});

describe('front matter in JSON', () => {
  it.each([
    ['{\n  "title": "Tea",\n  "tags": [\n    "a"\n  ]\n}\n\nBody\n'],
    [';;;\n{\n  "title": "Tea",\n  "tags": [\n    "a"\n  ]\n}\n;;;\n\nBody\n'],
  ])('keeps everything but the value: %j', (text) => {
    expect(edit(text, { title: 'Mint' })).toBe(text.replace('"Tea"', '"Mint"'));
    expect(edit(text, { tags: ['b', 'c'] })).toBe(text.replace('"a"', '"b",\n    "c"'));
    expect(edit(text, { draft: true })).toBe(text.replace('  ]\n}', '  ],\n  "draft": true\n}'));
    expect(edit(text, { title: undefined })).toBe(text.replace('"title": "Tea",\n  ', ''));
    expect(edit(text, { tags: undefined })).toBe(text.replace(/,\n {2}"tags"[^\]]*\]/, ''));
  });
});

const words = fc.string({ unit: 'grapheme', maxLength: 30 }).map((text) => text.replace(/[\0\uFEFF]/g, ''));
const values: fc.Arbitrary<FieldValue> = fc.oneof(
  words,
  fc.boolean(),
  fc.integer(),
  fc.array(
    words.filter((text) => text !== ''),
    { maxLength: 4 },
  ),
);

describe('whatever is written', () => {
  const keys = ['title', 'tags', 'draft', 'focus'] as const;

  it.each(['yaml', 'toml', 'json'])('reads back, and other lines stay: %s', (format) => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(...keys), values), { maxLength: 6 }), (edits) => {
        const text = {
          yaml: '---\nid: 7 # mine\ntags:\n  - a\n  - "b"\n---\nBody',
          toml: '+++\nid = 7 # mine\ntags = ["a", "b"]\n+++\nBody',
          json: '{\n  "id": 7,\n  "tags": ["a", "b"]\n}\nBody',
        }[format] as string;
        let file = splitFile(Buffer.from(text), 'x');
        const expected: Record<string, unknown> = { id: 7, tags: ['a', 'b'] };
        for (const [key, value] of edits) {
          file = editFrontMatter(file, new Map([[key, value]]), 'x');
          expected[key] = value;
        }
        const again = splitFile(Buffer.from(joinFile(file)), 'x');
        expect(JSON.parse(JSON.stringify(again.data))).toEqual(expected);
        expect(again.body).toBe('Body');
        if (format === 'yaml') {
          expect(joinFile(file)).toContain('\nid: 7 # mine\n');
          expect(parse(again.front?.text ?? '', { version: '1.1' })).toEqual(expected);
        }
      }),
    );
  });
});
