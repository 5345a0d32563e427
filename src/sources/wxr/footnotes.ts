import { blockJson } from './block-json.js';

const FOOTNOTES_BLOCK = /<!--\s+wp:footnotes(?:\s+\{[^}]*\})?\s+\/-->/;

/**
 * Puts an item's footnotes, which WordPress keeps in the post meta `footnotes` (a JSON list of `{id, content}`),
 * into the body: the empty footnotes block gets them as its attribute `items`. The body renderer turns that into
 * the numbered list that the references in the text link to.
 * @returns the body unchanged when it has no such block or the list is unreadable
 */
export function embedFootnotes(body: string, meta: string | undefined): string {
  const items = meta === undefined ? [] : readFootnotes(meta);
  if (items.length === 0) return body;
  return body.replace(FOOTNOTES_BLOCK, () => `<!-- wp:footnotes ${blockJson({ items })} /-->`);
}

/** The body as in the item itself: the footnotes block without the attribute of `embedFootnotes`. */
export function withoutFootnotes(body: string): string {
  return body.replace(/<!-- wp:footnotes \{"items":\[.*?\]\} \/-->/, '<!-- wp:footnotes /-->');
}

function readFootnotes(meta: string): { id: string; content: string }[] {
  let list: unknown;
  try {
    list = JSON.parse(meta);
  } catch {
    return [];
  }
  if (!Array.isArray(list)) return [];
  return list.filter(isFootnote).map(({ id, content }) => ({ id, content }));
}

function isFootnote(item: unknown): item is { id: string; content: string } {
  if (typeof item !== 'object' || item === null) return false;
  const { id, content } = item as Record<string, unknown>;
  return typeof id === 'string' && typeof content === 'string';
}
