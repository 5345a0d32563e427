import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { filesIn } from './workspace.js';

/** A word found where it must not be. */
export interface Leak {
  readonly file: string;
  /** What stands around it. */
  readonly context: string;
}

/**
 * Looks for a pattern in the names and in every byte of all files of a folder: as they are, decompressed, and
 * with base64, percent-encoding, character references and JSON escapes undone.
 */
export function leaksIn(folder: string, pattern: RegExp): readonly Leak[] {
  return filesIn(folder).flatMap((file) => [
    ...leaksInText(file, `the name ${file}`, pattern),
    ...leaksInBytes(readFileSync(join(folder, file)), file, pattern),
  ]);
}

function leaksInBytes(bytes: Buffer, file: string, pattern: RegExp): readonly Leak[] {
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const inner = isGzip ? leaksInBytes(gunzipSync(bytes), `${file} (decompressed)`, pattern) : [];
  return [...inner, ...leaksInText(bytes.toString('utf8'), file, pattern)];
}

/** The same for a text that is no file, such as a report. */
export function leaksInText(text: string, name: string, pattern: RegExp): readonly Leak[] {
  const global = new RegExp(pattern.source, `${pattern.flags.replace('g', '')}g`);
  return [...decodings(text)].flatMap((form) =>
    [...form.matchAll(global)].map(({ index, 0: { length } }) => ({
      file: name,
      context: form.slice(Math.max(0, index - 60), index + length + 40),
    })),
  );
}

function decodings(text: string): ReadonlySet<string> {
  const forms = new Set([text]);
  forms.add(
    text.replace(/(?:%[0-9a-f]{2})+/gi, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString()),
  );
  forms.add(
    text.replace(/&#(x?)([0-9a-f]+);/gi, (_, x: string, code: string) => character(code, x ? 16 : 10)),
  );
  forms.add(text.replace(/\\u([0-9a-f]{4})/gi, (_, code: string) => character(code, 16)));
  // Four letters are three bytes: whatever is hidden in base64 starts at one of four places of its run.
  for (const run of text.match(/[A-Za-z0-9+/_-]{12,}/g) ?? []) {
    for (const start of [0, 1, 2, 3]) forms.add(Buffer.from(run.slice(start), 'base64').toString('latin1'));
  }
  return forms;
}

function character(code: string, radix: number): string {
  const point = Number.parseInt(code, radix);
  return point <= 0x10ffff ? String.fromCodePoint(point) : '';
}
