import { decodeHTML } from 'entities';
import type { BodyFormat } from '../../content/body/port.js';
import { oneSpaced, plainText } from '../../content/html/text.js';
import { objectOf } from '../../core/json.js';
import { inWords } from '../../core/text.js';
import { type FirstHeading, firstHeading, laterHeading } from './first-heading.js';
import type { FilePlace } from './layout.js';
import type { Values } from './values.js';
import { visibleLine } from './visible-text.js';

/** The place of a page whose title is read. */
interface TitlePlace {
  readonly place: FilePlace;
  readonly slug: string;
  readonly siteTitle: string | undefined;
  /** True where the heading of the text is shown instead of the title in the front matter. */
  readonly showsOwnHeading?: boolean | undefined;
  /** True if the file name is the title, even if the text has headings. */
  readonly isNamedByFile?: boolean | undefined;
  /** True if titles in front matter are HTML. */
  readonly hasHtmlTitles?: boolean | undefined;
}

/** A title, and the body without it. */
export interface TitledBody {
  readonly title: string;
  readonly body: string;
  /** The title in the front matter, where the heading is shown instead. */
  readonly menuTitle?: string;
  /** True where neither the page nor its place has a title. */
  readonly isFallback?: boolean;
}

/**
 * The page's title: front matter, else the heading with which it begins (which is then removed from the body), else the
 * title of its place, else a later heading, else the name of its file. With some generators, the heading comes first.
 */
export function readTitle(values: Values, body: string, format: BodyFormat, page: TitlePlace): TitledBody {
  const { place, slug, siteTitle, showsOwnHeading = false } = page;
  const { stem } = place.name;
  const own = values.text('title');
  const decoded = own !== undefined && page.hasHtmlTitles ? decodeHTML(own) : own;
  const written = decoded ?? (page.isNamedByFile && !place.isIndex ? (place.title ?? stem) : undefined);
  const heading = withValues(firstHeading(body, format === 'html'), values);
  const first = heading && oneSpaced(heading.title);
  // Otherwise the page would show it twice.
  if (written !== undefined && first === oneSpaced(written))
    return { title: written, body: heading?.rest ?? body };
  // The same words with marks of their own, such as code or `<em>`: the heading is what a reader sees.
  const isMarked =
    written !== undefined && [plainText(written), visibleLine(written)].map(oneSpaced).includes(first ?? '');
  const isHeadingShown = isMarked || (showsOwnHeading && heading !== undefined);
  if (written !== undefined && !isHeadingShown) return { title: written, body };
  if (heading !== undefined) {
    const menuTitle = written === undefined || isMarked ? {} : { menuTitle: written };
    return { title: heading.title, body: heading.rest, ...menuTitle };
  }
  const named = format === 'html' ? /<title[^>]*>([^<]*)<\/title>/i.exec(body)?.[1] : undefined;
  const later = place.title === undefined && format !== 'html' ? laterHeading(body) : undefined;
  if (later !== undefined) return { title: later.title, body: later.rest };
  const shown = plainText(named ?? '');
  return { title: shown || fallbackTitle(place, slug, siteTitle), body, isFallback: shown === '' };
}

const VALUE = /\{\{-?\s*(?:page\.|\$frontmatter\.)?([\w-]+(?:\.[\w-]+)*)\s*-?\}\}/g;

/** A heading with the values of the page's front matter that a template puts there. */
function withValues(heading: FirstHeading | undefined, values: Values): FirstHeading | undefined {
  if (heading?.title.includes('{{') !== true) return heading;
  const title = heading.title.replace(VALUE, (found, path: string) => {
    const [first = '', ...fields] = path.split('.');
    const value = fields.reduce<unknown>((inner, field) => objectOf(inner)[field], values.peek(first));
    return typeof value === 'string' && value !== '' ? value : found;
  });
  return { ...heading, title };
}

/** The front page of a site, or of a language, has the site's title: its file is only called "index" or "de". */
function fallbackTitle(
  { title, isIndex, folders, lang }: FilePlace,
  slug: string,
  siteTitle?: string,
): string {
  const isFront = isIndex && (folders.length === 0 || (folders.length === 1 && lang !== undefined));
  return title ?? ((isFront && siteTitle) || inWords(slug));
}
