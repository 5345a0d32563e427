import type { IndexEntry } from '../site/entry.js';
import type { SurfaceContext } from './surface.js';

/** What the text of an entry may depend on beside the entry itself: of other entries it knows nothing. */
export type LineContext = Pick<SurfaceContext, 'site' | 'settings' | 'served' | 'translationsOf'>;

/** A document that has a text of its own for each of many entries. */
export interface LineDocument {
  /** Texts, and between them the entries that have theirs there, in the order of the document. */
  readonly parts: Iterable<string | readonly IndexEntry[]>;
  /** The text of an entry: the same for the same entry and context. */
  line(ctx: LineContext, entry: IndexEntry): string;
}

/** The whole document, piece by piece. */
export function* joinLines(ctx: SurfaceContext, { parts, line }: LineDocument): Iterable<string> {
  for (const part of parts) {
    if (typeof part === 'string') yield part;
    else for (const entry of part) yield line(ctx, entry);
  }
}
