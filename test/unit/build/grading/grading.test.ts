import { describe, expect, it } from 'vitest';
import { BuildEntry } from '../../../../src/build/build-entry.js';
import { Grading, type GradingOptions } from '../../../../src/build/grading/grading.js';
import { Hooks } from '../../../../src/config/hooks/hooks.js';
import { defaultSettings } from '../../../../src/config/settings.js';
import { TextStore } from '../../../../src/core/text-store.js';
import { filterCheckRules } from '../../../../src/quality/readiness/pages/grade.js';
import type { PackedCheckup } from '../../../../src/quality/readiness/pages/pack.js';

const OPTIONS: GradingOptions = {
  version: 'one',
  rules: await filterCheckRules(new Hooks(), defaultSettings(), 'none'),
  hooks: new Hooks(),
  now: 1000,
  baseUrl: 'https://mill.example',
  hasPlugins: false,
  termsOf: () => ['category/rye'],
};

const CHECKUP: PackedCheckup = [0, [9, 0, 0, 0, 0], [1, 9, 9], 0, '', 0, 0, 0, 0, 0, 0];

/** The key under which the verdict of a page is remembered. */
async function keyOf(options: Partial<GradingOptions> = {}, madeFrom = 'one'): Promise<string> {
  const status = { status: 'publish', protected: false, noindex: false } as const;
  const entry = new BuildEntry(
    {
      key: 'rye',
      type: 'post',
      ...status,
      title: 'Rye',
      stamp: 's',
      terms: [],
      authorKeys: [],
      hasTopics: false,
    },
    { id: 1, source: 0, key: 'rye', isHashed: false },
    { terms: 0, authorKeys: [] },
  );
  const found = {
    hasProse: true,
    excerpt: '',
    hash: 'h',
    madeFrom,
    checkup: JSON.stringify(CHECKUP),
    isReused: false,
  };
  entry.convert(found, new TextStore());
  const grading = new Grading({ ...OPTIONS, ...options });
  const keys: string[] = [];
  await grading.grade([entry], {
    add: () => expect.unreachable(),
    keep: (_id, key) => keys.push(key) > 0,
  });
  return keys.join();
}

describe('a verdict of the last build', () => {
  it('is known again while everything is the same that it was judged by', async () => {
    expect(await keyOf()).toMatch(/^[0-9a-f]{16}$/);
    expect(await keyOf({ now: 2000 })).toBe(await keyOf());
  });

  const others: readonly (readonly [string, Partial<GradingOptions>])[] = [
    ['program', { version: 'two' }],
    ['rules', { rules: { ...OPTIONS.rules, ruleset: 'r2' } }],
    ['base address', { baseUrl: 'https://brook.example' }],
  ];

  it.each(others)('is judged anew with another %s', async (_, options) => {
    expect(await keyOf(options)).not.toBe(await keyOf());
  });

  it('is judged anew where its documents are made from something else', async () => {
    expect(await keyOf({}, 'two')).not.toBe(await keyOf());
  });
});
