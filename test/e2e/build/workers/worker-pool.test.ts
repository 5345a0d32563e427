import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, it } from 'vitest';
import type { Conversion, ConvertJob } from '../../../../src/build/convert-job.js';
import { convertAcross } from '../../../../src/build/workers/convert-across.js';
import { type Outcome, packAnswer, unpackAnswer } from '../../../../src/build/workers/messages.js';
import { WorkerPool } from '../../../../src/build/workers/worker-pool.js';
import { SvcError } from '../../../../src/core/errors.js';

function job(number: number, body = 'x'): ConvertJob {
  const raw = {
    ref: `notes/${number}.md`,
    key: String(number),
    type: 'post',
    status: 'publish',
    protected: false,
    noindex: false,
    title: '',
    slug: '',
    authors: [],
    terms: [],
    excerpt: '',
    body,
    format: 'html',
  } as const;
  const target = { id: number, type: 'post', title: '', path: '/', twin: '', lang: 'en' };
  return { raw, target, source: 0 };
}

function conversion(twin: string, item?: string): Conversion {
  const counts = { words: 0, lost: 0, twinWords: 0, added: 0 };
  const said = { excerpt: '', hash: '', counts, findings: undefined, uses: [], warnings: [] };
  return { twin, item, page: undefined, checkup: undefined, ...said };
}

const pools: WorkerPool[] = [];

/** A pool of real threads that do something else than the one of the build. */
function poolOf(count: number, code: string): WorkerPool {
  const pool = new WorkerPool(count, () => {
    const at = new Int32Array(new SharedArrayBuffer(4));
    const resourceLimits = { maxOldGenerationSizeMb: 16 };
    return { at, worker: new Worker(code, { eval: true, workerData: at, resourceLimits }) };
  });
  pools.push(pool);
  return pool;
}

afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.close();
});

/** Answers each batch with the keys of its entries, some sooner than others. */
const ECHO = `
const { parentPort } = require('node:worker_threads');
parentPort.on('message', (batch) => {
  const bytes = new TextEncoder().encode(batch.map(({ raw }) => raw.key.padStart(3)).join(''));
  const outcomes = batch.map(({ raw }, at) => raw.body === 'bad'
    ? { error: { name: 'Error', message: 'bad ' + raw.key } }
    : { conversion: { twin: [at * 3, at * 3 + 3] } });
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20 - (Number(batch[0].raw.key) % 20));
  parentPort.postMessage({ outcomes, bytes });
});`;

async function* tasks(jobs: readonly ConvertJob[]): AsyncGenerator<{ readonly job: ConvertJob }> {
  for (const one of jobs) yield { job: one };
}

const here = async ({ raw }: ConvertJob): Promise<Conversion> => conversion(`here ${raw.key}`);

async function collect(pool: WorkerPool, jobs: readonly ConvertJob[]): Promise<readonly string[]> {
  const texts: string[] = [];
  for await (const [, { twin }] of convertAcross(tasks(jobs), { pool, convertHere: here })) {
    texts.push(typeof twin === 'string' ? twin : Buffer.from(twin).toString('utf8').trim());
  }
  return texts;
}

describe('convertAcross', () => {
  it('keeps the order, whichever thread is done first', async () => {
    const jobs = Array.from({ length: 200 }, (_, number) => job(number));
    const texts = await collect(poolOf(3, ECHO), jobs);
    expect(texts.map((text) => text.replace('here ', ''))).toEqual(jobs.map(({ raw }) => raw.key));
  });

  it('works itself while the threads have enough to do', async () => {
    const jobs = Array.from({ length: 200 }, (_, number) => job(number));
    const isHere = (await collect(poolOf(1, ECHO), jobs)).map((text) => text.startsWith('here'));
    // The thread is given the first batches.
    expect(isHere.indexOf(true)).toBeGreaterThan(1);
    expect(isHere.includes(false)).toBe(true);
  });

  it('converts a very long body on its own thread, in its turn', async () => {
    const jobs = [job(1), job(2, 'x'.repeat(2_000_000)), job(3)];
    expect(await collect(poolOf(1, ECHO), jobs)).toEqual(['1', 'here 2', '3']);
  });

  it('reads no further ahead than the threads need', async () => {
    const pool = poolOf(1, ECHO);
    let read = 0;
    async function* endless(): AsyncGenerator<{ readonly job: ConvertJob }> {
      for (;;) yield { job: job(read++ % 100) };
    }
    for await (const _ of convertAcross(endless(), { pool, convertHere: here })) break;
    // Three batches at the worker, eight that wait here, and the one that has just been read, of 16 each.
    expect(read).toBeLessThanOrEqual(12 * 16);
  });

  it('throws the error of an entry when its turn comes', async () => {
    const jobs = Array.from({ length: 40 }, (_, number) => job(number, number === 21 ? 'bad' : 'x'));
    await expect(collect(poolOf(2, ECHO), jobs)).rejects.toThrow('bad 21');
  });
});

describe('WorkerPool', () => {
  it.each([
    ['ends', 'process.exit(7)', /exit code 7/],
    ['throws', 'throw new Error("out of rope")', /out of rope/],
    ['runs out of memory', 'const all = []; for (;;) all.push(new Array(1000).fill("x"))', /memory/],
  ])('says which entry a thread was at that %s', async (_, fate, reason) => {
    const pool = poolOf(
      1,
      `const { parentPort, workerData } = require('node:worker_threads');
      parentPort.on('message', () => { Atomics.store(workerData, 0, 1); ${fate}; });`,
    );
    const error = await pool.run([job(4), job(5)]).catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(SvcError);
    expect(error).toMatchObject({ code: 'SVC_INTERNAL', location: { file: 'notes/5.md' } });
    expect((error as SvcError).message).toMatch(reason);
    expect((error as SvcError).fix).toContain('--workers 0');
    await expect(pool.run([job(6)])).rejects.toBe(error);
  });
});

describe('packAnswer', () => {
  it('gives back texts, missing items and errors of our own as they were', () => {
    const svc = new SvcError('SVC_ENTRY_INVALID', 'no', { file: 'a.md', line: 3, fix: 'Yes.' });
    const outcomes: readonly Outcome[] = [
      { conversion: conversion('Tür – 結び目 🪢', '{"a":1}') },
      { conversion: conversion('', undefined) },
      { error: svc },
      { error: new TypeError('oh') },
    ];
    const answer = packAnswer(outcomes);
    const [first, second, third, fourth] = unpackAnswer(
      structuredClone(answer, { transfer: [answer.bytes.buffer] }),
    );
    const text = (bytes: string | Uint8Array) => Buffer.from(bytes).toString('utf8');
    if (first === undefined || !('conversion' in first)) throw new Error('no conversion');
    if (second === undefined || !('conversion' in second)) throw new Error('no conversion');
    expect(text(first.conversion.twin)).toBe('Tür – 結び目 🪢');
    expect(text(first.conversion.item ?? '')).toBe('{"a":1}');
    expect(text(second.conversion.twin)).toBe('');
    expect(second.conversion.item).toBeUndefined();
    expect(third).toEqual({ error: svc });
    expect(third).toMatchObject({ error: { code: 'SVC_ENTRY_INVALID', fix: 'Yes.', location: { line: 3 } } });
    expect(fourth).toMatchObject({ error: { name: 'TypeError', message: 'oh' } });
  });
});
