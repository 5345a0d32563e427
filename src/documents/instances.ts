import { escapeRegExp } from '../core/text.js';
import type { DocumentContext, DocumentRow, Instance } from './document-row.js';

/**
 * The files of a document: its instances, or its literal path with its aliases.
 * @param row one whose `when` holds
 */
export function* instancesOf(row: DocumentRow, ctx: DocumentContext): Iterable<Instance<unknown>> {
  if (row.instances !== undefined) {
    yield* row.instances(ctx);
    return;
  }
  for (const path of [row.path, ...(row.aliases ?? [])]) yield { path, params: undefined };
}

/** Path of an instance below `out/`, decoded. */
export function fileOf(instance: Instance<unknown>): string {
  return instance.file ?? decodeURIComponent(instance.path.slice(1));
}

/** The addresses of a pattern, each `{name}` in it standing for any text. */
export function addressPattern(path: string): RegExp {
  return new RegExp(
    `^${path
      .split(/\{[^}]+\}/)
      .map(escapeRegExp)
      .join('.+')}$`,
  );
}
