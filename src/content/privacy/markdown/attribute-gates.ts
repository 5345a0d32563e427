import type { PrivacyRules } from '../../../config/config.js';
import { isClosedClass } from '../classes.js';
import { classifyName } from '../privacy.js';
import type { Gate } from '../wordpress/ranges.js';
import { gatingShortcodeAttribute } from '../wordpress/shortcode-attributes.js';
import { readAttributes } from '../wordpress/shortcode-gates.js';
import { shownInHtml } from './verdict.js';

/** At the end of a line. */
const LIST = /\{:?[ \t]*([^{}\n]{1,300})\}[ \t]*$/;
/** A span in brackets, a link or picture, or emphasis, with its list. */
const SPAN =
  /(?:!?\[[^[\]\n]{1,500}\](?:\([^()\n]{0,500}\))?|(?<![*_~])([*_~]{1,3})[^*_~\n]{1,500}\1)\{:?[ \t]*([^{}\n]{1,300})\}/g;
const CLASSES = /(?:^|\s)\.([\w-]+)|\bclass=(?:"([^"]*)"|'([^']*)'|([\w-]+))/g;
const NOT_FOR_INDEXES = /(?:^|\s)(data-nosnippet|data-noindex)(?![\w-])(?!=["']?(?:false|off|no)\b)/;

/**
 * The ranges that lists of attributes hold back: of kramdown, Goldmark and Pandoc, after a block (`{: .members-only }`),
 * at the end of a heading for its section, or after a span in brackets, a link or emphasis.
 */
export function attributeGates(text: string, rules: PrivacyRules): Gate[] {
  if (!/\{:?[ \t]*[.#\w]/.test(text)) return [];
  const gates: Gate[] = [];
  let [at, block] = [0, 0];
  let open: Gate | undefined;
  let section: { readonly gate: Gate; readonly level: number } | undefined;
  for (const line of `${text}\n`.split('\n')) {
    const to = at + line.length;
    const [list = '', attributes = ''] = LIST.exec(line) ?? [];
    const name = closedName(attributes, rules);
    const level = /^[ \t>]*(#{1,6})[ \t]/.exec(line)?.[1]?.length;
    if (section !== undefined && level !== undefined && level <= section.level) {
      gates.push({ ...section.gate, to: at });
      section = undefined;
    }
    if (line.trim() === '') {
      if (open !== undefined) gates.push({ ...open, to: Math.min(at, text.length) });
      open = undefined;
      block = to + 1;
    } else if (name !== undefined && line.trim() === list.trim()) {
      // Before a block where nothing is above it.
      if (block < at) gates.push({ from: block, to, kind: 'block', name });
      else open = { from: at, to, kind: 'block', name };
    } else if (name !== undefined && level !== undefined) {
      // Pandoc gives the list of a heading to its section.
      section ??= { gate: { from: at, to, kind: 'block', name }, level };
    }
    at = to + 1;
  }
  if (section !== undefined) gates.push({ ...section.gate, to: text.length });
  for (const { 0: span, 2: attributes = '', index } of text.matchAll(SPAN)) {
    const name = closedName(attributes, rules);
    if (name !== undefined) gates.push({ from: index, to: index + span.length, kind: 'block', name });
  }
  return gates;
}

function closedName(attributes: string, rules: PrivacyRules): string | undefined {
  const classes = [...attributes.matchAll(CLASSES)].flatMap(([, ...names]) => names.join(' ').split(/\s+/));
  const pairs = Object.entries(readAttributes(attributes)).filter(([key]) => !/^\d+$|^class$/.test(key));
  const closed =
    classes.find((name) => isClosedClass(name) || shownInHtml(name, attributes) === false) ??
    NOT_FOR_INDEXES.exec(attributes)?.[1] ??
    gatingShortcodeAttribute(Object.fromEntries(pairs), rules)?.path;
  return closed !== undefined && classifyName(closed, rules)?.kind !== 'allow' ? closed : undefined;
}
