import type { Element, Root } from 'hast';
import { property } from '../../../../content/html/element.js';
import { THRESHOLDS } from '../check.js';
import { elementText, openingOf, UNREAD, walkTree } from './coverage.js';
import { type MediaMeasures, MediaMeter, type MediaRules } from './media.js';
import { BLOCKS, NO_PROSE, type ProseMeasures, ProseMeter } from './prose.js';
import { countWords, type ImageMeasures, ImageMeter, RunningWords } from './words.js';

/** The inputs of the checks: the numbers of a page's body, and the few texts that they show. */
export interface PageMeasures {
  readonly words: number;
  /** Numbers in the text. */
  readonly figures: number;
  /** Links to other hosts, and the words of all links. */
  readonly outbound: number;
  readonly linkWords: number;
  readonly paragraphs: ParagraphMeasures;
  readonly headings: HeadingMeasures;
  readonly images: ImageMeasures;
  readonly media: MediaMeasures;
  /** Of English pages only. */
  readonly prose?: ProseMeasures;
}

interface ParagraphMeasures {
  readonly count: number;
  /** Words of the first one and of the longest one. */
  readonly first: number;
  readonly longest: number;
  /** How many are too long, and how the first of them begin. */
  readonly long: number;
  readonly openings: readonly string[];
}

export interface HeadingMeasures {
  readonly count: number;
  /** The first heading that is more than one level below the one before it. */
  readonly jump?: { readonly from: number; readonly to: number; readonly text: string };
}

/** The inputs of measuring besides the page. */
interface MeasureOptions {
  /** Hosts that are the site itself, in lower case. */
  readonly ownHosts: readonly string[];
  readonly rules: MediaRules;
  /** Whether the reading ease is measured: of English alone. */
  readonly prose: boolean;
  /** The owner's notes about media, by address. */
  readonly notes: Readonly<Record<string, string>>;
}

const MAX_OPENINGS = 3;
const OPENING_WORDS = 8;
const JUMP_WORDS = 6;

/** The action for an element; none for most. */
type Kind =
  | 'unread'
  | 'paragraph'
  | 'link'
  | 'break'
  | 'heading'
  | 'image'
  | 'noProse'
  | 'figure'
  | 'media'
  | 'summary'
  | 'block';

const KINDS: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ...BLOCKS.map((name): [string, Kind] => [name, 'block']),
  ...NO_PROSE.map((name): [string, Kind] => [name, 'noProse']),
  ...UNREAD.map((name): [string, Kind] => [name, 'unread']),
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((name): [string, Kind] => [name, 'heading']),
  ['p', 'paragraph'],
  ['a', 'link'],
  ['br', 'break'],
  ['img', 'image'],
  ['figure', 'figure'],
  ['video', 'media'],
  ['audio', 'media'],
  ['summary', 'summary'],
]);

/**
 * Measures the body of a page in one walk.
 * @param tree as it was rendered, links as they were written
 */
export function measurePage(tree: Root, options: MeasureOptions): PageMeasures {
  const meter = new PageMeter(options);
  walkTree(tree, meter);
  return meter.result();
}

interface Paragraph {
  readonly element: Element;
  readonly words: RunningWords;
}

class PageMeter {
  readonly #images = new ImageMeter();
  readonly #media: MediaMeter;
  readonly #prose: ProseMeter | undefined;
  readonly #paragraphs: Paragraph[] = [];
  /** Open paragraphs and links: nearly always at most one of each. */
  readonly #openParagraphs: Paragraph[] = [];
  readonly #openLinks: RunningWords[] = [];
  #depth = 0;
  #words = 0;
  #figures = 0;
  #outbound = 0;
  #linkWords = 0;
  #headings = 0;
  #level = 0;
  #jump: HeadingMeasures['jump'];

  constructor(private readonly options: MeasureOptions) {
    this.#media = new MediaMeter(options.rules);
    this.#prose = options.prose ? new ProseMeter() : undefined;
  }

  enter(element: Element): boolean {
    const kind = KINDS.get(element.tagName);
    if (kind === 'unread') return false;
    this.#depth += 1;
    if (kind !== undefined) this.#enter(kind, element);
    return true;
  }

  leave(element: Element): void {
    this.#depth -= 1;
    const kind = KINDS.get(element.tagName);
    if (kind !== undefined) this.#leave(kind, element);
  }

  text(value: string): void {
    const count = countWords(value, this.#prose?.text(value));
    for (const { words } of this.#openParagraphs) words.add(count);
    for (const words of this.#openLinks) words.add(count);
    if (count.words === 0) return;
    this.#words += count.words;
    this.#figures += count.figures;
  }

  result(): PageMeasures {
    return {
      words: this.#words,
      figures: this.#figures,
      outbound: this.#outbound,
      linkWords: this.#linkWords,
      paragraphs: this.#measureParagraphs(),
      headings: { count: this.#headings, ...(this.#jump && { jump: this.#jump }) },
      images: this.#images.result(),
      media: this.#media.result(this.options.notes),
      ...(this.#prose && { prose: this.#prose.result() }),
    };
  }

  #enter(kind: Kind, element: Element): void {
    if (kind === 'paragraph') this.#openParagraph(element);
    else if (kind === 'link') this.#openLink(element);
    else if (kind === 'break') this.#break();
    else if (kind === 'heading') this.#heading(element);
    else if (kind === 'image') this.#images.add(element);
    else if (kind === 'noProse') this.#prose?.close();
    else if (kind === 'figure') this.#media.enterFigure(element, this.#depth);
    else if (kind === 'media') this.#media.file(element, this.#depth);
    else if (kind === 'summary') this.#media.label(elementText(element));
  }

  #leave(kind: Kind, element: Element): void {
    if (kind === 'paragraph') this.#openParagraphs.pop();
    else if (kind === 'link') this.#linkWords += this.#openLinks.pop()?.words ?? 0;
    else if (kind === 'figure') this.#media.leaveFigure(element);
    else if (kind === 'noProse') this.#prose?.open();
    if (kind === 'paragraph' || kind === 'heading' || kind === 'block') this.#prose?.endBlock();
  }

  #openParagraph(element: Element): void {
    const paragraph = { element, words: new RunningWords() };
    this.#paragraphs.push(paragraph);
    this.#openParagraphs.push(paragraph);
  }

  #openLink(element: Element): void {
    this.#openLinks.push(new RunningWords());
    const host = /^https?:\/\/(?:[^/?#@]*@)?([^/?#:]*)/i.exec(property(element, 'href'))?.[1]?.toLowerCase();
    if (host !== undefined && !this.options.ownHosts.includes(host)) this.#outbound += 1;
  }

  #break(): void {
    for (const { words } of this.#openParagraphs) words.gap();
    for (const words of this.#openLinks) words.gap();
  }

  #heading(element: Element): void {
    const level = Number(element.tagName.slice(1));
    const text = elementText(element);
    this.#headings += 1;
    this.#media.label(text);
    if (this.#jump === undefined && this.#level > 0 && level > this.#level + 1) {
      this.#jump = { from: this.#level, to: level, text: openingOf(text, JUMP_WORDS) };
    }
    this.#level = level;
  }

  #measureParagraphs(): ParagraphMeasures {
    const lengths = this.#paragraphs.map(({ words }) => words.words);
    const long = this.#paragraphs.filter(({ words }) => words.words > THRESHOLDS.longParagraphWords);
    return {
      count: lengths.length,
      first: lengths[0] ?? 0,
      longest: lengths.reduce((most, one) => Math.max(most, one), 0),
      long: long.length,
      openings: long
        .slice(0, MAX_OPENINGS)
        .map(({ element }) => openingOf(elementText(element), OPENING_WORDS)),
    };
  }
}
