import { join } from 'node:path';
import type { MediaLibrary } from '../../content/body/port.js';
import type { Warnings } from '../../core/warnings.js';
import type { FileStamp } from '../../deploy/file-states.js';
import type { Output } from '../../deploy/output.js';
import type { DocumentContext } from '../../documents/document-row.js';
import { documentFiles } from '../../documents/reserved.js';
import type { TermIndex } from '../../site/term-index.js';
import type { BuildEntry } from '../build-entry.js';
import type { SchemaAnswers } from '../content/port.js';
import type { BaseFacts } from '../context.js';
import { AugmentRun } from './augment-run.js';
import { headContext } from './head-context.js';
import type { HtmlCopy, HtmlPage, HtmlRun } from './html-run.js';
import { InPlacePages } from './in-place.js';
import { OccupiedFiles, ownFiles } from './own-files.js';
import { RenderRun } from './render-run.js';

interface StartHtmlOptions {
  readonly baseFacts: BaseFacts;
  readonly documentContext: DocumentContext;
  readonly answers: SchemaAnswers;
  readonly entries: readonly BuildEntry[];
  /** Addresses of entries that aren't public, as far as they are known. */
  readonly held: Iterable<string>;
  readonly terms: TermIndex;
  readonly media: MediaLibrary;
  readonly output: Output;
  /** A folder for pending files, absolute. */
  readonly stage: string;
  readonly warnings: Warnings;
}

/** How a build processes HTML, and where its pages go. */
export interface HtmlWork {
  readonly run: HtmlRun;
  /** Pages that are changed in place; undefined where all go to the output. */
  readonly inPlace: InPlacePages | undefined;
  /**
   * Adds a page, or a file published with the pages.
   * @returns a stamp by which a later build sees that a page of the output is unchanged
   */
  put(page: HtmlPage | HtmlCopy): FileStamp | undefined;
}

/** Starts the configured processing of HTML. Returns undefined for `html: none`. */
export function startHtml(options: StartHtmlOptions): HtmlWork | undefined {
  const { baseFacts, documentContext, answers, entries, held, terms, media, output, stage, warnings } =
    options;
  const { config } = baseFacts;
  if (config.html === 'none') return undefined;
  const occupied = new OccupiedFiles(filesOf(options));
  if (config.html === 'render') {
    const head = headContext({ documentContext, media, isOwn: true, ...answers });
    const used = terms.used(
      entries.map((entry) => entry.terms),
      () => '',
    );
    const termsOf = (slot: number) => terms.keysOf(entries[slot]?.terms ?? -1);
    const onInTheWay = (file: string) => warnOfObstacle(file, warnings);
    const own = ownFiles(config, warnings);
    const run = new RenderRun({ head, entries, termsOf, terms: used, media, occupied, own, onInTheWay });
    return { run, inPlace: undefined, put: putInto(output, onInTheWay) };
  }
  const { siteDir } = config;
  if (siteDir === undefined) return undefined;
  const inPlace = config.inPlace ? new InPlacePages(siteDir, join(stage, 'in-place')) : undefined;
  const head = headContext({ documentContext, media, isOwn: false, ...answers });
  const taken = inPlace === undefined ? occupied : undefined;
  const run = new AugmentRun({ head, entries, held, media, siteDir, occupied: taken, warnings });
  return { run, inPlace, put: putAugmented(output, inPlace) };
}

// Separate functions: a sidecar keeps some of a run's functions, which would otherwise keep the output alive.

function putInto(output: Output, onInTheWay: (file: string) => void): HtmlWork['put'] {
  return (page) => {
    if ('bytes' in page) return output.put(page.file, page.bytes);
    // Documents with a number in their name are known after they have been written.
    if (!output.has(page.file)) output.copy(page.file, page.from);
    else if (!isWellKnown(page.file)) onInTheWay(page.file);
    return undefined;
  };
}

function putAugmented(output: Output, inPlace: InPlacePages | undefined): HtmlWork['put'] {
  return (page) => {
    if (!('bytes' in page)) return undefined;
    if (inPlace === undefined) return output.put(page.file, page.bytes);
    inPlace.put(page.file, page.bytes);
    return undefined;
  };
}

/** Files of the build that aren't pages. Where the site has a document of its own, that one is published. */
function* filesOf({ documentContext, entries }: StartHtmlOptions): Iterable<string> {
  for (const file of documentFiles(documentContext)) if (!documentContext.files.has(`/${file}`)) yield file;
  yield `${documentContext.readPrefix}/index.json`;
  for (const { twin } of entries) if (twin !== '') yield twin;
}

/** Real files below `.well-known/` are published in every mode, before these. */
function isWellKnown(file: string): boolean {
  return file.startsWith('.well-known/');
}

function warnOfObstacle(file: string, warnings: Warnings): void {
  const message =
    "The file isn't copied into the output, because a page or document of the build has the same path.";
  const fix = 'Rename the file, or remove it from the folder.';
  warnings.add({ code: 'file-in-the-way', file, message, fix });
}
