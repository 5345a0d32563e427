import type { Element, ElementContent, Nodes, Root } from 'hast';
import { type Schema, sanitize } from 'hast-util-sanitize';
import { words } from '../../core/text.js';
import { findElement, walk } from './element.js';
import { formatSrcset, parseSrcset } from './srcset.js';
import { isGone, visibleText, withoutUnseen } from './text.js';

/** Elements that may stand in sanitised HTML. Any other is dropped and its children kept. */
export const ALLOWED_ELEMENTS: readonly string[] = words(`
  a abbr address article aside audio b bdi bdo blockquote br caption cite code col colgroup data dd del
  details dfn div dl dt em figcaption figure footer h1 h2 h3 h4 h5 h6 header hgroup hr i img ins kbd li
  main mark nav ol p picture pre q rp rt ruby s samp section small source span strong sub summary sup
  table tbody td tfoot th thead time tr track u ul var video wbr
`);

/** Attributes (as hast properties) that may stand on an element; `*` is for all. */
export const ALLOWED_ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  '*': ['className', 'dir', 'id', 'lang', 'title'],
  a: ['href', 'hrefLang'],
  audio: ['controls', 'src'],
  blockquote: ['cite'],
  col: ['span'],
  colgroup: ['span'],
  data: ['value'],
  del: ['cite', 'dateTime'],
  details: ['open'],
  img: ['alt', 'height', 'sizes', 'src', 'srcSet', 'width'],
  ins: ['cite', 'dateTime'],
  li: ['value'],
  ol: ['reversed', 'start', 'type'],
  q: ['cite'],
  source: ['media', 'sizes', 'src', 'srcSet', 'type'],
  td: ['align', 'colSpan', 'headers', 'rowSpan'],
  th: ['abbr', 'align', 'colSpan', 'headers', 'rowSpan', 'scope'],
  time: ['dateTime'],
  track: ['kind', 'label', 'src', 'srcLang'],
  video: ['controls', 'height', 'poster', 'src', 'width'],
};

/** Elements whose children aren't text for readers: dropped whole. */
const DROPPED_WHOLE = words(`
  annotation annotation-xml applet base button canvas datalist embed frame frameset head link meta meter
  noembed noframes object optgroup option param plaintext progress script select style svg template
  textarea title xmp
`);

const WEB = ['http', 'https'];

// `iframe` and `input` pass this schema only to become a link and a sign in `finish`.
const SCHEMA: Schema = {
  tagNames: [...ALLOWED_ELEMENTS, 'iframe', 'input'],
  attributes: {
    ...Object.fromEntries(Object.entries(ALLOWED_ATTRIBUTES).map(([tag, names]) => [tag, [...names]])),
    iframe: ['src'],
    input: ['checked', ['type', 'checkbox']],
  },
  strip: [...DROPPED_WHOLE],
  protocols: { cite: WEB, href: [...WEB, 'mailto', 'tel'], longDesc: WEB, poster: WEB, src: WEB },
  clobber: [],
  allowComments: false,
  allowDoctypes: false,
};

/**
 * True for ids that cannot shadow a property of `document` or `window` (`cookie`, `location`): those that
 * carry a digit or a sign, as ids of footnotes and headings mostly do.
 */
function isHarmlessId(id: unknown): boolean {
  return typeof id === 'string' && /^[\p{L}\p{N}][\p{L}\p{N}_:.-]*$/u.test(id) && /[\p{N}_:.-]/u.test(id);
}

function finishSrcset(element: Element): void {
  const { srcSet } = element.properties;
  if (srcSet === undefined || srcSet === null) return;
  const candidates = parseSrcset(String(srcSet)).filter(({ url }) => !/^(?!https?:)[^/?#]*:/i.test(url));
  if (candidates.length > 0) element.properties['srcSet'] = formatSrcset(candidates);
  else delete element.properties['srcSet'];
}

function iframeLink(iframe: Element): ElementContent | undefined {
  const { src, title } = iframe.properties;
  if (typeof src !== 'string' || !/^https?:\/\//i.test(src)) return undefined;
  const value = typeof title === 'string' && title.trim() !== '' ? title : src;
  return { type: 'element', tagName: 'a', properties: { href: src }, children: [{ type: 'text', value }] };
}

/** The last step for one element of the clean tree: its replacement, if any. */
function finishElement(element: Element, parent: Element | Root): ElementContent | undefined {
  if (element.tagName === 'iframe') return iframeLink(element);
  if (element.tagName === 'input') {
    const inItem = parent.type === 'element' && /^(li|p)$/.test(parent.tagName);
    if (!inItem || element.properties['type'] !== 'checkbox') return undefined;
    const { checked } = element.properties;
    return { type: 'text', value: checked === true || checked === '' ? '☑' : '☐' };
  }
  const { id } = element.properties;
  if (id !== undefined && !isHarmlessId(id)) delete element.properties['id'];
  finishSrcset(element);
  const { src, srcSet } = element.properties;
  return element.tagName === 'img' && !src && !srcSet ? undefined : element;
}

function finish(parent: Root | Element): boolean {
  const children = parent.children as (ElementContent | undefined)[];
  let isChanged = false;
  for (let at = 0; at < children.length; at += 1) {
    const child = children[at];
    if (child?.type !== 'element') continue;
    const finished = finishElement(child, parent);
    isChanged ||= finished !== child;
    children[at] = finished;
  }
  if (isChanged) parent.children = children.filter((child) => child !== undefined);
  return true;
}

/** Deeper than any page that people or programs write on purpose; recursion above it is safe. */
const MAX_DEPTH = 1000;

function isDeeperThan(node: Nodes, limit: number): boolean {
  if (limit < 0) return true;
  if (!('children' in node)) return false;
  for (const child of node.children) if (isDeeperThan(child, limit - 1)) return true;
  return false;
}

/** The words of a tree that nests too deep to be walked, as one paragraph. */
function flatten(tree: Root): Root {
  const text: ElementContent = { type: 'text', value: visibleText(tree) };
  return { type: 'root', children: [{ type: 'element', tagName: 'p', properties: {}, children: [text] }] };
}

/**
 * A clean copy of a tree for other people's pages: only listed elements and attributes, only web, mail and phone
 * addresses; no script, style, form control, SVG, comment or event attribute, and no hidden content. Embedded frames
 * become links, checkboxes of task lists become `☑` and `☐`. A tree that nests more than 1,000 deep is reduced to its words.
 * @param tree any tree; it is not changed
 */
export function sanitise(tree: Root): Root {
  if (isDeeperThan(tree, MAX_DEPTH)) return flatten(tree);
  // Most pages hide nothing, and need no copy.
  const seen = findElement(tree, isGone) === undefined ? tree : withoutUnseen(tree);
  const clean = sanitize(seen, SCHEMA);
  const root: Root =
    clean.type === 'root'
      ? clean
      : { type: 'root', children: clean.type === 'element' || clean.type === 'text' ? [clean] : [] };
  finish(root);
  walk(root, finish);
  return root;
}
