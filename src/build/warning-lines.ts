import { join } from 'node:path';
import { readWithin } from '../sources/read-bytes.js';

/** Larger files aren't searched, and no more files than these. */
const MAX_BYTES = 1_000_000;
const MAX_FILES = 200;

/**
 * Finds the lines of texts in the files of the sources. A body has lost its front matter and contains other files when
 * it is converted, so that its own lines aren't those of its file.
 * @param sources their folders
 */
export function lineFinder(
  sources: readonly { readonly path: string }[],
): (file: string, text: string) => number | undefined {
  const texts = new Map<string, string | undefined>();
  const textOf = (file: string): string | undefined => {
    if (!texts.has(file)) texts.set(file, texts.size < MAX_FILES ? readFirst(file, sources) : undefined);
    return texts.get(file);
  };
  return (file, text) => {
    const at = textOf(file)?.indexOf(text) ?? -1;
    return at < 0 ? undefined : textOf(file)?.slice(0, at).split('\n').length;
  };
}

function readFirst(file: string, sources: readonly { readonly path: string }[]): string | undefined {
  for (const { path } of sources) {
    try {
      const bytes = readWithin(join(path, file), MAX_BYTES);
      if (typeof bytes !== 'number') return bytes.toString('utf8');
    } catch {
      // Another source has it.
    }
  }
  return undefined;
}
