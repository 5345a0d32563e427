import type { ContentFolder } from './entry-file.js';
import { WriteRefusal } from './refusal.js';
import { joinFile, type StoredFile, splitFile } from './stored-file.js';

/**
 * Makes sure that a build takes the new file apart as it is meant, and takes it at all: a body could begin like front
 * matter, where the file has none.
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
      `The file would have ${bytes.length} bytes; at most ${maxBytes} are read. Say it in fewer words, or split it.`,
    );
  }
  if (splitFile(bytes, key).body === next.body) return;
  throw new WriteRefusal(
    409,
    'svc_front_matter',
    'The new body begins like front matter, and would be taken for it. Begin it with other words.',
  );
}
