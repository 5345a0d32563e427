import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Warnings } from '../../../../src/core/warnings.js';
import type { RawEntry, SourceItem } from '../../../../src/sources/port.js';
import { wxrSource } from '../../../../src/sources/wxr/row.js';

export const FIXTURES = 'fixtures/wxr';

export interface Reading {
  readonly items: readonly SourceItem[];
  readonly entries: readonly RawEntry[];
  readonly warnings: Warnings;
}

/** Reads a whole export. */
export async function readFile(path: string, windowBytes?: number, timeZone = 'UTC'): Promise<Reading> {
  const options = windowBytes === undefined ? {} : { windowBytes };
  const source = await wxrSource.open({ path, options });
  const warnings = new Warnings();
  const items: SourceItem[] = [];
  for await (const item of source.read({ warnings, timeZone })) items.push(item);
  return { items, entries: items.flatMap((item) => (item.kind === 'entry' ? [item.entry] : [])), warnings };
}

/** Runs a test body with a file of the given content. */
export async function withFile<T>(content: string | Buffer, body: (path: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'wxr-'));
  try {
    const path = join(folder, 'export.xml');
    writeFileSync(path, content);
    return await body(path);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Reads an export given as text. */
export function readText(
  content: string | Buffer,
  windowBytes?: number,
  timeZone?: string,
): Promise<Reading> {
  return withFile(content, (path) => readFile(path, windowBytes, timeZone));
}

/** A complete export around some items. */
export function exportOf(items: string, head = ''): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel><title>Loft</title><link>https://old.example</link><wp:wxr_version>1.2</wp:wxr_version>${head}
${items}
</channel></rss>`;
}

/** One published post with some fields more. */
export function itemOf(fields: string, id = 1): string {
  return `<item><title>T</title><wp:post_id>${id}</wp:post_id><wp:status>publish</wp:status><wp:post_type>post</wp:post_type>${fields}</item>`;
}

/** `wp:postmeta` with the value in CDATA. */
export function metaOf(key: string, value: string): string {
  return `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value><![CDATA[${value}]]></wp:meta_value></wp:postmeta>`;
}

/** The only entry of an export whose single item has these fields. */
export async function entryOf(fields: string, timeZone?: string): Promise<RawEntry> {
  const { entries } = await readText(exportOf(itemOf(fields)), undefined, timeZone);
  const [entry] = entries;
  if (entry === undefined) throw new Error('the item gave no entry');
  return entry;
}
