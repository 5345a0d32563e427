import { decodeHTML } from 'entities';
import type { Piece } from '../visible-page.js';
import { type Parameter, traceOf, visibleValues } from './parameters.js';

/** The address of a Markdown link, which isn't shown. */
const LINK_TARGET = /\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*\)/g;

/** Collects the pieces of a source text while its syntax is removed. */
export class PieceList {
  readonly pieces: Piece[] = [];

  /** Text inside a construct. */
  add(construct: string, text: string): void {
    if (/[\p{L}\p{N}]/u.test(text)) this.pieces.push([construct, text]);
  }

  /**
   * A construct that shows texts of its parameters, or something that only the program of the site knows.
   * @param hasContent text of its own follows, which is counted by itself
   */
  construct(name: string, parameters: readonly Parameter[], hasContent = false): void {
    const values = visibleValues(parameters);
    for (const value of values) {
      const text = value.includes('&') ? decodeHTML(value) : value;
      this.add(name, text.replace(LINK_TARGET, ']'));
    }
    if (values.length === 0 && !hasContent) this.pieces.push([name, '', traceOf(parameters)]);
  }

  /** An expression whose value only the program of the site knows. */
  unknown(start: string, expression: string, end: string): void {
    const code = expression.replace(/\s+/g, ' ').trim();
    this.pieces.push([`${start}${code.slice(0, NAME_LENGTH)}${end}`, '', code]);
  }
}

/** The length of an expression that identifies it. */
const NAME_LENGTH = 40;

const ARGUMENT =
  /(?:([\w:@.#-]+)\s*=\s*)?(?:"((?:\\.|[^"\\])*)"|'((?:\\.|[^'\\])*)'|`([^`]*)`|(https?:\/\/[^\s"'`]+|[^\s"'`=]+))/g;

/** Parameters of shortcodes and tags: `"quoted"`, `name="quoted"`, `name=bare`, `bare`. */
export function parseParameters(text: string): readonly Parameter[] {
  return [...text.matchAll(ARGUMENT)].map(([, name, double, single, raw, bare]) => [
    name,
    (double ?? single)?.replace(/\\(.)/g, '$1') ?? raw ?? bare ?? '',
  ]);
}
