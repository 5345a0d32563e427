import type { PrivacyRules } from '../../../config/config.js';
import { BLOCK_MARKS } from '../../../core/prose.js';
import { isClosedClass } from '../classes.js';
import { classifyName } from '../privacy.js';
import type { Gate } from '../wordpress/ranges.js';
import { gatingShortcodeAttribute } from '../wordpress/shortcode-attributes.js';
import { readAttributes } from '../wordpress/tags.js';
import { shownInHtml, type TagVerdict, tagVerdict } from './verdict.js';

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

const containersOf = (marks: string) =>
  new RegExp(
    String.raw`^${BLOCK_MARKS}(${marks})[ \t]*(?:\{?[ \t]*\.?([\p{L}][\p{L}\w-]*)\}?([^\n]*))?[ \t]*(?:\n|$)`,
    'gmu',
  );
const CONTAINER = containersOf(String.raw`:{3,}|\/{3,}`);
/** Blocks of Nuxt Content, and directives that enclose nothing: those have no end. */
const DIRECTIVE = containersOf('::(?!:)');
const INDENTED = new RegExp(
  String.raw`^(${BLOCK_MARKS})(?:!!!|\?\?\?\+?)[ \t]+([\p{L}][\p{L}\w-]*)([^\n]*)(?:\n|$)`,
  'gmu',
);
const QUOTED =
  /^[ \t]*>[ \t]*\[!([\p{L}][\p{L}\w-]*)(?:\|[^\]\n]*)?\][^\n]*(?:\n|$)(?:[ \t]*>[^\n]*(?:\n|$))*/gmu;

/** The ranges that containers (`:::members`), admonitions (`!!! members`) and callouts (`> [!members]`) hold back. */
export function containerGates(text: string, rules: PrivacyRules): Gate[] {
  const directives = /^[ \t>]*::\p{L}/mu.test(text) ? fenced(text, DIRECTIVE, rules) : [];
  const fences = /:::|\/\/\//.test(text) ? fenced(text, CONTAINER, rules) : [];
  return [...fences, ...directives, ...indented(text, rules), ...quoted(text, rules)];
}

interface Open {
  readonly from: number;
  readonly marks: string;
  readonly verdict: TagVerdict | undefined;
}

function fenced(text: string, pattern: RegExp, rules: PrivacyRules): Gate[] {
  let lastEnd = 0;
  const gates: Gate[] = [];
  const open: Open[] = [];
  for (const match of text.matchAll(pattern)) {
    const [whole, marks = '', name, rest = ''] = match;
    const to = match.index + whole.length;
    // Containers made of slashes have their title after a bar; other words make them a comment of a program.
    if (marks[0] === '/' && name !== undefined && !/^[ \t]*(?:\||$)/.test(rest)) continue;
    if (name !== undefined) {
      const attributes = whole.match(/\{([^}\n]*)\}/)?.[1]?.replace(/^\s*\.[\w-]+/, '') ?? '';
      const attributed = attributes === '' ? rest.match(/^[\w-]+\s*=.*$/)?.[0] : attributes;
      open.push({
        from: match.index,
        marks,
        verdict: tagVerdict('container', name, attributed ?? '', rules),
      });
      continue;
    }
    // The innermost container with as many marks, or fewer, ends here.
    const last = open.at(-1);
    lastEnd = to;
    if (last === undefined || last.marks[0] !== marks[0] || marks.length < last.marks.length) continue;
    open.pop();
    if (last.verdict !== undefined) gates.push({ from: last.from, to, kind: 'block', ...last.verdict });
  }
  const isDirective = pattern === DIRECTIVE;
  const unclosed = open.find(
    ({ from, verdict }) => verdict !== undefined && !(isDirective && from > lastEnd),
  );
  if (unclosed?.verdict !== undefined)
    gates.push({
      from: unclosed.from,
      to: isDirective ? lastEnd : text.length,
      kind: 'block',
      ...(isDirective ? {} : { isUnclosed: true }),
      ...unclosed.verdict,
    });
  return gates;
}

function indented(text: string, rules: PrivacyRules): Gate[] {
  if (!/!!!|\?\?\?/.test(text)) return [];
  return [...text.matchAll(INDENTED)].flatMap((match): Gate[] => {
    const [whole, marks = '', name = '', rest = ''] = match;
    // Notices of Grav are sentences; MkDocs takes words, attributes and a title in quotation marks.
    const isSentence = /^[^"={}]*[.,;:!?](?:\s|$)/.test(rest);
    if (isSentence && /^\p{Lu}/u.test(name)) return [];
    // The lines of a list item are as far from the margin as its text.
    const indent = marks.includes('>') ? '[ \\t>]*' : marks.replace(/[^\t]/g, ' ');
    const verdict = tagVerdict('admonition', name, isSentence ? '' : rest.replace(/"[^"]*"/, ''), rules);
    if (verdict === undefined) return [];
    const body = new RegExp(`(?:[ \\t>]*\\n|${indent}(?: {2,}|\\t)[^\\n]*(?:\\n|$))*`, 'y');
    body.lastIndex = match.index + whole.length;
    const end = body.exec(text) === null ? match.index + whole.length : body.lastIndex;
    return [{ from: match.index, to: end, kind: 'block', ...verdict }];
  });
}

function quoted(text: string, rules: PrivacyRules): Gate[] {
  if (!text.includes('[!')) return [];
  return [...text.matchAll(QUOTED)].flatMap((match): Gate[] => {
    const verdict = tagVerdict('admonition', match[1] ?? '', '', rules);
    if (verdict === undefined) return [];
    return [{ from: match.index, to: match.index + match[0].length, kind: 'block', ...verdict }];
  });
}
