import type { RawEntry } from '../../sources/port.js';
import type { Converted } from '../convert.js';
import { type ConvertContext, type ConvertTarget, convertEntry, withPageImage } from '../convert.js';
import type { HtmlPage } from '../html/html-run.js';

/** An entry to convert for a preview: plain data. */
export interface PreviewJob {
  readonly raw: RawEntry;
  readonly target: ConvertTarget;
  readonly source: number;
  /** The page that is written for it, where the checks need it. */
  readonly page: HtmlPage | undefined;
}

/** The data that previews show of an entry. */
export type PreviewedEntry = Pick<Converted, 'entry' | 'tree' | 'twin' | 'checkup'>;

/** Converts an entry and keeps the data for its page. */
export async function previewEntry(
  { raw, target, source, page }: PreviewJob,
  context: ConvertContext,
): Promise<PreviewedEntry> {
  const { twin, entry, tree, checkup } = await convertEntry(raw, target, source, context);
  return { twin, entry, tree, checkup: withPageImage(checkup, entry, page) };
}
