import { blockJson } from './block-json.js';

const FOOTNOTES_BLOCK = /<!--\s+wp:footnotes(?:\s+\{[^}]*\})?\s+\/-->/;

const EMBEDDED = /<!-- wp:footnotes (\{"items":\[.*?\]\}) \/-->/;

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

/**
 * Takes the notes out of the footnotes block whose marks stood in a part of the text that has been cut out.
 * @param whole the body before
 * @param open the body without the parts for some readers
 */
export function dropCutNotes(whole: string, open: string): string {
  return open.replace(EMBEDDED, (block, json: string) => {
    const { items } = JSON.parse(json) as { readonly items: readonly { readonly id: string }[] };
    const marks = (text: string) => new Set([...text.matchAll(/data-fn="([^"]*)"/g)].map(([, id]) => id));
    const [before, after] = [marks(whole), marks(open)];
    const kept = items.filter(({ id }) => after.has(id) || !before.has(id));
    return kept.length === items.length ? block : `<!-- wp:footnotes ${blockJson({ items: kept })} /-->`;
  });
}

/** The body as in the item itself: the footnotes block without the attribute of `embedFootnotes`. */
export function withoutFootnotes(body: string): string {
  return body.replace(EMBEDDED, '<!-- wp:footnotes /-->');
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
