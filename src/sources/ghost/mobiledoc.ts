import { escapeHtml } from '../../content/html/escape.js';
import { listOf, objectOf } from '../../core/json.js';
import { type CardNotes, renderCard } from './cards.js';
import { type TableRow, text } from './values.js';

const MARKUPS = new Set('a b strong i em s del u code sub sup mark'.split(' '));

const BLOCKS = new Set('p h1 h2 h3 h4 h5 h6 blockquote aside pre'.split(' '));

/**
 * Renders a body of the former editor (version 0.3), parsed from JSON.
 * @see https://github.com/bustle/mobiledoc-kit/blob/master/MOBILEDOC.md
 */
export function renderMobiledoc(document: unknown, notes: CardNotes): string {
  const doc = objectOf(document);
  return listOf(doc['sections'])
    .map((section) => renderSection(listOf(section), doc, notes))
    .join('');
}

/** The text of a body that is a single card of Markdown, as in the first versions. */
export function soleMarkdown(document: unknown): string | undefined {
  const doc = objectOf(document);
  const [section, ...others] = listOf(doc['sections']).map(listOf);
  if (section?.[0] !== 10 || others.some((other) => !isEmptySection(other))) return undefined;
  const [name, card] = listOf(listOf(doc['cards'])[Number(section[1])]);
  return /^(?:card-)?markdown$/.test(String(name)) ? text(objectOf(card), 'markdown') : undefined;
}

function isEmptySection(section: readonly unknown[]): boolean {
  return section[0] === 1 && listOf(section[2]).length === 0;
}

function renderSection(section: readonly unknown[], doc: TableRow, notes: CardNotes): string {
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
  const html = renderCard(String(name), objectOf(card), notes);
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
function renderMarkers(markers: readonly unknown[], doc: TableRow): string {
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
