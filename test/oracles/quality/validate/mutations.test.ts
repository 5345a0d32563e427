import { beforeAll, describe, expect, it } from 'vitest';
import { rules } from '../../../../src/quality/validate/rules/table.js';
import { discoveryMutations } from '../../../support/quality/validate/mutations/discovery.js';
import { documentsMutations } from '../../../support/quality/validate/mutations/documents.js';
import { folderMutations } from '../../../support/quality/validate/mutations/folder.js';
import { planted } from '../../../support/quality/validate/mutations/planted.js';
import { textsMutations } from '../../../support/quality/validate/mutations/texts.js';
import { trustMutations } from '../../../support/quality/validate/mutations/trust.js';
import { builtSite, SiteCopy, TEA_HOUSE } from '../../../support/quality/validate/site.js';

const mutations = [
  ...discoveryMutations,
  ...trustMutations,
  ...documentsMutations,
  ...textsMutations,
  ...folderMutations,
];

describe('svc validate finds', () => {
  let original: string;
  beforeAll(async () => {
    original = await builtSite(TEA_HOUSE);
  });

  it.each(mutations.map((one) => [one.rule, one.what, one] as const))(
    '%s: %s',
    async (_rule, _what, mutation) => {
      const site = new SiteCopy(original);
      mutation.break(site);
      const { rule, code, level = 'error', now } = mutation;
      const expected = {
        rule,
        code,
        level,
        ...(mutation.file === undefined ? {} : { file: mutation.file }),
        ...(mutation.line === undefined ? {} : { line: mutation.line }),
        ...(mutation.pointer === undefined ? {} : { pointer: mutation.pointer }),
      };
      const report = await site.validate([], now === undefined ? {} : { now });
      expect(report.findings).toContainEqual(expect.objectContaining(expected));
      expect(report.ok).toBe(report.errors === 0);
      expect(report.rules.find(({ id }) => id === rule)?.findings).toBeGreaterThan(0);
    },
  );

  it('nothing in an untouched copy', async () => {
    expect(await new SiteCopy(original).findings()).toEqual([]);
  });
});

describe('the rules', () => {
  /** Rows of the conformance checklist that a folder of files can break. */
  const CHECKLIST = [
    ...['M1', 'M2', 'M3', 'M5', 'M6', 'M7', 'M8', 'M9', 'M11', 'M13', 'M14', 'S1', 'S2', 'S4', 'S5', 'S6'],
    ...[
      'T1',
      'T2',
      'T3',
      'T4',
      'T5',
      'T6',
      'T7',
      'T8',
      'T9',
      'T12',
      'T13',
      'T14',
      'T18',
      'T19',
      'T20',
      'T21',
    ],
  ];

  it.each(CHECKLIST)('stand for %s, and a broken site shows it', (id) => {
    const found = rules.filter((rule) => rule.id === id || rule.covers?.includes(id));
    expect(found).toHaveLength(1);
    expect(mutations.some((mutation) => mutation.rule === found[0]?.id)).toBe(true);
  });

  it('are each shown by a broken site, but for those about stored notices', () => {
    const shown = new Set([...mutations, ...planted].map(({ rule }) => rule));
    expect(rules.map(({ id }) => id).filter((id) => !shown.has(id))).toEqual(['notices']);
  });

  it('have ids of their own', () => {
    const ids = rules.flatMap(({ id, covers = [] }) => [id, ...covers]);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
