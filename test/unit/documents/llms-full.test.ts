import { describe, expect, it } from 'vitest';
import { planLlmsFull, renderLlmsFull } from '../../../src/documents/llms-full.js';
import type { IndexEntry } from '../../../src/site/site.js';
import {
  type ContextOptions,
  documentRow,
  type EntryLine,
  filesOf,
  testContext,
  textOf,
} from '../../support/documents/context.js';
import { expectGolden } from '../../support/documents/golden.js';

const KB = 1024;

const many = (count: number, patch: Partial<EntryLine> = {}, from = 1): EntryLine[] =>
  Array.from({ length: count }, (_, index) => ({ id: from + index, menuOrder: index, ...patch }));

function plan(options: ContextOptions, size: (entry: IndexEntry) => number) {
  return planLlmsFull(testContext(options), size);
}

describe('/llms-full.txt', () => {
  it('has the header of llms.txt and then whole pages', () => {
    const ctx = testContext({
      settings: { identity: { about: 'A tasting diary.', audience: 'Home brewers' } },
      entries: [
        {
          id: 1,
          title: 'Oolong',
          description: 'Rolled leaves.',
          topics: ['oolong'],
          markdown: '# Leaves\n\nText.\n',
        },
        { id: 2, type: 'page', title: 'About', markdown: '---\n\nA rule opens this body.\n' },
        { id: 3, title: 'A stub', markdown: '', description: 'No text yet.', topics: ['x'] },
        { id: 4, title: 'Kept out', llms: false },
      ],
    });
    expectGolden('llms-full.txt', textOf('llms-full', ctx));
  });

  it('takes the twin from its title on, byte for byte', () => {
    const options = { entries: [{ id: 1, markdown: 'a  \n\n```\n---\ntitle: x\n---\n```\n' }] };
    const ctx = testContext(options);
    const twin = filesOf('markdown', ctx)['entry-1.md'] ?? '';
    const content = twin.slice(twin.indexOf('# Entry 1'));
    expect(textOf('llms-full', ctx).endsWith(`\n---\n\n${content}`)).toBe(true);
    const plain = testContext({
      ...options,
      settings: { markdown_front_matter: false, enable_llms_txt: false },
    });
    expect(textOf('llms-full', plain).endsWith(`\n---\n\n${content}`)).toBe(true);
  });

  it('takes at most 50 pages and `llms_full_posts` of every other type', () => {
    const entries = [...many(60, { type: 'page' }), ...many(30, {}, 100)];
    const { entries: chosen, truncated } = plan({ entries, settings: { llms_full_posts: 7 } }, () => 100);
    expect(chosen.filter((entry) => entry.type === 'page').map((entry) => entry.id)).toEqual(
      Array.from({ length: 50 }, (_, index) => index + 1),
    );
    expect(chosen.slice(50).map((entry) => entry.id)).toEqual([129, 128, 127, 126, 125, 124, 123]);
    expect(truncated).toBe(false);
  });

  it('ends at the first entry that does not fit, without trying smaller ones', () => {
    const entries = many(9, { type: 'page' });
    const sizes = (entry: IndexEntry) => (entry.id === 3 ? 20 * KB : entry.id === 4 ? 10 : 22 * KB);
    const small = { entries, settings: { llms_full_max_kb: 64 } };
    const result = plan(small, sizes);
    expect(result.entries.map((entry) => entry.id)).toEqual([1, 2]);
    expect(result.truncated).toBe(true);
    expect(result.bytes).toBeLessThanOrEqual(64 * KB);
  });

  it('skips an entry that is too large alone, without calling that cut', () => {
    const entries = many(3, { type: 'page' });
    const at = (kb: number, limit: number) =>
      plan({ entries, settings: { llms_full_max_kb: limit } }, (entry) =>
        entry.id === 2 ? kb * KB + 1 : 10,
      );
    const ids = (result: { entries: readonly IndexEntry[] }) => result.entries.map((entry) => entry.id);
    // The floor of 32 KB, a quarter of the budget, and the ceiling of 256 KB.
    expect(ids(at(32, 64))).toEqual([1, 3]);
    expect(ids(plan({ entries, settings: { llms_full_max_kb: 100 } }, () => 32 * KB))).toEqual([1, 2, 3]);
    expect(ids(at(225, 900))).toEqual([1, 3]);
    expect(ids(at(256, 20_480))).toEqual([1, 3]);
    expect(at(256, 20_480).truncated).toBe(false);
  });

  it('has room for the note when it is cut, to the byte', () => {
    const entries = many(3, { type: 'page' });
    for (let missing = 0; missing < 600; missing++) {
      const sizes = (entry: IndexEntry) => (entry.id === 2 ? 32 * KB - missing : 32 * KB);
      const { bytes, truncated } = plan({ entries, settings: { llms_full_max_kb: 64 } }, sizes);
      expect(truncated).toBe(true);
      expect(bytes).toBeLessThanOrEqual(64 * KB);
    }
  });

  it('counts UTF-8 bytes, and says how many it writes', () => {
    const entries = many(20, { markdown: `${'茶'.repeat(5000)}\n` });
    for (const kb of [64, 100, 900]) {
      const ctx = testContext({ entries, settings: { llms_full_max_kb: kb } });
      const text = textOf('llms-full', ctx);
      const { bytes, truncated } = planLlmsFull(ctx, (entry) =>
        Buffer.byteLength(`\n---\n\n${ctx.twinText(entry).replace(/^[\s\S]*?(?=^# )/m, '')}`),
      );
      expect(Buffer.byteLength(text)).toBe(bytes);
      expect(bytes).toBeLessThanOrEqual(kb * KB);
      expect(truncated).toBe(kb < 900);
      expect(text.includes('> Note:')).toBe(truncated);
    }
  });

  it('points at the index and the twins only where they are served', () => {
    const entries = many(9, { markdown: `${'leaf '.repeat(3000)}\n` });
    const note = (options: ContextOptions) =>
      textOf(
        'llms-full',
        testContext({ entries, ...options, settings: { llms_full_max_kb: 64, ...options.settings } }),
      )
        .split('\n')
        .find((line) => line.startsWith('> Note'));
    expect(note({})).toMatch(/\[\/llms\.txt\]\(.*\) lists every page; append `\.md`/);
    expect(note({ settings: { enable_llms_txt: false, enable_markdown: false } })).toBe(
      '> Note: the size limit of this file is reached; further pages are left out.',
    );
  });

  it('comes in pieces, one per entry', () => {
    const ctx = testContext({ entries: many(3) });
    expect([...renderLlmsFull(ctx)]).toHaveLength(4);
  });

  it('[4.2-llms-full] is plain text while `enable_llms_full` is on', () => {
    expect(Object.keys(filesOf('llms-full', testContext()))).toEqual(['llms-full.txt']);
    expect(documentRow('llms-full').contentType).toBe('text/plain');
  });

  it('gives way when it is switched off or ceded', () => {
    expect(filesOf('llms-full', testContext({ settings: { enable_llms_full: false } }))).toEqual({});
    expect(filesOf('llms-full', testContext({ cede: ['llms_full'] }))).toEqual({});
  });
});
