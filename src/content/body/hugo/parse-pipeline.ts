/** A value in a template, or a call of a function. */
export type Operand =
  | { readonly type: 'value'; readonly value: string | number | boolean | null }
  /** `.A.B`, `$.A`, `$name.A`, `site.Params.x`, and fields of an expression in parentheses. */
  | {
      readonly type: 'path';
      readonly base: 'dot' | 'root' | 'variable' | 'name';
      readonly name: string;
      readonly fields: readonly string[];
    }
  | { readonly type: 'group'; readonly pipeline: Pipeline; readonly fields: readonly string[] };

/** A function or method with its arguments, or a single value. */
export type Command = readonly Operand[];

/** Commands, each of which receives the result of the one before it as its last argument. */
export type Pipeline = readonly Command[];

const TOKEN =
  /\s+|\||\(|\)((?:\.\w+)*)|"((?:\\.|[^"\\])*)"|`([^`]*)`|'(?:\\.|[^'\\])'|(-?\d+(?:\.\d+)?)(?![\w.])|(\$\w*|\w[\w-]*)?((?:\.\w+)+)|(\$\w*|\w[\w-]*)|(\.)|[\s\S]/gy;

const MAX_DEPTH = 30;

/** Reads a pipeline; signs that don't belong into one are ignored. */
export function parsePipeline(code: string): Pipeline {
  const stack: { commands: Operand[][] }[] = [{ commands: [[]] }];
  const current = () => stack.at(-1)?.commands.at(-1) as Operand[];
  for (const match of code.matchAll(TOKEN)) {
    const [token, closedFields, quoted, raw, number, base, fields, word, dot] = match;
    if (token.trim() === '') continue;
    if (token === '|') stack.at(-1)?.commands.push([]);
    else if (token === '(') {
      if (stack.length > MAX_DEPTH) return [[]];
      stack.push({ commands: [[]] });
    } else if (token.startsWith(')')) {
      const group = stack.length > 1 ? stack.pop() : undefined;
      if (group !== undefined)
        current().push({ type: 'group', pipeline: group.commands, fields: fieldsOf(closedFields) });
    } else if (quoted !== undefined) current().push({ type: 'value', value: unquote(quoted) });
    else if (raw !== undefined) current().push({ type: 'value', value: raw });
    else if (number !== undefined) current().push({ type: 'value', value: Number(number) });
    else if (fields !== undefined) current().push(path(base ?? '.', fieldsOf(fields)));
    else if (word !== undefined) current().push(literal(word) ?? path(word, []));
    else if (dot !== undefined) current().push(path('.', []));
  }
  return stack[0]?.commands ?? [];
}

function fieldsOf(text: string | undefined): readonly string[] {
  return (text ?? '').split('.').filter((field) => field !== '');
}

function path(base: string, fields: readonly string[]): Operand {
  if (base === '.') return { type: 'path', base: 'dot', name: '', fields };
  if (base === '$') return { type: 'path', base: 'root', name: '', fields };
  if (base.startsWith('$')) return { type: 'path', base: 'variable', name: base.slice(1), fields };
  return { type: 'path', base: 'name', name: base, fields };
}

function literal(word: string): Operand | undefined {
  if (word === 'true' || word === 'false') return { type: 'value', value: word === 'true' };
  return word === 'nil' ? { type: 'value', value: null } : undefined;
}

function unquote(text: string): string {
  return text.replace(/\\(.)/g, (_, sign: string) => (sign === 'n' ? '\n' : sign === 't' ? '\t' : sign));
}
