import { htmlOf, type MediaLibrary } from '../../content/body/port.js';
import { loadRenderer } from '../../content/body/table.js';
import { NO_PRIVACY_RULES } from '../../content/privacy/privacy.js';
import { cutGates } from '../../content/privacy/wordpress/cut.js';
import { errorMessage } from '../../core/errors.js';
import type { Warnings } from '../../core/warnings.js';
import type { MediaIndex } from '../../site/media-index.js';
import type { RawEntry } from '../../sources/port.js';
import { type Gathered, idOf } from './gather.js';

/** How bodies are written: as the HTML that readers see, or as in the export. */
export type ImportFormat = 'html' | 'source';

/** A body for a file. */
export interface ImportedBody {
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
  const id = idOf(entry);
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
