import type { SourceItem } from '../port.js';
import { builderBody } from './builders/body.js';
import { type EntryContext, readEntry } from './entry.js';
import type { Fields } from './fields.js';
import { itemLabel } from './item-label.js';
import { readMedia } from './media.js';
import { readTablePress } from './tablepress.js';
import { isContentType } from './types.js';

/**
 * Turns an `<item>` into an entry, a media file or a reusable block; undefined for everything else in an
 * export (revisions, menus, styles, orders, …).
 */
export function readItem(fields: Fields, context: EntryContext): SourceItem | undefined {
  const type = fields.word('wp:post_type') || assumePost(fields, context);
  if (type === 'attachment') {
    const media = readMedia(fields, context);
    return media && { kind: 'media', media };
  }
  if (type === 'wp_block' || type === 'elementor_library') {
    return readPattern(fields, context) ?? leaveOut(fields, type, context);
  }
  if (type === 'tablepress_table') return readTablePress(fields) ?? leaveOut(fields, type, context);
  if (!isContentType(type)) return leaveOut(fields, type, context);
  const entry = readEntry(fields, type, context);
  return entry && { kind: 'entry', entry };
}

/** Only public blocks and templates: a draft must not be published through a page that uses it. */
function readPattern(fields: Fields, context: EntryContext): SourceItem | undefined {
  const id = fields.integer('wp:post_id');
  if (!id || fields.word('wp:status') !== 'publish' || fields.hasPassword) return undefined;
  const meta = fields.meta();
  if (fields.accessMark(context.privacy) !== undefined) return undefined;
  const body = builderBody(fields, meta, fields.raw('content:encoded'), context);
  return { kind: 'pattern', pattern: { id, body } };
}

function leaveOut(fields: Fields, type: string, { file, audit }: EntryContext): undefined {
  audit?.leftOut({
    ref: `${file}:${fields.element.line}`,
    rule:
      type === 'wp_block'
        ? `the ${itemLabel(fields)} is a reusable block that not every reader may see`
        : `the ${itemLabel(fields)} is of the type "${type.slice(0, 40)}", which isn't a page`,
    setting: 'Items of this type are never published.',
  });
  return undefined;
}

function assumePost(fields: Fields, context: EntryContext): string {
  context.warnings.add({
    code: 'wxr-type-missing',
    file: context.file,
    line: fields.element.line,
    message: `The ${itemLabel(fields)} has no <wp:post_type>; it was read as a post.`,
    fix: 'Add <wp:post_type>post</wp:post_type> or the right type to the item.',
  });
  return 'post';
}
