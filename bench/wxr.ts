import { fork } from 'node:child_process';
import {
  closeSync,
  createReadStream,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  statSync,
  writeSync,
} from 'node:fs';
import { fileURLToPath } from 'node:url';
import { SaxesParser } from 'saxes';
import { Warnings } from '../src/core/warnings.js';
import { wxrSource } from '../src/sources/wxr/row.js';

const DATA = new URL('.data/', import.meta.url);
const FIXTURE = new URL('../fixtures/wxr/workshop-part-1.xml', import.meta.url);
const ROUNDS = 3;
const TARGET = 100_000_000;
const CHILD = '--wxr-reader';

/** Figures of one reader: megabytes per second (median) and the highest resident memory seen while it ran. */
export interface WxrFigure {
  readonly name: string;
  readonly mbPerSecond: number;
  readonly peakRssMb: number;
}

const READERS: Readonly<Record<string, (path: string) => Promise<void>>> = {
  'raw read': readRaw,
  'saxes, xmlns off': readSaxes,
  'wxr source': readSource,
};

/**
 * Reads an export of about 100 MB in three ways: the bytes alone, saxes without namespaces, and our source with
 * everything that it makes of an item. Each reading has a process of its own, as the memory of one would count
 * for the next; the rounds are interleaved, so that a slow moment hits all of them.
 */
export async function benchWxr(): Promise<readonly WxrFigure[]> {
  const path = fileURLToPath(makeExport());
  const megabytes = statSync(path).size / 1e6;
  const runs = new Map<string, Run[]>(Object.keys(READERS).map((name) => [name, []]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, results] of runs) results.push(await inOwnProcess(name, path));
  }
  return [...runs].map(([name, results]) => ({
    name,
    mbPerSecond: round1(megabytes / median(results.map(({ seconds }) => seconds))),
    peakRssMb: Math.round(Math.max(...results.map(({ rss }) => rss)) / 1e6),
  }));
}

interface Run {
  readonly seconds: number;
  readonly rss: number;
}

function inOwnProcess(name: string, path: string): Promise<Run> {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(import.meta.url), [CHILD, name, path]);
    child.once('message', (run) => resolve(run as Run));
    child.once('exit', (code) => reject(new Error(`reader “${name}” ended with ${code}`)));
  });
}

/**
 * Writes the export once: the items of a fixture over and over, each under an id of its own. Every other item is
 * one of the two long posts, so that an item has about 4 KB as in real exports.
 */
function makeExport(): URL {
  const file = new URL('wxr-100mb.xml', DATA);
  if (existsSync(file)) return file;
  mkdirSync(DATA, { recursive: true });
  const text = readFileSync(FIXTURE, 'utf8');
  const start = text.indexOf('<item>');
  const end = text.lastIndexOf('</item>') + '</item>'.length;
  const items = text.slice(start, end).split(/(?<=<\/item>)\s*/);
  const long = items.filter((item) => item.length > 4500);
  const handle = openSync(file, 'w');
  let written = writeSync(handle, text.slice(0, start));
  for (let id = 1; written < TARGET; id++) {
    const item = (id % 2 === 0 ? long[(id / 2) % long.length] : items[id % items.length]) ?? '';
    written += writeSync(handle, `${item.replace(/<wp:post_id>\d+/, `<wp:post_id>${id}`)}\n`);
  }
  writeSync(handle, text.slice(end));
  closeSync(handle);
  return file;
}

async function measure(run: () => Promise<void>): Promise<Run> {
  const begin = process.hrtime.bigint();
  await run();
  const seconds = Number(process.hrtime.bigint() - begin) / 1e9;
  return { seconds, rss: process.resourceUsage().maxRSS * 1024 };
}

async function readRaw(path: string): Promise<void> {
  for await (const _ of createReadStream(path, { highWaterMark: 1 << 20 }));
}

async function readSaxes(path: string): Promise<void> {
  const parser = new SaxesParser({ xmlns: false });
  let items = 0;
  let size = 0;
  parser.on('opentag', ({ name }) => {
    if (name === 'item') items++;
  });
  parser.on('text', (text) => {
    size += text.length;
  });
  parser.on('cdata', (text) => {
    size += text.length;
  });
  for await (const chunk of createReadStream(path, { encoding: 'utf8', highWaterMark: 1 << 20 }))
    parser.write(chunk as string);
  parser.close();
  if (items === 0 || size === 0) throw new Error('saxes saw nothing');
}

async function readSource(path: string): Promise<void> {
  const source = await wxrSource.open({ path });
  const context = { warnings: new Warnings(), timeZone: 'UTC' };
  let size = 0;
  for await (const item of source.read(context)) if (item.kind === 'entry') size += item.entry.body.length;
  if (size === 0) throw new Error('the source gave nothing');
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function round1(value: number): number {
  return Math.round(value * 10) / 10;
}

const [, , mode, reader = '', file = ''] = process.argv;
if (mode === CHILD)
  process.send?.(await measure(() => READERS[reader]?.(file) ?? Promise.reject(new Error(reader))));
