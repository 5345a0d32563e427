import { describe, expect, it } from 'vitest';
import { EntryTable } from '../../../../src/build/entry-table.js';
import { Grading, type GradingOptions } from '../../../../src/build/grading/grading.js';
import type { RowKey } from '../../../../src/build/grading/verdict-rows.js';
import { Hooks } from '../../../../src/config/hooks/hooks.js';
import { defaultSettings } from '../../../../src/config/settings.js';
import { hexOf } from '../../../../src/core/hash.js';
import { askCheckRules } from '../../../../src/quality/readiness/pages/rules.js';

const OPTIONS: GradingOptions = {
  version: 'one',
  rules: await askCheckRules(new Hooks(), defaultSettings(), 'none'),
  hooks: new Hooks(),
  now: 1000,
  baseUrl: 'https://mill.example',
  hasPlugins: false,
  checkupOf: () => '',
  termsOf: () => ['category/rye'],
};

/** The key under which the verdict of a page is remembered. */
async function keyOf(options: Partial<GradingOptions> = {}, made = { high: 1, low: 2 }): Promise<string> {
  const table = new EntryTable();
  const facts = { type: 'post', title: 'Rye', stamp: 's', terms: 0, menuOrder: 0, lang: 'en', llms: true };
  const flags = { isHashed: false, hasTopics: false, isKnown: false };
  const rest = {
    url: undefined,
    path: undefined,
    published: 1,
    modified: 2,
    translationKey: undefined,
    authors: [],
  };
  table.add({ id: 1, source: 0, key: 'rye', ...facts, ...flags, ...rest });
  const entries = [...table.entries()];
  for (const entry of entries) entry.setPrint(made);
  const grading = new Grading({ ...OPTIONS, ...options });
  grading.note(0, 'post', 0);
  const keys: RowKey[] = [];
  await grading.judge(entries, {
    add: () => expect.unreachable(),
    keep: (_id, key) => keys.push(key) > 0,
  });
  return keys.map(({ high, low }) => hexOf(high, low)).join();
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
    expect(await keyOf({}, { high: 1, low: 3 })).not.toBe(await keyOf());
  });
});
