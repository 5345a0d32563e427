import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import { parseSimpleYaml } from '../../../../src/sources/files/simple-yaml.js';

/** What the full parser makes of a text; undefined for an error. */
function full(text: string): unknown {
  const document = parseDocument(text, { merge: true, logLevel: 'silent' });
  return document.errors.length > 0 ? undefined : document.toJS();
}

describe('parseSimpleYaml', () => {
  it('reads what most front matter is', () => {
    const text = [
      'title: "A walk: to the harbour"',
      "subtitle: 'It is # fine'",
      'date: 2024-05-06 10:00:00',
      '# a comment',
      'count: 12',
      'draft: false',
      'tags: [green tea, black]',
      'categories:',
      '  - Travel',
      '  - "Sea"',
      'makers: ["The pan, Ltd", \'It is # fine\' , plain,]',
      'empty:',
      'url: /a/b.html',
    ].join('\n');
    expect(parseSimpleYaml(text)).toEqual({
      title: 'A walk: to the harbour',
      subtitle: 'It is # fine',
      date: '2024-05-06 10:00:00',
      count: 12,
      draft: false,
      tags: ['green tea', 'black'],
      categories: ['Travel', 'Sea'],
      makers: ['The pan, Ltd', 'It is # fine', 'plain'],
      empty: null,
      url: '/a/b.html',
    });
  });

  it.each([
    ['a: b: c'],
    ['a: b # c'],
    ['a: "x\\n"'],
    ['a: |\n  b'],
    ['a: b\n  c'],
    ['a: &x b'],
    ['a: b\na: c'],
    ['a: 1.5'],
    ['a: 0x1f'],
    ['a: True'],
    ['a: {b: c}'],
    ['a: [b, [c]]'],
    ['a: ["b": c]'],
    ['a: ["b"c]'],
    ['a: ["b" "c"]'],
    ["a: ['it''s']"],
    ['a: ["b\\n"]'],
    ['a: ["b", 1]'],
    ['a: [,]'],
    ['a: ["b"] # ["c"]'],
    ['a:\n  b: c'],
    ['a:\n  - b: c'],
    ['a:\n  - b\n   - c'],
    ['a:\tb'],
    ['<<: b'],
    ['__proto__: b'],
    ['just words'],
    [''],
  ])('leaves %j to the full parser', (text) => {
    expect(parseSimpleYaml(text)).toBeUndefined();
  });

  const gap = ' '.repeat(190_000);

  // Where each space was looked at from each other one, these took minutes.
  it.each([
    ['in a value', `a: x${gap}y`, { a: `x${gap}y` }],
    ['in an item', `a:\n  - x${gap}y`, { a: [`x${gap}y`] }],
    ['in a list', `a: [x${gap}y, z]`, { a: [`x${gap}y`, 'z'] }],
    ['behind a comma', `a: [x,${gap}]`, { a: ['x'] }],
    ['before a quote in a list', `a: [x${gap}"y"]`, undefined],
    ['behind a quoted item', `a: ["x"${gap}y]`, undefined],
  ])(
    'comes to an end of a long row of spaces %s',
    (_, text, data) => {
      expect(parseSimpleYaml(text)).toEqual(data);
    },
    5_000,
  );

  it('never differs from the full parser', () => {
    const key = fc.constantFrom(
      'title',
      'date',
      'tags',
      'a-b',
      '_c',
      'x y',
      '"q"',
      '1',
      '__proto__',
      'true',
      'null',
      '-',
    );
    const written = fc.oneof(
      fc.constantFrom(
        ...[
          '',
          'a',
          'true',
          'no',
          'null',
          '~',
          '1',
          '01',
          '1.5',
          '1e3',
          '0o7',
          '-1',
          '+1',
          '.5',
          '1_000',
          '12:30',
          '1:',
        ],
        ...[
          '2024-01-02',
          '2024-01-02 10:00:00',
          '2024-01-02T10:00:00Z',
          '[a, b]',
          '[a, 1]',
          '[]',
          '[a,]',
          '[a b]',
          '{}',
        ],
        ...[
          '"a"',
          "'a'",
          '"a',
          "it's",
          '"a" b',
          'a: b',
          'a #b',
          'a#b',
          '#a',
          '&a b',
          '*a',
          '!t a',
          '|',
          '>-',
          '- a',
          '- ',
          '-a',
        ],
        ...[
          '/a',
          '@a',
          '%a',
          '`a`',
          'a,b',
          'a]',
          'é',
          '日本',
          '\u0085',
          '\u2028',
          'a\tb',
          'a ',
          ' a',
          ': a',
          '? a',
          '---',
          '...',
        ],
      ),
      fc.string({ unit: 'grapheme', maxLength: 8 }),
      fc.string({ maxLength: 8 }),
    );
    const item = fc.constantFrom(
      ...[
        '"a"',
        "'a'",
        'a',
        'a b',
        '"a, b"',
        '""',
        "''",
        '"a\\n"',
        "'it''s'",
        'null',
        '"null"',
        '1',
        '"1"',
        '~',
      ],
      ...[
        '',
        ' ',
        '"',
        "'",
        '[a]',
        '{a: b}',
        '&a b',
        'a: b',
        '"a": b',
        '#a',
        '"#a"',
        'a"b',
        '"a"b',
        'é',
        '"é"',
      ],
    );
    const flow = fc
      .tuple(fc.array(item, { maxLength: 3 }), fc.constantFrom(',', ', ', ' ,  ', '  '))
      .map(([items, between]) => `[${items.join(between)}]`);
    const value = fc.oneof(written, { weight: 1, arbitrary: flow });
    const line = fc.oneof(
      fc.tuple(key, fc.constantFrom(': ', ':', ':  ', ' : '), value).map((parts) => parts.join('')),
      fc.tuple(fc.constantFrom('- ', '  - ', ' - ', '    - ', '  '), value).map((parts) => parts.join('')),
      fc.constantFrom('', '# x', ' # x', '   '),
    );
    const likely = fc
      .tuple(fc.constantFrom('a', 'b', 'c', 'd'), value)
      .map(([name, text]) => `${name}: ${text}`);
    let read = 0;
    fc.assert(
      fc.property(fc.array(fc.oneof({ weight: 3, arbitrary: likely }, line), { maxLength: 4 }), (lines) => {
        const text = lines.join('\n');
        const simple = parseSimpleYaml(text);
        if (simple === undefined) return;
        read += 1;
        expect(simple).toEqual(full(text));
      }),
      { numRuns: 20_000 },
    );
    expect(read).toBeGreaterThan(1000);
  });
});
