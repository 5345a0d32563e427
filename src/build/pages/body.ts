import type { Element, Root } from 'hast';
import { hasClass, type Parent } from '../../content/html/element.js';
import { rebaseUrls } from '../../content/html/rebase.js';
import { toHtml } from '../../content/html/serialise.js';
import { visibleText } from '../../content/html/text.js';
import { isParsableUrl } from '../../core/parsable-url.js';
import { lastSegment } from '../../core/paths.js';
import { proseOf } from '../../documents/schema-org/text.js';
import { tidy } from './content-model.js';
import type { Words } from './words.js';

/** The options of a page's body. */
interface BodyOptions {
  /** The page's heading, which the body need not repeat. */
  readonly title: string;
  readonly words: Words;
  /** Makes an address of the site independent of its host. */
  localise(url: string): string;
  /** Of an image of the site itself, by its address in the page; undefined where it is unknown. */
  sizeOf(src: string): { readonly width: number; readonly height: number } | undefined;
}

/** A body for a page. */
interface PageBody {
  readonly html: string;
  /** Addresses of its images. */
  readonly images: readonly string[];
}

/**
 * Turns a sanitised body into the body of a page: headings continue those of the page, tables and code scroll in
 * a box of their own, players become cards, images are lazy-loaded, and every link and image has a name.
 * @param tree sanitised; changed in place
 */
export function pageBody(tree: Root, options: BodyOptions): PageBody {
  tidy(tree);
  dropTitle(tree, options.title);
  rebaseUrls(tree, options.localise);
  const headings: Element[] = [];
  const images: Element[] = [];
  walk(tree, (element, parent, inLink) => {
    if (/^h[1-6]$/.test(element.tagName)) headings.push(element);
    if (element.tagName === 'img') images.push(element);
    // A link must not contain anything focusable.
    return inLink ? element : shape(element, parent, options);
  });
  orderHeadings(headings);
  images.forEach(lazyImage);
  for (const { properties } of images) addSize(properties, options);
  return { html: toHtml(tree), images: images.map(({ properties }) => String(properties['src'] ?? '')) };
}

type Visit = (element: Element, parent: Parent, inLink: boolean) => Element;

/**
 * Visits every element in the order of the document; a visitor may replace an element. Recursion is
 * safe: the sanitiser bounds the depth.
 */
function walk(parent: Parent, visit: Visit, inLink = false): void {
  for (const [index, child] of parent.children.entries()) {
    if (child.type !== 'element') continue;
    const placed = visit(child, parent, inLink);
    parent.children[index] = placed;
    walk(placed, visit, inLink || placed.tagName === 'a');
  }
}

/** A first heading that repeats the page's own. */
function dropTitle(tree: Root, title: string): void {
  const first = tree.children.find((node) => node.type === 'element' || /\S/.test(proseOf([node])));
  if (first?.type !== 'element' || first.tagName !== 'h1') return;
  if (proseOf([first]).toLowerCase() !== title.replace(/\s+/g, ' ').trim().toLowerCase()) return;
  tree.children.splice(tree.children.indexOf(first), 1);
}

/** The page has the first level; no level is skipped below it, whatever levels the author used. */
function orderHeadings(headings: readonly Element[]): void {
  const open: { from: number; to: number }[] = [];
  for (const heading of headings) {
    const from = Number(heading.tagName[1]);
    while ((open.at(-1)?.from ?? 0) >= from) open.pop();
    const to = Math.min(6, (open.at(-1)?.to ?? 1) + 1);
    open.push({ from, to });
    heading.tagName = `h${to}`;
  }
}

function shape(element: Element, parent: Parent, { words }: BodyOptions): Element {
  switch (element.tagName) {
    case 'table':
      return box(element, parent, captionOf(element) || words.table);
    case 'pre':
      Object.assign(element.properties, { tabIndex: 0, role: 'group', ariaLabel: words.code });
      return element;
    case 'sup':
      if (isFootnoteMark(element)) hideFromMarkdown(element);
      return element;
    case 'a':
      nameLink(element, words);
      if (isBackReference(element)) hideFromMarkdown(element);
      return element;
    case 'div':
      return hasClass(element, 'wp-block-embed__wrapper') ? embedCard(element) : element;
    default:
      return element;
  }
}

/** The number of a footnote and the arrow back from it: visual signs without words in Markdown. */
function isFootnoteMark(element: Element): boolean {
  const [link, ...others] = element.children.filter(
    (child) => child.type === 'element' || proseOf([child]) !== '',
  );
  return others.length === 0 && link?.type === 'element' && link.tagName === 'a' && isFragment(link);
}

function isBackReference(link: Element): boolean {
  return (
    isFragment(link) &&
    /^(?:[\u2190-\u21ff]|\ufe0e|\ufe0f|\d|\s)*[\u2190-\u21ff](?:\ufe0e|\ufe0f|\d|\s)*$/.test(proseOf([link]))
  );
}

function isFragment({ properties: { href } }: Element): boolean {
  return typeof href === 'string' && /^#./.test(href);
}

function hideFromMarkdown({ properties }: Element): void {
  properties['dataMarkdownIgnore'] = '';
}

/** A box that scrolls with its content when that is too wide, also by keyboard. */
function box(element: Element, parent: Parent, label: string): Element {
  if (parent.type === 'element' && hasClass(parent, 'scroll')) return element;
  const properties = { className: ['scroll'], tabIndex: 0, role: 'group', ariaLabel: label };
  return { type: 'element', tagName: 'div', properties, children: [element] };
}

function captionOf(table: Element): string {
  const caption = table.children.find((child) => child.type === 'element' && child.tagName === 'caption');
  return caption === undefined ? '' : proseOf([caption]);
}

/** A link that only contains a picture is named after the picture. */
function nameLink(link: Element, words: Words): void {
  if (visibleText({ type: 'root', children: [link] }) !== '') return;
  const image = findImage(link);
  const { href, title } = link.properties;
  const name = typeof title === 'string' && title !== '' ? title : fileName(String(href ?? ''));
  if (image !== undefined) image.properties['alt'] = name || words.image;
  else if (!link.properties['id']) link.children.push({ type: 'text', value: name || String(href ?? '') });
}

function findImage(element: Element): Element | undefined {
  for (const child of element.children) {
    if (child.type !== 'element') continue;
    const found = child.tagName === 'img' ? child : findImage(child);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The last part of an address as words. */
function fileName(url: string): string {
  return lastSegment(url)
    .replace(/\.\w{2,5}$/, '')
    .replace(/[-_+]+|%20/g, ' ')
    .trim();
}

/** Players are not loaded: a card links to their media. */
function embedCard(wrapper: Element): Element {
  const text = proseOf([wrapper]);
  const link = wrapper.children.find(
    (child): child is Element => child.type === 'element' && child.tagName === 'a',
  );
  const href = link === undefined ? text : String(link.properties['href'] ?? '');
  if (!/^https?:\/\/\S+$/.test(href) || !isParsableUrl(href)) return wrapper;
  const host = new URL(href).hostname.replace(/^www\./, '');
  const label = link === undefined || text === href ? href.replace(/^https?:\/\/(?:www\.)?/, '') : text;
  const span = (className: string, value: string): Element => ({
    type: 'element',
    tagName: 'span',
    properties: { className: [className] },
    children: [{ type: 'text', value }],
  });
  const card = [span('embed-host', host), { type: 'text' as const, value: ' ' }, span('embed-title', label)];
  const properties = { className: ['embed'], href };
  return { ...wrapper, children: [{ type: 'element', tagName: 'a', properties, children: card }] };
}

/** The first picture may be the largest content; all others are loaded when they come near. */
function lazyImage(image: Element, index: number): void {
  const { alt, title } = image.properties;
  // An image with a title isn't decoration.
  if (typeof alt !== 'string' || alt === '') image.properties['alt'] = typeof title === 'string' ? title : '';
  if (image.properties['alt'] === title) delete image.properties['title'];
  if (index > 0) image.properties['loading'] = 'lazy';
  image.properties['decoding'] = 'async';
}

/**
 * Adds the size of an image, or the height for a width that its author set: browsers reserve its place until it has
 * loaded.
 */
function addSize(properties: Element['properties'], { sizeOf }: BodyOptions): void {
  if (properties['height'] !== undefined) return;
  const size = sizeOf(String(properties['src'] ?? ''));
  if (size === undefined) return;
  const width = Number(properties['width'] ?? size.width);
  properties['width'] = width;
  properties['height'] = Math.max(1, Math.round((width * size.height) / size.width));
}
