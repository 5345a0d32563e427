import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { configSchema, type Schema, schemaProblems } from '../../../src/config/schema.js';

const schema = configSchema();
const problems = (value: unknown) => schemaProblems(schema, value, () => false);

/** The keywords that `schemaProblems` understands. */
const KEYWORDS = [
  ...['$schema', '$id', '$defs', '$ref', 'title', 'description', 'default'],
  ...[
    'type',
    'enum',
    'anyOf',
    'properties',
    'required',
    'additionalProperties',
    'items',
    'minLength',
    'minItems',
    'minimum',
    'maximum',
  ],
];

/** Keywords of a schema and of the schemas inside it. */
function keywordsOf(one: Schema): string[] {
  const inner = [
    ...Object.values((one['properties'] ?? {}) as Record<string, Schema>),
    ...Object.values((one['$defs'] ?? {}) as Record<string, Schema>),
    ...((one['anyOf'] ?? []) as Schema[]),
    ...(one['items'] === undefined ? [] : [one['items'] as Schema]),
  ];
  return [...Object.keys(one), ...inner.flatMap(keywordsOf)];
}

describe('our validator', () => {
  it('understands every keyword of the schema', () => {
    for (const keyword of keywordsOf(schema)) expect(KEYWORDS).toContain(keyword);
  });

  it('comes to the verdicts of Ajv', () => {
    const ajv = new Ajv2020({ allowUnionTypes: true });
    const validate = ajv.compile(schema);
    const words = fc.constantFrom(
      '',
      'a',
      'static',
      'off',
      'nginx',
      'files',
      'Person',
      'augment',
      'default',
      'openai',
    );
    const scalar = fc.oneof(words, fc.boolean(), fc.integer(), fc.constant(null));
    const names = [
      'url',
      'path',
      'type',
      'options',
      'owner',
      'external',
      'base',
      'git',
      'commit',
      'content',
      'revisions',
      'keep',
      'days',
      'id',
      'endpoint',
      'tools',
      'name',
    ];
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        scalar,
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom(...names), tie('value'), { maxKeys: 3 }),
      ),
    }));
    const keys = [...Object.keys(schema['properties'] as object), 'unknown'];
    const config = fc.oneof(fc.dictionary(fc.constantFrom(...keys), value, { maxKeys: 2 }), value);
    let valid = 0;
    fc.assert(
      fc.property(config, (given) => {
        const expected = validate(given);
        if (expected) valid += 1;
        expect(problems(given).length === 0).toBe(expected);
      }),
      { numRuns: 4000 },
    );
    // Both verdicts must really occur for the comparison to mean something.
    expect(valid).toBeGreaterThan(100);
    expect(valid).toBeLessThan(3900);
  });

  it.each([
    [{ keep: 1, days: 0 }, []],
    [{ keep: 0, days: -1 }, ['a whole number from 1, found 0', 'a whole number from 0, found -1']],
    [{ keep: 1.5, days: '9' }, ['a whole number from 1, found 1.5', 'a whole number from 0, found "9"']],
  ])('takes whole numbers from the smallest that makes sense: %j', (revisions, expected) => {
    const found = problems({ content: { revisions } });
    expect(found.map(({ message }) => message)).toEqual(expected.map((text) => `expected ${text}`));
  });

  it('lists problems in the order of the file', () => {
    const given = { zzz: 1, site: { url: 7, nam: 'x' }, hosts: ['nginx', 'cady'] };
    expect(problems(given).map(({ path }) => path.join('.'))).toEqual([
      'zzz',
      'site.url',
      'site.nam',
      'hosts.1',
    ]);
  });
});
