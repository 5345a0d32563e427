import type { Warnings } from '../core/warnings.js';
import type { MediaLibrary } from '../model/site.js';
import type { PrivacyRules } from '../sources/privacy/privacy.js';

/** What a body renderer may look up. Nothing here does I/O. */
export interface BodyContext {
  readonly entryId: number;
  /** For messages: `export.xml:1234`, `posts/tea.md`. */
  readonly ref: string;
  readonly media: MediaLibrary;
  /** Body of a published reusable block. */
  pattern(id: number): string | undefined;
  readonly warnings: Warnings;
  /** What the owner says about names that sound like access; nothing when left out. */
  readonly privacy?: PrivacyRules;
}

/** Turns a raw body into an HTML fragment. Links stay as written; nothing is sanitised yet. */
export type BodyRenderer = (body: string, context: BodyContext) => string;
