import { decodeHTMLAttribute } from 'entities';
import { htmlTokens } from '../../content/html/tokens.js';
import { markdownLinks } from '../validate/markdown-links.js';
import { type FoundLink, linkOf } from './http-fields.js';

/** The machine-readable data of a page. */
export interface HtmlPage {
  /** `<link>` elements. */
  readonly links: readonly FoundLink[];
  /** True when a robots tag keeps it out of search engines. */
  readonly isNoindex: boolean;
}

/** Reads the relevant tags of a page, wherever they are. */
export function readHtmlPage(html: string): HtmlPage {
  const links: FoundLink[] = [];
  let isNoindex = false;
  for (const { kind, name, attributes } of htmlTokens(html)) {
    if (kind !== 'start' || attributes === undefined) continue;
    const value = (key: string) => decodeHTMLAttribute(attributes.get(key) ?? '');
    if (name === 'link') links.push(linkOf(value('href'), value('rel'), value('type')));
    if (name === 'meta' && value('name').trim().toLowerCase() === 'robots') {
      isNoindex ||= saysNoindex(value('content'));
    }
  }
  return { links, isNoindex };
}

/** Whether a list of robots directives keeps a page out of search engines. */
export function saysNoindex(directives: string): boolean {
  const words = directives.toLowerCase().split(/[\s,]+/);
  return words.includes('noindex') || words.includes('none');
}

/** Maximum length of the text and of one line of it: no list of links is longer. */
const MOST_TEXT = 1_000_000;
const MOST_LINE = 4000;

/** The absolute addresses in an untrusted Markdown text, in bounded time. */
export function linksIn(text: string): readonly string[] {
  const lines = text
    .slice(0, MOST_TEXT)
    .split('\n')
    .filter((line) => line.length <= MOST_LINE);
  return [...markdownLinks(lines.join('\n'))].map(({ url }) => url);
}
