/** Go templates as data: the part of the language that shortcodes of themes commonly use. Nothing is run. */
/** A part of a template. */
export type Node =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'output'; readonly pipeline: Pipeline }
  | { readonly type: 'set'; readonly name: string; readonly isNew: boolean; readonly pipeline: Pipeline }
  | {
      readonly type: 'if' | 'with' | 'range';
      readonly pipeline: Pipeline;
      /** Names of variables: of the value, or of index and value. */
      readonly names: readonly string[];
      readonly body: readonly Node[];
      readonly otherwise: readonly Node[];
    }
  /** An action of another kind. */
  | { readonly type: 'unknown' };

const ACTION =
  /\{\{(-\s)?\s*(\/\*[\s\S]{0,4000}?\*\/|(?:"(?:\\.|[^"\\]){0,2000}"|`[^`]{0,4000}`|[^"`}]|\}(?!\})){0,1000}?)\s*(\s-)?\}\}/g;
const SET = /^\$(\w*)\s*(:?=)\s*([\s\S]+)$/;
const RANGE_NAMES = /^\$(\w+)(?:\s*,\s*\$(\w+))?\s*:=\s*([\s\S]+)$/;

interface Open {
  readonly kind: 'if' | 'with' | 'range' | 'define' | 'block';
  readonly pipeline: Pipeline;
  readonly names: readonly string[];
  readonly body: Node[];
  readonly otherwise: Node[];
  /** True for the condition after an `else`, which ends with the one before it. */
  readonly isChained: boolean;
  inElse: boolean;
}

/** Reads a template; what can't be read becomes an `unknown` part. */
export function parseTemplate(source: string): readonly Node[] {
  const root: Node[] = [];
  const open: Open[] = [];
  const target = () => {
    const last = open.at(-1);
    return last === undefined ? root : last.inElse ? last.otherwise : last.body;
  };
  let at = 0;
  let trims = false;
  for (const match of source.matchAll(ACTION)) {
    const [whole, trimBefore, code = '', trimAfter] = match;
    addText(target(), source.slice(at, match.index), trims, trimBefore !== undefined);
    at = match.index + whole.length;
    trims = trimAfter !== undefined;
    if (!code.startsWith('/*')) readAction(code, open, target);
  }
  addText(target(), source.slice(at), trims, false);
  while (open.length > 0) close(open, target);
  return root;
}

function addText(nodes: Node[], text: string, trimStart: boolean, trimEnd: boolean): void {
  const start = trimStart ? text.trimStart() : text;
  const trimmed = trimEnd ? start.trimEnd() : start;
  if (trimmed !== '') nodes.push({ type: 'text', text: trimmed });
}

function readAction(code: string, open: Open[], target: () => Node[]): void {
  const [, word = '', rest = ''] = /^(if|with|range|define|block|else|end)\b\s*([\s\S]*)$/.exec(code) ?? [];
  if (word === 'end') {
    close(open, target);
  } else if (word === 'else') {
    const last = open.at(-1);
    if (last === undefined) return;
    last.inElse = true;
    const [, kind, condition = ''] = /^(if|with)\b\s*([\s\S]+)$/.exec(rest) ?? [];
    if (kind !== undefined) open.push(opened(kind as 'if' | 'with', condition, true));
  } else if (word !== '') open.push(opened(word as Open['kind'], rest, false));
  else {
    const set = SET.exec(code);
    if (set !== null && set[1] !== '') {
      const [, name = '', sign, value = ''] = set;
      target().push({ type: 'set', name, isNew: sign === ':=', pipeline: parsePipeline(value) });
    } else if (/^(?:template|break|continue|return)\b/.test(code)) target().push({ type: 'unknown' });
    else if (code !== '') target().push({ type: 'output', pipeline: parsePipeline(code) });
  }
}

function opened(kind: Open['kind'], rest: string, isChained: boolean): Open {
  const [, first, second, value] = RANGE_NAMES.exec(rest) ?? [];
  return {
    kind,
    pipeline: parsePipeline(value ?? rest),
    names: [first, second].filter((name) => name !== undefined),
    body: [],
    otherwise: [],
    isChained,
    inElse: false,
  };
}

function close(open: Open[], target: () => Node[]): void {
  for (let last = open.pop(); last !== undefined; last = open.pop()) {
    const { kind, pipeline, names, body, otherwise } = last;
    // A definition shows nothing where it stands.
    if (kind === 'if' || kind === 'with' || kind === 'range')
      target().push({ type: kind, pipeline, names, body, otherwise });
    if (!last.isChained) return;
  }
}

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
type Command = readonly Operand[];

/** Commands, each of which receives the result of the one before it as its last argument. */
export type Pipeline = readonly Command[];

const TOKEN =
  /\s+|\||\(|\)((?:\.\w+)*)|"((?:\\.|[^"\\])*)"|`([^`]*)`|'(?:\\.|[^'\\])'|(-?\d+(?:\.\d+)?)(?![\w.])|(\$\w*|\w[\w-]*)?((?:\.\w+)+)|(\$\w*|\w[\w-]*)|(\.)|[\s\S]/gy;

const MAX_DEPTH = 30;

/** Reads a pipeline; signs that don't belong into one are ignored. */
function parsePipeline(code: string): Pipeline {
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
