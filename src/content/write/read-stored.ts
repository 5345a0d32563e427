import { readFile } from 'node:fs/promises';
import type { RawEntry } from '../../sources/port.js';
import type { ContentStore } from '../port.js';
import { fileInside } from './file-inside.js';
import { splitFile } from './stored-file.js';

/** The body of an entry as its source has it. */
export interface StoredBody {
  /** Byte for byte: the only honest source of anchors for edits. */
  readonly body: string;
  readonly raw: RawEntry;
}

/**
 * Reads the body of an entry as it is stored: for files everything behind the front matter, for exports the body of
 * the export.
 * @returns undefined when there is no such entry, or it is gone by now
 * @throws WriteRefusal for a file that is no plain UTF-8
 */
export async function readStoredBody(store: ContentStore, id: number): Promise<StoredBody | undefined> {
  const entry = store.find(id);
  const raw = await store.read(id);
  if (entry === undefined || raw === undefined) return undefined;
  const root = store.sourceOf(id);
  if (root === undefined || !store.isWritable(id)) return { body: raw.body, raw };
  const { body } = splitFile(await readFile(await fileInside(root, entry.key)), entry.key);
  return { body, raw };
}
