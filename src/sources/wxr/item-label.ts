import type { Fields } from './fields.js';

/** The name of an item in a message. */
export function itemLabel(fields: Fields): string {
  const title = fields.get('title').slice(0, 80);
  const id = fields.get('wp:post_id').slice(0, 20);
  return `item ${id === '' ? 'without id' : id} (“${title}”)`;
}
