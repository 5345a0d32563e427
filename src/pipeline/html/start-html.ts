import { join } from 'node:path';
import type { Warnings } from '../../core/warnings.js';
import type { FileFacts } from '../../emit/file-facts.js';
import type { Output } from '../../emit/output.js';
import type { MediaLibrary } from '../../model/site.js';
import type { TermIndex } from '../../model/term-index.js';
import type { SurfaceContext } from '../../surfaces/surface.js';
import type { Basis } from '../context.js';
import type { ListedEntry } from '../listed-entry.js';
import { serviceFiles } from '../place.js';
import { augmentRun } from './augment-run.js';
import { headContext, type SchemaAnswers } from './head-context.js';
import type { HtmlPage, HtmlRun } from './html-run.js';
import { InPlacePages } from './in-place.js';
import { OccupiedFiles } from './occupied.js';
import { renderRun } from './render-run.js';

export interface StartHtmlOptions {
  readonly basis: Basis;
  readonly surface: SurfaceContext;
  readonly answers: SchemaAnswers;
  readonly entries: readonly ListedEntry[];
  readonly terms: TermIndex;
  readonly media: MediaLibrary;
  readonly output: Output;
  /** A folder for what waits, absolute. */
  readonly stage: string;
  readonly warnings: Warnings;
}

/** What a build does with HTML, and where its pages go. */
export interface HtmlWork {
  readonly run: HtmlRun;
  /** Pages that are changed where they are; undefined where all go to the output. */
  readonly inPlace: InPlacePages | undefined;
  /**
   * Hands in a page.
   * @returns facts by which a later build sees that a page of the output is still as it was
   */
  put(page: HtmlPage): FileFacts | undefined;
}

/**
 * Starts what the configuration wants done with HTML.
 * @returns undefined for `html: none`
 */
export function startHtml(options: StartHtmlOptions): HtmlWork | undefined {
  const { basis, surface, answers, entries, terms, media, output, stage, warnings } = options;
  const { config } = basis;
  if (config.html === 'none') return undefined;
  const occupied = new OccupiedFiles(filesOf(options));
  if (config.html === 'render') {
    const head = headContext({ surface, media, isOwn: true, ...answers });
    const used = terms.used(
      entries.map((entry) => entry.terms),
      () => '',
    );
    const termsOf = (slot: number) => terms.keysOf(entries[slot]?.terms ?? -1);
    const run = renderRun({ head, entries, termsOf, terms: used, media, occupied });
    return { run, inPlace: undefined, put: ({ file, bytes }) => output.put(file, bytes) };
  }
  const { siteDir } = config;
  if (siteDir === undefined) return undefined;
  const inPlace = config.inPlace ? new InPlacePages(siteDir, join(stage, 'in-place')) : undefined;
  const head = headContext({ surface, media, isOwn: false, ...answers });
  const taken = inPlace === undefined ? occupied : undefined;
  const run = augmentRun({ head, entries, media, siteDir, occupied: taken, warnings });
  const put = ({ file, bytes }: HtmlPage) => {
    if (inPlace === undefined) return output.put(file, bytes);
    inPlace.put(file, bytes);
    return undefined;
  };
  return { run, inPlace, put };
}

/** Files of the build that are no pages. */
function* filesOf({ basis, entries }: StartHtmlOptions): Iterable<string> {
  yield* serviceFiles(basis.types);
  for (const { twin } of entries) if (twin !== '') yield twin;
}
