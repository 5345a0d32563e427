import { closeSync, openSync, readdirSync, readFileSync, readSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { BuiltSite } from './built-site.js';

const CHUNK = 1 << 22;
const LENGTH = 40;

/** Where the stop behind the number of the page in the middle of an export stands. */
const stops = new Map<string, number>();

/**
 * Changes the text of the page in the middle of a made-up site by one character, or, when that has been done
 * before, changes it back.
 */
export function changeOnePage({ kind, entries, source }: BuiltSite): void {
  const id = entries / 2;
  if (kind === 'export') changeExport(source, id);
  else changeFile(fileOf(source, id), id);
}

function changeExport(file: string, id: number): void {
  const handle = openSync(file, 'r+');
  try {
    const at = stops.get(file) ?? findStop(handle, [`No. ${id}: `, `No! ${id}: `]);
    stops.set(file, at);
    const byte = Buffer.alloc(1);
    readSync(handle, byte, 0, 1, at);
    writeSync(handle, byte.toString() === '.' ? '!' : '.', at);
  } finally {
    closeSync(handle);
  }
}

/**
 * Index of the sign behind `No` in the only place where one of some texts stands: of `No. 12: `, or of `No! 12: ` where
 * a bench was ended before it had changed that back.
 */
function findStop(handle: number, texts: readonly string[]): number {
  const bytes = Buffer.alloc(CHUNK + LENGTH);
  for (let start = 0; ; start += CHUNK) {
    const size = readSync(handle, bytes, 0, bytes.length, start);
    const found = texts.map((text) => bytes.subarray(0, size).indexOf(text)).find((at) => at !== -1);
    if (found !== undefined) return start + found + 'No'.length;
    if (size < bytes.length) throw new Error(`no "${texts[0]}" in the export`);
  }
}

function changeFile(file: string, id: number): void {
  const text = readFileSync(file, 'utf8');
  const [one, other] = [`No. ${id}: `, `No! ${id}: `];
  writeFileSync(file, text.includes(one) ? text.replace(one, other) : text.replace(other, one));
}

function fileOf(folder: string, id: number): string {
  for (const shelf of readdirSync(folder)) {
    const name = readdirSync(join(folder, shelf)).find((file) => file.endsWith(`-${id}.md`));
    if (name !== undefined) return join(folder, shelf, name);
  }
  throw new Error(`no page ${id} in ${folder}`);
}
