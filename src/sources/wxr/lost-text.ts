import type { RawEntry } from '../port.js';
import type { EntryContext } from './entry.js';
import type { Fields } from './fields.js';

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
  const named = isEmpty && builder !== undefined ? [] : fields.fieldsWithText(body);
  if (!isEmpty && named[0] !== undefined) {
    context.warnings.add({
      code: 'wxr-field-text',
      file: context.file,
      field: named[0],
      message: "An entry has text in fields that its template shows, which isn't part of its body.",
      fix: 'Pass the built pages of the site with --site.',
      count: 1,
    });
  }
  if (!isEmpty || (builder === undefined && named.length === 0)) return;
  const place =
    builder === undefined
      ? `its text is in the fields ${named.slice(0, 3).join(', ')}, which its template shows`
      : `${builder} keeps it in its own data`;
  context.warnings.add({
    code: 'wxr-builder-body',
    file: context.file,
    message: `Entry ${key} (“${title}”) has no body in the export: ${place}.`,
    fix: 'Pass the built pages of the site with --site, or convert the page to the block editor and export again.',
  });
}
