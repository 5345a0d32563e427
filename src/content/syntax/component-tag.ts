import { balancedEnd } from '../../core/balanced-end.js';

/** The syntax of components in Markdown (JSX, Vue): the properties of a tag, and statements between the text. */

/** A property as it's written: `title="A"` has a value, `items={[1]}` an expression, `{...rest}` no name. */
export interface WrittenProperty {
  readonly name: string | undefined;
  readonly value: string | undefined;
  readonly expression: string | undefined;
}

const PROPERTY = /\s*(?:([^\s=<>/{}"'`]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|(\{)|([^\s"'<>{}]+)))?|(\{))/y;
const MAX_PROPERTIES = 200;

/**
 * Reads the properties of a tag.
 * @param from the index after the name of the component
 * @returns also the index after the last property
 */
export function scanProperties(
  text: string,
  from = 0,
): { readonly properties: readonly WrittenProperty[]; readonly end: number } {
  const properties: WrittenProperty[] = [];
  let end = from;
  while (properties.length < MAX_PROPERTIES) {
    PROPERTY.lastIndex = end;
    const match = PROPERTY.exec(text);
    if (match === null) break;
    const [, name, double, single, brace, bare, spread] = match;
    const value = double ?? single ?? bare;
    if (brace === undefined && spread === undefined) {
      end = PROPERTY.lastIndex;
      properties.push({ name, value, expression: undefined });
      continue;
    }
    const start = PROPERTY.lastIndex;
    const close = balancedEnd(text, start - 1);
    if (close === undefined) break;
    properties.push({ name, value, expression: text.slice(start, close - 1) });
    end = close;
  }
  return { properties, end };
}

/**
 * Returns where an import or export ends: at the first empty line outside of braces and strings.
 * @param from an index in the statement
 */
export function statementEnd(text: string, from: number): number {
  const piece =
    /\{|`(?:\\[\s\S]|[^`\\])*`|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|\n[ \t]*(?=\n|$)|$(?![\s\S])/g;
  piece.lastIndex = from;
  for (let match = piece.exec(text); match !== null; match = piece.exec(text)) {
    if (/^[`"']/.test(match[0])) continue;
    if (match[0] !== '{') return match.index;
    const end = balancedEnd(text, match.index);
    if (end === undefined) return text.length;
    piece.lastIndex = end;
  }
  return text.length;
}
