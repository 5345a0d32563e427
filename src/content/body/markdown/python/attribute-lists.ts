import { replaceInProse } from '../../../../core/prose.js';

const VALUE = String.raw`(?:"[^"\n]*"|'[^'\n]*'|[^\s"'{}]+)`;
const ITEM = String.raw`(?:[#.][\w:-]+|[\w:-]+=${VALUE}|data-[\w-]+)`;
const LIST = String.raw`\{:?[ \t]*${ITEM}(?:[ \t]+(?:${ITEM}|[\w-]+))*[ \t]*\}`;
/** Icons that themes draw: `:material-account:`, `:octicons-tag-24:`. */
const ICON = `:(?:material|octicons|fontawesome|simple|bootstrap|lucide|heroicons)-[a-z0-9-]+:`;

const LINE = String.raw`(?:^|\n)[ \t]*${LIST}[ \t]*(?=\n|$)`;
const AFTER = String.raw`(?<=[\])*_>\x60~=^+:])[ \t]?${LIST}`;
const ICONS = `${ICON}(?:${LIST})?[ \t]?`;
const END = String.raw`[ \t]+${LIST}[ \t]*(?=\n|$)`;

const LIST_ITEM = /(?:^|\n)[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]+$/;
const DASH = /^[ \t]*[-–—+*][ \t]+/;

/**
 * Removes attribute lists and icons: a reader sees neither their names nor their classes.
 * @param text Markdown, without MDX
 * @see https://python-markdown.github.io/extensions/attr_list/
 */
export function dropAttributeLists(text: string): string {
  let rest = text;
  if (/\{:?[ \t]*[#.\w]/.test(rest)) {
    rest = replaceInProse(rest, new RegExp(`${LINE}|${AFTER}|${END}`, 'g'), ({ index, 0: found }) => ({
      text: '',
      end: index + found.length,
    }));
  }
  if (!/:[a-z]+-[a-z0-9]/.test(rest)) return rest;
  return replaceInProse(rest, new RegExp(ICONS, 'g'), ({ index, 0: found }, whole, before) => {
    const end = index + found.length;
    // A dash after the icon of a list item would begin another list.
    const dash = LIST_ITEM.test(before) ? (DASH.exec(whole.slice(end, end + 10))?.[0].length ?? 0) : 0;
    return { text: '', end: end + dash };
  });
}
