import type { Root } from 'hast';
import type { BodyFormat } from '../body/port.js';
import { parseHtml } from '../html/parse.js';
import { removeUnseen } from '../privacy/html/hidden-classes.js';
import { NO_PRIVACY_RULES } from '../privacy/privacy.js';
import { shownText } from './shown-text.js';
import { markdownPieces, templatedHtml } from './source/markdown.js';
import { readWordPress, type WordPressParts } from './source/wordpress.js';
import type { Piece, VisiblePage } from './visible-page.js';

/** What a twin is made from besides the body. */
export interface SourceEntry {
  readonly title: string;
  readonly body: string;
  readonly format: BodyFormat;
  /** For messages: `export.xml:1234`, `posts/tea.md`. */
  readonly ref: string;
  /** What a visitor sees of the page, where there is one. */
  readonly seen?: VisiblePage;
}

/**
 * What a visitor sees of an entry: its page where there is one, else all text of its source.
 * @param others texts that its twin shows as well, such as its summary and its authors
 */
export function seenOf(raw: SourceEntry, parts: WordPressParts, others: readonly string[]): VisiblePage {
  const also = [raw.title, ...others].join(' ');
  if (raw.seen !== undefined) return { pieces: raw.seen.pieces, also: [also, ...raw.seen.also] };
  // The source as written: addresses, alternative texts and everything inside tags.
  return { pieces: sourcePieces(raw, parts), also: [also, raw.body, componentNames(raw)] };
}

/** The names of components as words: a twin has them where a component's text in a sentence isn't known. */
function componentNames({ body, format }: SourceEntry): string {
  if (format !== 'markdown') return '';
  const names = [...body.matchAll(/<(?:\w+\.)*([A-Z]\w*)\s*\/>/g)].map(([, name = '']) => name);
  return names.join(' ').replace(/(?<=[a-z])(?=[A-Z])/g, ' ');
}

function sourcePieces(raw: SourceEntry, parts: WordPressParts): readonly Piece[] {
  if (raw.format === 'markdown') {
    const file = raw.ref.replace(/:\d+$/, '');
    if (!/\.html?$/i.test(file)) return markdownPieces(raw.body, file);
    const { html, pieces } = templatedHtml(raw.body);
    return [...shownText(seenTree(html)), ...pieces];
  }
  if (raw.format === 'wordpress') {
    const { html, pieces } = readWordPress(raw.body, parts);
    return [...shownText(seenTree(html)), ...pieces];
  }
  return shownText(seenTree(raw.body));
}

/** The tree without what hides from visitors by a class or is for some readers. */
function seenTree(html: string): Root {
  const tree = parseHtml(html);
  removeUnseen(tree, NO_PRIVACY_RULES);
  return tree;
}
