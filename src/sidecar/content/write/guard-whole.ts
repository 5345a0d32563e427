import type { ContentFolder } from './entry-file.js';
import { WriteRefusal } from './refusal.js';
import { joinFile, type StoredFile, splitFile } from './stored-file.js';

/**
 * Checks that a build can read the new file and splits it as intended: a body could begin like front matter in a file
 * that has none.
 * @throws WriteRefusal `svc_front_matter`, `svc_file_encoding`, `svc_too_large`
 */
export function guardWhole(
  { key, folder }: { readonly key: string; readonly folder: ContentFolder },
  next: StoredFile,
): void {
  const bytes = Buffer.from(joinFile(next));
  const { maxBytes } = folder.options;
  if (bytes.length > maxBytes) {
    throw new WriteRefusal(
      409,
      'svc_too_large',
      `The file would have ${bytes.length} bytes, and the limit is ${maxBytes}. Shorten the text, or split it.`,
    );
  }
  if (splitFile(bytes, key).body === next.body) return;
  throw new WriteRefusal(
    409,
    'svc_front_matter',
    'The new body begins like front matter, and would be read as such. Begin it with other words.',
  );
}
