import { isProse, isSentence } from '../../content/body/wordpress/setting-names.js';
import type { RawEntry } from '../port.js';
import { wordsOf } from './builders/texts.js';
import type { EntryContext } from './entry.js';
import { type Fields, isReadKey } from './fields.js';

/** The id of a field's definition in ACF, in CDATA. */
const MAX_DEFINITION = 64;
/** Longer values are data of extensions. */
const MAX_TEXT = 50_000;
/** Characters of a text that tell whether a body has it. */
const COMPARED = 30;
/** Post meta for other programs, for forms and for editors. */
const NOT_SHOWN =
  /^_(?:bsf_|wp_|edit_|oembed|elementor|wxr_import|menu_item)|seo|keywords|og[-_]|open_?graph|twitter|facebook|pinterest|wpas|rank_math|description_tag|notes?$|schema|css|script|json|mail|form|cache|backup|revision|settings|options|wpml|translat/i;

/** Warns about text that the page of an entry shows, but that isn't in the body that was read. */
export function warnOfLostText(entry: RawEntry, fields: Fields, context: EntryContext): void {
  const { ref, key, body, builder } = entry;
  const title = entry.title.slice(0, 80);
  if (fields.hasSecondBody) {
    context.warnings.add({
      code: 'wxr-second-body',
      file: ref,
      message: `“${title}” has more than one <content:encoded>; only the first is read.`,
      fix: 'Join them in the file, or export again without the extension that adds the others.',
    });
  }
  const isEmpty = body.trim() === '';
  const named = isEmpty && builder !== undefined ? [] : fieldsWithText(fields, body);
  const own = isEmpty ? named.filter((name) => !name.startsWith('_')) : [];
  for (const name of named.filter((name) => !own.includes(name))) {
    context.warnings.add({
      code: 'wxr-field-text',
      file: context.file,
      field: name,
      message: `The field "${name}" has text that isn't part of the body; the template of the site may show it.`,
      fix: 'Pass the built pages of the site with --site.',
      count: 1,
    });
  }
  if (!isEmpty || (builder === undefined && own.length === 0)) return;
  const place =
    builder === undefined
      ? `its text is in the fields ${own.slice(0, 3).join(', ')}, which its template shows`
      : `${builder} keeps it in its own data`;
  context.warnings.add({
    code: 'wxr-builder-body',
    file: context.file,
    message: `Entry ${key} (“${title}”) has no body in the export: ${place}.`,
    fix: 'Pass the built pages of the site with --site, or convert the page to the block editor and export again.',
  });
}

/**
 * Names of fields with text: those of ACF, beside each of which `_name` refers to its definition, and others with
 * sentences.
 * @param body fields whose texts are in it don't count
 */
function fieldsWithText(fields: Fields, body: string): readonly string[] {
  const definitions = fields.metaWhere((key) => key.startsWith('_'), MAX_DEFINITION);
  const isDefined = (key: string) => /^field_/.test(definitions.get(`_${key}`)?.at(-1) ?? '');
  const lists = fields.metaWhere(
    (key) => isDefined(key) || !(isReadKey(key) || NOT_SHOWN.test(key)),
    MAX_TEXT,
  );
  let shown: string | undefined;
  const isLost = (key: string, value: string) => {
    if (!(isDefined(key) ? isProse : isSentence)(value) || body.includes(value)) return false;
    shown ??= wordsOf(body);
    return !shown.includes(wordsOf(value).slice(0, COMPARED));
  };
  return [...lists].flatMap(([key, values]) => (values.some((value) => isLost(key, value)) ? [key] : []));
}
