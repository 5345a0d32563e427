/** Removes the program from an MDX text, and keeps the texts in its expressions. */

import { balancedEnd } from '../../../core/balanced-end.js';
import type { PieceList } from './pieces.js';
import { stringsIn } from './tags.js';

const STATEMENT =
  /(?:^\s*|\n[ \t]*\n|(?:<!--(?:(?!-->|<!--)[\s\S])*-->|\{\/\*(?:(?!\*\/|\{\/\*)[\s\S])*\*\/\})[ \t]*\n)(?:import|export)\b(?=[ {*'"])/g;
const COMMENT = /\{\s*\/\*(?:(?!\{\s*\/\*)[\s\S])*?\*\/\s*\}/g;
/** Not after the `=` of a property, which belongs to its tag. */
const EXPRESSION = /(?<![\\=])\{/g;

const CONSTANT =
  /^export\s+const\s+([\w$]+)\s*(?::[^=\n]+)?=\s*(?:"([^"\n]*)"|'([^'\n]*)'|`([^`$]*)`|(\d[\d.]*))\s*;?\s*$/gm;

/** The texts and numbers that a page exports, by name. */
export function constantsOf(text: string): ReadonlyMap<string, string> {
  return new Map(
    [...text.matchAll(CONSTANT)].map(([, name = '', double, single, raw, number]) => [
      name,
      double ?? single ?? raw ?? number ?? '',
    ]),
  );
}

/** Removes imports, exports and comments. */
export function dropStatements(text: string): string {
  let result = '';
  let at = 0;
  STATEMENT.lastIndex = 0;
  for (let match = STATEMENT.exec(text); match !== null; match = STATEMENT.exec(text)) {
    result += text.slice(at, match.index);
    at = statementEnd(text, STATEMENT.lastIndex);
    STATEMENT.lastIndex = at;
  }
  return (result + text.slice(at)).replace(COMMENT, '');
}

/** A statement ends at an empty line outside braces. */
function statementEnd(text: string, from: number): number {
  const next = /\{|\n[ \t]*(?=\n|$)/g;
  next.lastIndex = from;
  for (let match = next.exec(text); match !== null; match = next.exec(text)) {
    if (match[0] !== '{') return match.index;
    const end = balancedEnd(text, match.index);
    if (end === undefined) return text.length;
    next.lastIndex = end;
  }
  return text.length;
}

/** Removes expressions: their texts are shown, their variables only a program knows. */
export function extractExpressions(
  text: string,
  constants: ReadonlyMap<string, string>,
  list: PieceList,
): string {
  let result = '';
  let at = 0;
  EXPRESSION.lastIndex = 0;
  for (let match = EXPRESSION.exec(text); match !== null; match = EXPRESSION.exec(text)) {
    const end = balancedEnd(text, match.index);
    if (end === undefined) break;
    const code = text.slice(match.index + 1, end - 1).trim();
    const strings = constants.get(code) ?? stringsIn(code);
    if (strings.trim() !== '') list.add('{expression}', strings);
    else if (/[A-Za-z_$]/.test(code)) list.unknown('{', code, '}');
    result += `${text.slice(at, match.index)} `;
    at = end;
    EXPRESSION.lastIndex = at;
  }
  return result + text.slice(at);
}
