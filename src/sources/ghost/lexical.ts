import { escapeHtml } from '../../content/html/escape.js';
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
