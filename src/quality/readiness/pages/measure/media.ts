import type { Element } from 'hast';
import { classesOf, findElement, property } from '../../../../content/html/element.js';
import { isVideoHost } from '../../../../content/markdown/handlers/media.js';
import { memoisedByObject } from '../../../../core/memoised.js';
import { mediaKey } from '../../../../documents/schema-org/media-key.js';
import { elementText } from './coverage.js';

/** The videos and recordings of a page. */
export interface MediaMeasures {
  readonly videos: number;
  readonly audios: number;
  /** Media with neither a caption nor a note. */
  readonly undescribed: number;
  /** Media with a file of captions. */
  readonly captioned: number;
  /** Whether a part of the page has a heading that announces a transcript. */
  readonly transcript: boolean;
}

/** Rules for finding media that plugins may change. */
export interface MediaRules {
  readonly videoHosts: readonly string[];
  /** Path segments that aren't ids of media, in lower case. */
  readonly skipSegments: readonly string[];
  /** Source of a regular expression; case does not matter. */
  readonly transcript: string;
}

/** Rules in compiled form. */
interface ReadyRules {
  readonly skipped: ReadonlySet<string>;
  readonly transcriptLabel: RegExp;
}

/** The compiled rules, shared by all pages of a run. */
const readyRules = memoisedByObject(({ skipSegments, transcript }: MediaRules): ReadyRules => {
  return { skipped: new Set(skipSegments), transcriptLabel: new RegExp(transcript, 'i') };
});

interface Item {
  readonly kind: 'video' | 'audio';
  readonly key: string;
  /** The figure around it; its caption may come later. */
  readonly figure: Element | undefined;
  readonly hasCaptions: boolean;
}

/** A caption belongs to media up to this depth in its figure. */
const FIGURE_LEVELS = 4;
const MAX_LABEL = 60;
const EMBED_CLASSES = ['wp-block-embed', 'kg-embed-card'];

/** Finds videos and recordings while the tree of a page is walked. */
export class MediaMeter {
  readonly #skipped: ReadonlySet<string>;
  readonly #transcriptLabel: RegExp;
  readonly #items = new Map<string, Item>();
  readonly #figures: { readonly element: Element; readonly depth: number }[] = [];
  /** The open embed figure: everything inside is one item. */
  #embed: Element | undefined;
  #hasTranscript = false;

  constructor(private readonly rules: MediaRules) {
    ({ skipped: this.#skipped, transcriptLabel: this.#transcriptLabel } = readyRules(rules));
  }

  /** @param depth how many elements are open, this one included */
  enterFigure(figure: Element, depth: number): void {
    this.#figures.push({ element: figure, depth });
    const names = classesOf(figure);
    if (this.#embed !== undefined || !EMBED_CLASSES.some((name) => names.includes(name))) return;
    const url = embedAddress(figure);
    if (!names.includes('is-type-video') && !isVideoHost(url, this.rules.videoHosts)) return;
    this.#embed = figure;
    this.#add('video', url, figure, false);
  }

  leaveFigure(figure: Element): void {
    this.#figures.pop();
    if (this.#embed === figure) this.#embed = undefined;
  }

  /** A `video` or `audio` element. */
  file(element: Element, depth: number): void {
    if (this.#embed !== undefined) return;
    const kind = element.tagName === 'video' ? 'video' : 'audio';
    this.#add(kind, addressOf(element), this.#figureAt(depth), hasCaptions(element));
  }

  /** Takes the text of a heading, or of the summary of a disclosure. */
  label(text: string): void {
    if (text.length <= MAX_LABEL && this.#transcriptLabel.test(text)) this.#hasTranscript = true;
  }

  /** @param notes the owner's notes about media, by address */
  result(notes: Readonly<Record<string, string>>): MediaMeasures {
    const noted = new Set(
      Object.entries(notes).flatMap(([url, note]) =>
        note.trim() === '' ? [] : mediaKey(url, this.#skipped),
      ),
    );
    const items = [...this.#items.values()];
    const isDescribed = ({ key, figure }: Item) => noted.has(key) || captionOf(figure) !== '';
    return {
      videos: items.filter(({ kind }) => kind === 'video').length,
      audios: items.filter(({ kind }) => kind === 'audio').length,
      undescribed: items.filter((item) => !isDescribed(item)).length,
      captioned: items.filter((item) => item.hasCaptions).length,
      transcript: this.#hasTranscript,
    };
  }

  #figureAt(depth: number): Element | undefined {
    const figure = this.#figures.at(-1);
    return figure !== undefined && depth - figure.depth <= FIGURE_LEVELS ? figure.element : undefined;
  }

  #add(kind: Item['kind'], url: string, figure: Element | undefined, captions: boolean): void {
    const key = mediaKey(url, this.#skipped);
    if (!this.#items.has(key)) this.#items.set(key, { kind, key, figure, hasCaptions: captions });
  }
}

/** The player's address, or the one that the editor stored. */
function embedAddress(figure: Element): string {
  const named = (tagName: string, name: string) => {
    const found = findElement(figure, (element) => element.tagName === tagName);
    return found === undefined ? '' : property(found, name);
  };
  const text = elementText(figure, ({ tagName }) => tagName === 'figcaption');
  return (
    named('iframe', 'src') ||
    (/https?:\/\/\S+/i.exec(text)?.[0] ?? '') ||
    named('blockquote', 'cite') ||
    named('a', 'href')
  );
}

function addressOf(element: Element): string {
  const source = findElement(element, ({ tagName }) => tagName === 'source');
  return property(element, 'src') || (source === undefined ? '' : property(source, 'src'));
}

function hasCaptions(element: Element): boolean {
  const isCaptions = (track: Element) => ['', 'captions', 'subtitles'].includes(property(track, 'kind'));
  const track = findElement(
    element,
    (child) => child.tagName === 'track' && isCaptions(child) && property(child, 'src') !== '',
  );
  return track !== undefined;
}

/** The first caption of a figure that is not empty. */
function captionOf(figure: Element | undefined): string {
  if (figure === undefined) return '';
  const caption = findElement(
    figure,
    (element) => element.tagName === 'figcaption' && elementText(element) !== '',
  );
  return caption === undefined ? '' : elementText(caption);
}
