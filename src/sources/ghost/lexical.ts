import { escapeHtml } from '../../content/html/text.js';
import { listOf } from '../../core/json.js';
import { type CardNotes, renderCard } from './cards.js';
import { asRow, type Row, text } from './values.js';

/** Deeper than any hand-written text; nodes below are left out. */
const DEEPEST = 200;

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

const MARKUPS = new Set('a b strong i em s del u code sub sup mark'.split(' '));

const BLOCKS = new Set('p h1 h2 h3 h4 h5 h6 blockquote aside pre'.split(' '));

/**
 * Renders a body of the current editor, whose tree was parsed from JSON.
 * @see https://lexical.dev/docs/concepts/nodes
 */
export function renderLexical(document: unknown, notes: CardNotes): string {
  const root = asRow(asRow(document)?.['root']);
  return root === undefined ? '' : childrenOf(root, 0, notes);
}

function childrenOf(node: Row, depth: number, notes: CardNotes): string {
  const children = Array.isArray(node['children']) && depth < DEEPEST ? node['children'] : [];
  return children.map((child) => renderNode(asRow(child) ?? {}, depth + 1, notes)).join('');
}

function renderNode(node: Row, depth: number, notes: CardNotes): string {
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
function wrap(type: string, node: Row, content: string): string {
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

function renderList(node: Row, items: string): string {
  // The editor puts a list inside a list into an item of its own; it belongs to the item before.
  const content = items.replace(/<\/li><li>(?=<[uo]l\b)/g, '');
  const isOrdered = text(node, 'listType') === 'number' || text(node, 'tag') === 'ol';
  const start = Number(text(node, 'start') || '1');
  if (!isOrdered) return `<ul>${content}</ul>`;
  return `<ol${Number.isInteger(start) && start !== 1 ? ` start="${start}"` : ''}>${content}</ol>`;
}

function renderText(node: Row): string {
  const written = typeof node['text'] === 'string' ? node['text'] : '';
  const format = typeof node['format'] === 'number' ? node['format'] : 0;
  const tags = FORMATS.filter(([bit]) => (format & bit) !== 0).map(([, tag]) => tag);
  return tags.reduceRight((inner, tag) => `<${tag}>${inner}</${tag}>`, escapeHtml(written));
}

/**
 * Renders a body of the former editor (version 0.3), parsed from JSON.
 * @see https://github.com/bustle/mobiledoc-kit/blob/master/MOBILEDOC.md
 */
export function renderMobiledoc(document: unknown, notes: CardNotes): string {
  const doc = asRow(document) ?? {};
  return listOf(doc['sections'])
    .map((section) => renderSection(listOf(section), doc, notes))
    .join('');
}

/** The text of a body that is a single card of Markdown, as in the first versions. */
export function soleMarkdown(document: unknown): string | undefined {
  const doc = asRow(document) ?? {};
  const [section, ...others] = listOf(doc['sections']).map(listOf);
  if (section?.[0] !== 10 || others.some((other) => !isEmptySection(other))) return undefined;
  const [name, card] = listOf(listOf(doc['cards'])[Number(section[1])]);
  return /^(?:card-)?markdown$/.test(String(name)) ? text(asRow(card) ?? {}, 'markdown') : undefined;
}

function isEmptySection(section: readonly unknown[]): boolean {
  return section[0] === 1 && listOf(section[2]).length === 0;
}

function renderSection(section: readonly unknown[], doc: Row, notes: CardNotes): string {
  const [kind, second, third] = section;
  if (kind === 1) return renderBlock(String(second), renderMarkers(listOf(third), doc));
  if (kind === 2) return `<figure><img src="${escapeHtml(String(second ?? ''))}" alt=""></figure>`;
  if (kind === 3) {
    const tag = second === 'ol' ? 'ol' : 'ul';
    return `<${tag}>${listOf(third)
      .map((item) => `<li>${renderMarkers(listOf(item), doc)}</li>`)
      .join('')}</${tag}>`;
  }
  if (kind !== 10) return '';
  const [name, card] = listOf(listOf(doc['cards'])[Number(second)]);
  const html = renderCard(String(name), asRow(card) ?? {}, notes);
  if (html === undefined) notes.onUnknown(String(name));
  return html ?? '';
}

function renderBlock(name: string, content: string): string {
  if (content === '') return '';
  const tag = BLOCKS.has(name) ? name : 'p';
  if (tag === 'aside' || tag === 'blockquote') return `<blockquote><p>${content}</p></blockquote>`;
  return `<${tag}>${content}</${tag}>`;
}

/** Markers open some markups, show a text or an atom, and close some of the open ones. */
function renderMarkers(markers: readonly unknown[], doc: Row): string {
  const open: string[] = [];
  let html = '';
  for (const marker of markers) {
    const [kind, opened, closed, value] = listOf(marker);
    for (const index of listOf(opened)) {
      const [tag, attributes] = openMarkup(listOf(listOf(doc['markups'])[Number(index)]));
      open.push(tag);
      if (tag !== '') html += `<${tag}${attributes}>`;
    }
    html +=
      kind === 1 ? renderAtom(listOf(listOf(doc['atoms'])[Number(value)])) : escapeHtml(String(value ?? ''));
    for (let left = Number(closed); left > 0 && open.length > 0; left -= 1) html += closeTag(open.pop());
  }
  while (open.length > 0) html += closeTag(open.pop());
  return html;
}

function openMarkup(markup: readonly unknown[]): readonly [string, string] {
  const tag = String(markup[0] ?? '').toLowerCase();
  if (!MARKUPS.has(tag)) return ['', ''];
  const attributes = listOf(markup[1]);
  const at = attributes.findIndex((name, index) => index % 2 === 0 && name === 'href');
  return [tag, at < 0 ? '' : ` href="${escapeHtml(String(attributes[at + 1] ?? ''))}"`];
}

function closeTag(tag: string | undefined): string {
  return tag === undefined || tag === '' ? '' : `</${tag}>`;
}

function renderAtom([name, value]: readonly unknown[]): string {
  return name === 'soft-return' ? '<br>' : escapeHtml(String(value ?? ''));
}
