import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJsonText, scanJson } from '../../../src/config/parse.js';
import { parseYamlText } from '../../../src/config/parse-yaml.js';
import { SvcError } from '../../../src/core/errors.js';

describe('scanJson', () => {
  it.each([
    ['{"a": tru}', 6],
    ['{"a": 1,}', 8],
    ['[1, 2', 5],
    ['[1 2]', 3],
    ['{"a" 1}', 5],
    ['{a: 1}', 1],
    ['{} {}', 3],
    ['{"a": 01}', 6],
    ['{"a": "b\n"}', 6],
    ['{"a": 1]', 7],
    ['  ', 0],
    ["{'a': 1}", 1],
  ])('%j: %i', (text, offset) => {
    expect(() => JSON.parse(text)).toThrow();
    expect(scanJson(text).error).toBe(offset);
  });

  it('agrees with JSON.parse on what is JSON', () => {
    const piece = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '"\\u00e9"',
      '1',
      '-0.5e3',
      '01',
      'true',
      'nul',
      ' ',
      '\n',
    );
    const text = fc.oneof(
      fc.array(piece, { maxLength: 9 }).map((pieces) => pieces.join('')),
      fc.json(),
      fc.string(),
    );
    fc.assert(
      fc.property(text, (given) => {
        const valid = (() => {
          try {
            JSON.parse(given);
            return true;
          } catch {
            return false;
          }
        })();
        expect(scanJson(given).error === undefined).toBe(valid);
      }),
      { numRuns: 1000 },
    );
  });

  it('finds a key that stands twice in one object, and only there', () => {
    expect(scanJson('{"a": 1, "b": {"a": 2}, "a": 3}').duplicate).toBe(24);
    expect(scanJson('{"a": [{"a": 1}, {"a": 2}]}').duplicate).toBeUndefined();
  });

  it('finds the place where valid JSON is broken by a stray character', () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom('§', '}}', ',,'), (json, stray) => {
        expect(scanJson(`${json}${stray}`).error).toBe(json.trimEnd().length);
      }),
    );
  });
});

describe('places', () => {
  const json = '{\n  "a": {"b": [1,\n    {"c": 2}]}\n}';

  it.each([
    [['a'], 2, 3],
    [['a', 'b'], 2, 9],
    [['a', 'b', 1], 3, 5],
    [['a', 'b', 1, 'c'], 3, 6],
    [['a', 'missing'], 2, 3],
    [[], 1, 1],
  ])('of %j in JSON', (path, line, column) => {
    expect(parseJsonText(json, 'x.json', 'SVC_CONFIG_INVALID').locate(path)).toEqual({ line, column });
  });

  it('in YAML', () => {
    const parsed = parseYamlText('# kiln\na:\n  - b: 1\n  - c: 2\n', 'x.yaml', 'SVC_CONFIG_INVALID');
    expect(parsed.value).toEqual({ a: [{ b: 1 }, { c: 2 }] });
    expect(parsed.locate(['a', 1, 'c'])).toEqual({ line: 4, column: 5 });
  });
});

describe('YAML', () => {
  it.each(['a: 1\na: 2\n', 'a: [1\n', 'a: *nobody\n', '\tb: 1\n'])(
    'refuses %j with a place or a reason',
    (text) => {
      expect(() => parseYamlText(text, 'x.yaml', 'SVC_CONFIG_INVALID')).toThrow(SvcError);
    },
  );
});

describe('a text that JavaScript or YAML would accept', () => {
  it.each([
    ['// ours\n{}', 'JSON has no comments'],
    ['{"a": 1 /* one */}', 'JSON has no comments'],
    ['{"a": [1, 2,\n]}', 'the comma before it is one too many'],
    ['{a: 1}', 'names and texts stand in straight double quotation marks'],
    ["{'a': 1}", 'names and texts stand in straight double quotation marks'],
    ['{“a”: 1}', 'names and texts stand in straight double quotation marks'],
  ])('%j: %s', (text, why) => {
    expect(() => parseJsonText(text, 'a.json', 'SVC_CONFIG_INVALID')).toThrow(
      `the file isn't valid JSON: ${why}`,
    );
  });
});
