import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonErrorOffset } from '../../src/config/json-error.js';
import { parseJsonText, parseYamlText } from '../../src/config/parse.js';
import { SvcError } from '../../src/core/errors.js';

describe('jsonErrorOffset', () => {
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
    expect(jsonErrorOffset(text)).toBe(offset);
  });

  it('finds the place where valid JSON is broken by a stray character', () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom('§', '}}', ',,'), (json, stray) => {
        expect(jsonErrorOffset(`${json}${stray}`)).toBe(json.trimEnd().length);
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
