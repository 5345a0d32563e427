import type { PrivacyRules } from '../../../config/config.js';
import { BLOCK_MARKS } from '../../../core/prose.js';
import type { Gate } from '../wordpress/ranges.js';
import { type TagVerdict, verdictOf } from './verdict.js';

const CONTAINER = new RegExp(
  String.raw`^${BLOCK_MARKS}(:{3,}|\/{3,})[ \t]*(?:\{?[ \t]*\.?([\p{L}][\p{L}\w-]*)\}?([^\n]*))?[ \t]*(?:\n|$)`,
  'gmu',
);
const INDENTED = new RegExp(
  String.raw`^(${BLOCK_MARKS})(?:!!!|\?\?\?\+?)[ \t]+([\p{L}][\p{L}\w-]*)([^\n]*)(?:\n|$)`,
  'gmu',
);
const QUOTED = /^[ \t]*>[ \t]*\[!([\p{L}][\p{L}\w-]*)\][^\n]*(?:\n|$)(?:[ \t]*>[^\n]*(?:\n|$))*/gmu;

/** The ranges that containers (`:::members`), admonitions (`!!! members`) and callouts (`> [!members]`) hold back. */
export function containerGates(text: string, rules: PrivacyRules): Gate[] {
  return [...fenced(text, rules), ...indented(text, rules), ...quoted(text, rules)];
}

interface Open {
  readonly from: number;
  readonly marks: string;
  readonly verdict: TagVerdict | undefined;
}

function fenced(text: string, rules: PrivacyRules): Gate[] {
  if (!/:::|\/\/\//.test(text)) return [];
  const gates: Gate[] = [];
  const open: Open[] = [];
  for (const match of text.matchAll(CONTAINER)) {
    const [whole, marks = '', name, rest = ''] = match;
    const to = match.index + whole.length;
    // Containers made of slashes have their title after a bar; other words make them a comment of a program.
    if (marks[0] === '/' && name !== undefined && !/^[ \t]*(?:\||$)/.test(rest)) continue;
    if (name !== undefined) {
      const attributes = whole.match(/\{([^}\n]*)\}/)?.[1]?.replace(/^\s*\.[\w-]+/, '') ?? '';
      const attributed = attributes === '' ? rest.match(/^[\w-]+\s*=.*$/)?.[0] : attributes;
      open.push({ from: match.index, marks, verdict: verdictOf('container', name, attributed ?? '', rules) });
      continue;
    }
    // The innermost container with as many marks, or fewer, ends here.
    const last = open.at(-1);
    if (last === undefined || last.marks[0] !== marks[0] || marks.length < last.marks.length) continue;
    open.pop();
    if (last.verdict !== undefined) gates.push({ from: last.from, to, kind: 'block', ...last.verdict });
  }
  const unclosed = open.find(({ verdict }) => verdict !== undefined);
  if (unclosed?.verdict !== undefined)
    gates.push({
      from: unclosed.from,
      to: text.length,
      kind: 'block',
      isUnclosed: true,
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
    const verdict = verdictOf('admonition', name, isSentence ? '' : rest.replace(/"[^"]*"/, ''), rules);
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
    const verdict = verdictOf('admonition', match[1] ?? '', '', rules);
    if (verdict === undefined) return [];
    return [{ from: match.index, to: match.index + match[0].length, kind: 'block', ...verdict }];
  });
}
