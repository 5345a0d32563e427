import type { Element, ElementContent, Nodes } from 'hast';
import type { BodyFormat } from '../../content/body/port.js';
import { classesOf, findElement, parentsIn } from '../../content/html/element.js';
import { escapeHtml } from '../../content/html/escape.js';
import { parseHtml } from '../../content/html/parse.js';
import { toHtml } from '../../content/html/serialise.js';
import { element } from '../../content/markdown/prepare/visit.js';
import { convertible, objectOf } from '../../core/json.js';
import { words } from '../../core/text.js';
import { removeWhere, textOf } from '../html/tree.js';
import { type CardNotes, calloutClasses, renderCard } from './cards.js';
import { cutGhostGates } from './gates.js';
import { renderMobiledoc, soleMarkdown } from './mobiledoc.js';
import { asRow, type TableRow, text } from './values.js';

/** A body as the pipeline takes it. */
interface GhostBody {
  readonly body: string;
  readonly format: BodyFormat;
}

/** Receives warnings, and the rules of what to leave out. */
export interface BodyNotes extends CardNotes {
  /** Called with the field that has no usable text. */
  onBroken(field: string): void;
}

/**
 * The body of a post, without the parts for members or newsletter readers: the exported HTML, else the editor's
 * own formats from the newest to the oldest.
 */
export function readBody(row: TableRow, notes: BodyNotes): GhostBody {
  const html = fieldText(row, 'html');
  if (html !== '') return asHtml(html, notes);
  const lexical = parsed(row, 'lexical', notes);
  if (lexical !== undefined) return asHtml(renderLexical(lexical, notes), notes);
  const mobiledoc = parsed(row, 'mobiledoc', notes);
  const markdown = mobiledoc === undefined ? fieldText(row, 'markdown') : soleMarkdown(mobiledoc);
  if (markdown !== undefined) return { body: cutGhostGates(markdown, notes.gates), format: 'markdown' };
  return asHtml(renderMobiledoc(mobiledoc, notes), notes);
}

function asHtml(html: string, { gates }: BodyNotes): GhostBody {
  return { body: cleanGhostHtml(cutGhostGates(html, gates)), format: 'html' };
}

function fieldText(row: TableRow, key: string): string {
  const value = row[key];
  return typeof value === 'string' && value.trim() !== '' ? value : '';
}

function parsed(row: TableRow, key: string, notes: BodyNotes): unknown {
  const value = row[key];
  if (typeof value === 'object' && value !== null) return value;
  const json = fieldText(row, key);
  if (json === '') return undefined;
  try {
    return convertible(JSON.parse(json));
  } catch {
    notes.onBroken(key);
    return undefined;
  }
}

/** Only bodies with one of these marks are parsed. */
const MARKS =
  /kg-(?:signup|email|audio|video|bookmark|toggle|file|rating|header|callout)|data-gh-segment|kg-visibility-wrapper/i;

/** Parts of a letter, forms, and the buttons and clocks of players. */
const DROPPED = new Set(
  words(`
    kg-signup-card kg-email-card kg-email-cta-card kg-audio-player kg-audio-thumbnail
    kg-video-player-container kg-video-overlay kg-video-large-play-icon kg-toggle-card-icon
    kg-file-card-icon kg-product-card-rating
  `),
);

/**
 * Removes from exported HTML what visitors of the page do not read: newsletter blocks, sign-up forms, controls of
 * players. Bookmarks and files become a link with its text, headers their heading, callouts a box with the emoji in
 * its first line. HTML without such cards stays as it is.
 */
function cleanGhostHtml(html: string): string {
  if (!MARKS.test(html)) return html;
  const tree = parseHtml(html);
  // First: cards take parts from inside their boxes.
  removeWhere(tree, isDropped);
  for (const node of parentsIn(tree))
    node.children = (node.children as Nodes[]).flatMap(replaceCard) as ElementContent[];
  return toHtml(tree);
}

function isDropped(node: Element): boolean {
  return classesOf(node).some((name) => DROPPED.has(name)) || node.properties['dataGhSegment'] !== undefined;
}

function replaceCard(node: Nodes): Nodes[] {
  if (node.type !== 'element') return [node];
  const name = classesOf(node).find((one) => Object.hasOwn(CARDS, one));
  return (name && CARDS[name]?.(node)) || [node];
}

/** Cards whose boxes say less than their parts; undefined for a card that isn't built as Ghost does. */
const CARDS: Readonly<Record<string, (card: Element) => Element[] | undefined>> = {
  'kg-bookmark-card': (card) => linked(card, 'kg-bookmark', ['description']),
  'kg-file-card': (card) => linked(card, 'kg-file-card', ['caption', 'filename', 'filesize']),
  'kg-header-card': header,
  'kg-callout-card': callout,
  'kg-audio-card': audio,
};

/** The title as the link, and the parts below it as paragraphs. */
function linked(card: Element, prefix: string, below: readonly string[]): Element[] | undefined {
  const container = find(card, `${prefix}-container`);
  const title = find(card, `${prefix}-title`);
  if (container === undefined || title === undefined) return undefined;
  const href = container.properties['href'] ?? '';
  const parts: ElementContent[] = [
    element('p', {}, [element('a', { href }, title.children)]),
    ...below.flatMap((name) => paragraphOf(find(card, `${prefix}-${name}`))),
    ...card.children.filter((child) => child.type === 'element' && child.tagName === 'figcaption'),
  ];
  return [element('figure', {}, parts)];
}

function header(card: Element): Element[] | undefined {
  const [title, more, button] = [/-(?:heading|header)$/, /-(?:subheading|subheader)$/, /-button$/].map(
    (name) => findWhere(card, (one) => one.startsWith('kg-header-card-') && name.test(one)),
  );
  if (title === undefined && more === undefined) return undefined;
  return [
    ...(title === undefined ? [] : [element('h2', {}, title.children)]),
    ...paragraphOf(more),
    ...(button?.tagName === 'a' ? [element('p', {}, [button])] : []),
  ];
}

function callout(card: Element): Element[] | undefined {
  const [emoji, content] = [find(card, 'kg-callout-emoji'), find(card, 'kg-callout-text')];
  if (content === undefined) return undefined;
  const [first] = content.children;
  const isBlock = first?.type === 'element' && first.tagName === 'p';
  const line = isBlock ? first : element('p', {}, content.children);
  if (emoji !== undefined) line.children.unshift(...emoji.children, { type: 'text', value: ' ' });
  const className = [...calloutClasses(emoji === undefined ? '' : textOf(emoji).trim())];
  return [element('blockquote', { className }, isBlock ? content.children : [line])];
}

function audio(card: Element): Element[] | undefined {
  const [player, title] = [find(card, 'kg-audio-player-container'), find(card, 'kg-audio-title')];
  const sound = player?.children.find((child) => child.type === 'element' && child.tagName === 'audio');
  if (title === undefined || sound?.type !== 'element') return undefined;
  return [element('figure', {}, [element('audio', { ...sound.properties, title: textOf(title) }, [])])];
}

function paragraphOf(part: Element | undefined): Element[] {
  return part === undefined || part.children.length === 0 ? [] : [element('p', {}, part.children)];
}

function find(root: Element, name: string): Element | undefined {
  return findWhere(root, (one) => one === name);
}

function findWhere(root: Element, test: (name: string) => boolean): Element | undefined {
  return findElement(root, (node) => classesOf(node).some(test));
}

/** Deeper than any hand-written text; nodes below are left out. */
const MAX_DEPTH = 200;

/** Bits of a text's format, the outermost element first. */
const FORMATS: readonly (readonly [number, string])[] = [
  [1, 'strong'],
  [2, 'em'],
  [4, 's'],
  [8, 'u'],
  [128, 'mark'],
  [32, 'sub'],
  [64, 'sup'],
  [16, 'code'],
];

/** Authors' private notes, and helpers of the editor. */
const INVISIBLE = new Set(['tk', 'zwnj', 'at-link-search']);

/**
 * Renders a body of the current editor, whose tree was parsed from JSON.
 * @see https://lexical.dev/docs/concepts/nodes
 */
function renderLexical(document: unknown, notes: CardNotes): string {
  const root = asRow(asRow(document)?.['root']);
  return root === undefined ? '' : childrenOf(root, 0, notes);
}

function childrenOf(node: TableRow, depth: number, notes: CardNotes): string {
  const children = Array.isArray(node['children']) && depth < MAX_DEPTH ? node['children'] : [];
  return children.map((child) => renderNode(objectOf(child), depth + 1, notes)).join('');
}

function renderNode(node: TableRow, depth: number, notes: CardNotes): string {
  const type = text(node, 'type').replace(/^extended-/, '');
  if (INVISIBLE.has(type)) return '';
  if (type === 'text') return renderText(node);
  if (type === 'linebreak') return '<br>';
  if (type === 'tab') return ' ';
  const card = renderCard(type, node, notes);
  if (card !== undefined) return card;
  if (!Array.isArray(node['children'])) {
    notes.onUnknown(type);
    return '';
  }
  return wrap(type, node, childrenOf(node, depth, notes));
}

/** Elements with content; an unknown one is replaced by its content. */
function wrap(type: string, node: TableRow, content: string): string {
  switch (type) {
    case 'paragraph':
      return content === '' ? '' : `<p>${content}</p>`;
    case 'heading': {
      const tag = /^h[1-6]$/.test(text(node, 'tag')) ? text(node, 'tag') : 'h2';
      return `<${tag}>${content}</${tag}>`;
    }
    case 'quote':
    case 'aside':
      return `<blockquote>${/^<(?:p|blockquote)\b/.test(content) ? content : `<p>${content}</p>`}</blockquote>`;
    case 'list':
      return renderList(node, content);
    case 'listitem':
      return `<li>${content}</li>`;
    case 'link':
    case 'autolink':
    case 'at-link':
      return `<a href="${escapeHtml(text(node, 'url'))}">${content}</a>`;
    default:
      return content;
  }
}

function renderList(node: TableRow, items: string): string {
  // The editor puts a list inside a list into an item of its own; it belongs to the item before.
  const content = items.replace(/<\/li><li>(?=<[uo]l\b)/g, '');
  const isOrdered = text(node, 'listType') === 'number' || text(node, 'tag') === 'ol';
  const start = Number(text(node, 'start') || '1');
  if (!isOrdered) return `<ul>${content}</ul>`;
  return `<ol${Number.isInteger(start) && start !== 1 ? ` start="${start}"` : ''}>${content}</ol>`;
}

function renderText(node: TableRow): string {
  const written = typeof node['text'] === 'string' ? node['text'] : '';
  const format = typeof node['format'] === 'number' ? node['format'] : 0;
  const tags = FORMATS.filter(([bit]) => (format & bit) !== 0).map(([, tag]) => tag);
  return tags.reduceRight((inner, tag) => `<${tag}>${inner}</${tag}>`, escapeHtml(written));
}
