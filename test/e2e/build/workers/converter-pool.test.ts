/** Real threads that do something else than convert: what becomes of the entries when one of them goes wrong. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Conversion, ConvertJob } from '../../../../src/build/convert-job.js';
import { ConverterPool, type ConvertTask } from '../../../../src/build/workers/converter-pool.js';
import { type ThreadLimits, Threads } from '../../../../src/core/threads.js';
import { CONTEXT } from '../../../support/build/convert-context.js';
import { workspace } from '../../../support/build/workspace.js';

function job(number: number, body = 'x'): ConvertJob {
  const status = { status: 'publish', protected: false, noindex: false } as const;
  const texts = { title: `Note ${number}`, slug: '', excerpt: '', body, format: 'html' } as const;
  const raw = { ref: `notes/${number}.md`, key: String(number), type: 'post', ...status, ...texts };
  const twin = `${number}.md`;
  const target = { id: number, type: 'post', title: raw.title, path: `/${number}/`, twin, lang: 'en' };
  return { raw: { ...raw, authorKeys: [], terms: [] }, target, source: 0, files: { twin }, page: undefined };
}

/** Answers with the key of each entry, some batches sooner than others; `fate` is what becomes of a bad body. */
function scriptOf(fate: string): string {
  return `import { setTimeout } from 'node:timers/promises';
    export async function convertBatch({ jobs }) {
      await setTimeout(20 - (Number(jobs[0].raw.key) % 20));
      return jobs.map(({ raw }) => {
        if (raw.body === 'bad') { ${fate} }
        return { hash: raw.key, warnings: [], written: [] };
      });
    }`;
}

async function* tasks(jobs: readonly ConvertJob[]): AsyncGenerator<ConvertTask> {
  for (const one of jobs) yield { job: one };
}

interface Options {
  readonly timeout?: number;
  readonly limits?: ThreadLimits;
  readonly helps?: boolean;
}

async function convert(
  fate: string,
  jobs: readonly ConvertJob[],
  { timeout = 60_000, limits, helps = false }: Options = {},
) {
  const cwd = workspace();
  const script = join(cwd, 'worker.mjs');
  writeFileSync(script, scriptOf(fate));
  const places = { out: join(cwd, 'out'), stage: join(cwd, 'stage'), aside: join(cwd, 'aside') };
  const threads = new Threads(2, helps, limits);
  onTestFinished(() => threads.close());
  const pool = new ConverterPool(threads, CONTEXT, places, { timeout, script: pathToFileURL(script) });
  const conversions: Conversion[] = [];
  for await (const [, conversion] of pool.convert(tasks(jobs))) conversions.push(conversion);
  return conversions;
}

describe('threads that convert', () => {
  it('give entries back in their order, whichever is done first', async () => {
    const bodyOf = (number: number) => (number % 50 === 7 ? 'x'.repeat(200_000) : 'x');
    const jobs = Array.from({ length: 200 }, (_, number) => job(number, bodyOf(number)));
    const conversions = await convert('', jobs);
    expect(conversions.map(({ hash }) => hash)).toEqual(jobs.map(({ raw }) => raw.key));
  });

  it.each([
    // The pool hears nothing of it.
    ['ends its thread', 'process.exit(7)', /took too long/],
    ['throws', "throw new Error('out of rope')", /out of rope/],
    ['takes all memory', "const all = []; for (;;) all.push(new Array(1000).fill('x'))", /memory/],
    ['never ends', 'for (;;);', /took too long/],
  ])('set an entry aside that %s, and convert the others', async (_, fate, reason) => {
    const jobs = Array.from({ length: 40 }, (_, number) => job(number, number === 21 ? 'bad' : 'x'));
    const limits = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 8, stackSizeMb: 1 };
    const conversions = await convert(fate, jobs, { timeout: 2000, limits });
    const [aside] = conversions.splice(21, 1);
    const others = jobs.filter((_, at) => at !== 21).map(({ raw }) => raw.key);
    expect(conversions.map(({ hash }) => hash)).toEqual(others);
    expect(conversions.flatMap(({ warnings }) => warnings)).toEqual([]);
    expect(aside?.warnings).toMatchObject([{ code: 'body-failed', file: 'notes/21.md', skipped: true }]);
    expect(aside?.warnings[0]?.message).toMatch(reason);
    expect(aside?.written).toMatchObject([{ file: '21.md', change: 'added' }]);
  });

  it('get help with short bodies while they are busy, and none with long ones', async () => {
    const bodyOf = (number: number) => (number % 40 === 7 ? 'x'.repeat(40_000) : 'x');
    const jobs = Array.from({ length: 400 }, (_, number) => job(number, bodyOf(number)));
    const conversions = await convert('', jobs, { helps: true });
    const isHere = conversions.map(({ hash }, at) => hash !== String(at));
    expect(conversions.map(({ written }, at) => (isHere[at] ? written[0]?.file : `${at}.md`))).toEqual(
      jobs.map(({ files }) => files.twin),
    );
    expect(isHere.filter((here) => here).length).toBeGreaterThan(16);
    expect(isHere.filter((here, at) => here && at % 40 === 7)).toEqual([]);
  });

  it('end the build when the disk is full', async () => {
    const fate = "throw new Error('ENOSPC: no space left on device, write')";
    await expect(convert(fate, [job(1), job(2, 'bad')])).rejects.toThrow('ENOSPC');
  });
});
