/** Macros of Nunjucks: `{% macro tabs(params, kind="npm") %}…{% endmacro %}`, in a page or in a file that it imports. */
import { readProgram } from '../../../core/program-values.js';
import { UNKNOWN } from '../template-values.js';
import { operandOf, type Variables } from './expression.js';

/** A template with parameters. */
class Macro {
  constructor(
    /** Names, and the expressions that they have without an argument. */
    readonly parameters: readonly (readonly [name: string, standard: string])[],
    readonly body: string,
  ) {}
}

const MACRO =
  /\{%-?\s*macro\s+(\w+)\s*\(([^()]*)\)\s*-?%\}((?:[^{]|\{(?!%-?\s*endmacro\b))*)\{%-?\s*endmacro\b/g;
const LINE_BREAK = /\{\{\s*(["'])\\n\1\s*\}\}/g;
const CALL = /^\s*([\w.]+)\s*\(([\s\S]*)\)\s*(?:\|\s*safe\s*)?$/;

/** The macros that a text defines, by name. */
export function macrosIn(text: string): Readonly<Record<string, Macro>> {
  return Object.fromEntries(
    [...text.matchAll(MACRO)].map(([, name = '', parameters = '', body = '']) => [
      name,
      new Macro(
        [...parameters.matchAll(/(\w+)\s*(?:=\s*("[^"]*"|'[^']*'|[^\s,]+))?/g)].map(
          ([, parameter = '', standard = '']) => [parameter, standard] as const,
        ),
        body.trim().replace(LINE_BREAK, '\n'),
      ),
    ]),
  );
}

/**
 * Reads an expression that calls a macro.
 * @returns undefined for any other expression
 */
export function macroCall(
  expression: string,
  variables: Variables,
): { readonly macro: Macro; readonly values: ReadonlyMap<string, unknown> } | undefined {
  const [, name = '', written = ''] = CALL.exec(expression) ?? [];
  const macro = name === '' ? undefined : operandOf(name, variables);
  if (!(macro instanceof Macro)) return undefined;
  const given = argumentsOf(written, variables);
  const values = macro.parameters.map(([parameter, standard], at) => {
    const value = given.get(parameter) ?? given.get(String(at));
    return [parameter, value ?? (standard === '' ? undefined : operandOf(standard, variables))] as const;
  });
  return { macro, values: new Map(values) };
}

/** Arguments by their names or positions. */
function argumentsOf(written: string, variables: Variables): ReadonlyMap<string, unknown> {
  if (/[{[]/.test(written)) {
    const { value } = readProgram('call.mjs', () => `export default [${written}];`, 'default');
    return new Map((Array.isArray(value) ? value : [UNKNOWN]).map((one, at) => [String(at), one]));
  }
  const parts = written.match(/(?:"[^"]*"|'[^']*'|[^,])+/g) ?? [];
  return new Map(
    parts.map((part, at) => {
      const [, name = String(at), value = part] = /^\s*(\w+)\s*=(?!=)([\s\S]+)$/.exec(part) ?? [];
      return [name, operandOf(value, variables)];
    }),
  );
}
