import type { Mark } from '../audit.js';
import type { EntryStatus } from '../port.js';
import type { Fields } from './fields.js';
import { noindexKey, redirectKey } from './meta-seo.js';
import { isHiddenProduct } from './product.js';

/** The marks in an item by which it is not for every reader. */
export function marksOf(
  fields: Fields,
  {
    word,
    status,
    type,
    access,
  }: {
    readonly word: string;
    readonly status: EntryStatus;
    readonly type: string;
    /** Why it is for some readers only, as a clause. */
    readonly access: string | undefined;
  },
): readonly Mark[] {
  const { line } = fields.element;
  const meta = fields.meta();
  const marks: Mark[] = [];
  const add = (about: Mark['about'], rule: string, setting: string) =>
    marks.push({ about, rule, setting, line });
  if (status !== 'publish') {
    add('status', `<wp:status> is "${word.slice(0, 40)}"`, 'Publish it on the site and export again.');
  }
  if (fields.hasPassword) {
    add('protected', 'it has a <wp:post_password>', 'Remove its password on the site and export again.');
  }
  if (access !== undefined) {
    add('protected', access, 'Make it public in the membership extension and export again.');
  }
  const seo = noindexKey(meta);
  if (seo !== undefined) {
    const does = seo === redirectKey(meta) ? 'sends visitors to another address' : 'says noindex';
    add('noindex', `the post meta "${seo}" ${does}`, 'Change it on the site and export again.');
  }
  if (isHiddenProduct(fields, type)) {
    add('noindex', 'its catalogue visibility is "hidden"', 'Show it in the shop and export again.');
  }
  return marks;
}
