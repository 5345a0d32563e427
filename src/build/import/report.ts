import { htmlOf, type MediaLibrary } from '../../content/body/port.js';
import { loadRenderer } from '../../content/body/table.js';
import { NO_PRIVACY_RULES } from '../../content/privacy/privacy.js';
import { cutGates } from '../../content/privacy/wordpress/cut.js';
import { errorMessage } from '../../core/errors.js';
import type { Warning, Warnings } from '../../core/warnings.js';
import type { MediaIndex } from '../../site/media-index.js';
import type { EntryStatus, RawEntry } from '../../sources/port.js';
import { entryIdOf, type Gathered, type SourceCount } from './gather.js';
import type { UploadsReport } from './uploads/copier.js';

/** The result of an import; `--json` prints it as it is. */
export interface ImportReport {
  readonly ok: true;
  readonly dryRun: boolean;
  /** Absolute. */
  readonly to: string;
  readonly format: ImportFormat;
  readonly sources: readonly SourceCount[];
  /** Entries by type. */
  readonly entries: Readonly<Record<string, number>>;
  /** Entries that aren't public, by reason; they are imported and stay hidden. */
  readonly hidden: Readonly<
    Partial<Record<Exclude<EntryStatus, 'publish'> | 'protected' | 'noindex', number>>
  >;
  readonly terms: number;
  readonly authors: number;
  readonly media: number;
  readonly files: {
    /** Paths below `to`. */
    readonly written: readonly string[];
    /** Existing files, or files of an entry that has one already: kept. */
    readonly kept: readonly string[];
  };
  /** Copied images and other files, where they were requested. */
  readonly uploads?: UploadsReport;
  /** What the folder lacks compared with the export. */
  readonly lost: readonly Loss[];
  readonly warnings: readonly Warning[];
  /** The site's address in the export; empty when it has none. */
  readonly siteUrl: string;
}

/** One kind of loss. */
interface Loss {
  readonly what: string;
  readonly count: number;
  /** Files or ids, at most five. */
  readonly examples: readonly string[];
}

const MAX_EXAMPLES = 5;

/** Counts losses by kind. */
export class Losses {
  readonly #kinds = new Map<string, { count: number; examples: string[] }>();

  add(what: string, example: string): void {
    const kind = this.#kinds.get(what) ?? { count: 0, examples: [] };
    kind.count += 1;
    if (kind.examples.length < MAX_EXAMPLES) kind.examples.push(example);
    this.#kinds.set(what, kind);
  }

  list(): readonly Loss[] {
    return [...this.#kinds].map(([what, kind]) => ({ what, ...kind }));
  }
}

/** How bodies are written: as the HTML that readers see, or as in the export. */
export type ImportFormat = 'html' | 'source';

/** A body for a file. */
interface ImportedBody {
  readonly text: string;
  /** True where the text is the platform's own markup, which the file has to record. */
  readonly isSource: boolean;
  /** True where parts for members were left out. */
  readonly isCut: boolean;
}

/**
 * The body of an entry for its file. Links stay as written: a build moves them like those of the export.
 * @throws never: a failed rendering is a warning, and the file gets no body
 */
export async function importBody(
  entry: RawEntry,
  gathered: Gathered,
  format: ImportFormat,
  warnings: Warnings,
): Promise<ImportedBody> {
  const text = entry.body;
  if (entry.format === 'html') return { text, isSource: false, isCut: false };
  if (entry.format === 'wordpress' && format === 'source') return { text, isSource: true, isCut: false };
  const { library, patterns } = gathered;
  const id = entryIdOf(entry);
  const media = mediaFor(id, library);
  const pattern = (id: number) => patterns.get(id)?.body;
  try {
    const context = { entryId: id, ref: entry.ref, media, pattern, warnings };
    const render = await loadRenderer(entry.format);
    const isCut = entry.format === 'wordpress' && hasMembersParts(text);
    return { text: htmlOf(render(text, context)), isSource: false, isCut };
  } catch (cause) {
    const message = `The body couldn't be converted (${errorMessage(cause)}), so its file has none.`;
    const fix = 'Report it with the body of this entry, or import it with --format source.';
    warnings.add({ code: 'body-failed', file: entry.ref, message, fix, skipped: true });
    return { text: '', isSource: false, isCut: false };
  }
}

/** The library for the page of an entry, which may always show its own pictures. */
function mediaFor(id: number, library: MediaIndex): MediaLibrary {
  return {
    byId: (media) => library.byId(media),
    attachedTo: (owner) => (owner === id ? library.forEditors() : library).attachedTo(owner),
  };
}

/** True for a body whose rendering leaves out parts for some readers only. */
function hasMembersParts(body: string): boolean {
  return cutGates(body, NO_PRIVACY_RULES).gates.length > 0;
}
