import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Output } from '../deploy/output.js';
import type { DocumentContext } from '../documents/document-row.js';
import type { IndexEntry } from '../site/site.js';

/** Whether the build writes a twin for an entry. */
export function hasTwinFile(ctx: Pick<DocumentContext, 'served'>, entry: IndexEntry): boolean {
  return entry.twin !== '' && ctx.served('markdown');
}

/** Name of the intermediate file with the text of an entry without a twin. */
export function asideName(entry: IndexEntry): string {
  return `twin-${entry.id}.md`;
}

/** Reads the texts of a build: from the output during the build, from its folders afterwards. */
export interface TwinReader extends Pick<Output, 'read'> {
  readonly aside: Pick<Output, 'read'>;
}

/** Reads the twin of an entry after `convertAll`, published or not. */
export function readTwin(
  output: TwinReader,
  ctx: Pick<DocumentContext, 'served'>,
  entry: IndexEntry,
): string {
  return hasTwinFile(ctx, entry) ? output.read(entry.twin) : output.aside.read(asideName(entry));
}

/**
 * Reads the texts of a committed build.
 * @param aside folder of texts without an address
 */
export function committedReader(out: string, aside: string): TwinReader {
  return {
    read: (file) => readFileSync(join(out, file), 'utf8'),
    aside: { read: (file) => readFileSync(join(aside, file), 'utf8') },
  };
}
