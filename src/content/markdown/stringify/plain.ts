import type { Nodes, Parents, Text } from 'mdast';
import {
  defaultHandlers,
  type Handle,
  type Info,
  type SafeConfig,
  type State,
  type Unsafe,
} from 'mdast-util-to-markdown';

/** Anything that some rule for lines of text could match, whatever is next to the text. */
const SPECIAL =
  /[`_*~\\\r\n]|&(?=[#A-Za-z]|$)|<(?=[!/?A-Za-z]|$)|!(?=\[|$)|\](?=\(|$)|^\(|\[(?=\^|$)|[Ww]{3}\./;
/** What a rule for the start of a line could match. */
const SPECIAL_AT_BREAK = /^[\t ]*(?:[#*+\-<=>[_`~|:]|\d+[.)]|[\t ])/;
const SPECIAL_IN_ADDRESS = /[()&\\|[\]<>"\u0000-\u0020\u007f]/;
/** No rule needs the escape of such a beginning. */
const PLAIN_START = /^(?:[a-z\d]| (?![\r\n]))/i;

const now = { line: 1, column: 1 };
/** Nothing that is written depends on its line and column. */
const UNTRACKED: ReturnType<State['createTracker']> = {
  current: () => ({ now, lineShift: 0 }),
  move: (value) => value ?? '',
  shift: () => undefined,
};

/**
 * Makes the writer several times faster, with the same result: most texts need no escape, which one look shows; most
 * rules of escaping can't match; most lines have no emphasis.
 *
 * @param state state of the writer; it is changed
 */
export function takeShortcuts(state: State): void {
  state.createTracker = () => UNTRACKED;
  const { safe, containerPhrasing } = state;
  state.safe = (input, config) => {
    const value = input ?? '';
    if (isPlain(value, config, state.stack)) return value;
    const rules = state.unsafe;
    state.unsafe = rulesAt(state).filter(({ character }) => value.includes(character.charAt(0)));
    const escaped = safe.call(state, value, config);
    state.unsafe = rules;
    return escaped;
  };
  state.containerPhrasing = (parent, info) => {
    const children: readonly Nodes[] = parent.children;
    return children.some(({ type }) => INVOLVED.test(type))
      ? containerPhrasing.call(state, parent, info)
      : writeLine(parent, state, info);
  };
}

/** Writes a text. `peek` returns its first character alone, which is needed to write the node before it. */
export const text: Handle = Object.assign((...parts: Parameters<Handle>) => defaultHandlers.text(...parts), {
  peek: ((node: Text, ...rest) =>
    PLAIN_START.test(node.value)
      ? node.value.charAt(0)
      : defaultHandlers.text(node, ...rest)) satisfies Handle,
});

/** Emphasis depends on what is around it. */
const INVOLVED = /^(?:strong|emphasis|delete|html)$/;

function writeLine(parent: Parameters<State['containerPhrasing']>[0], state: State, info: Info): string {
  const children: readonly Nodes[] = parent.children;
  let line = '';
  let { before } = info;
  for (let at = 0; at < children.length; at += 1) {
    const [child, next] = [children[at] as Nodes, children[at + 1]];
    const after = next === undefined ? info.after : startOf(next, parent, state);
    const written = handlerOf(child, state)(child, parent, state, { now, lineShift: 0, before, after });
    line += written;
    // The last character of the line itself would cost a copy of it each time.
    before = written.slice(-1) || before;
  }
  return line;
}

type Written = Handle & { readonly peek?: Handle };

function handlerOf({ type }: Nodes, { handlers, handle }: State): Written {
  return (handlers as Readonly<Record<string, Written>>)[type] ?? handle;
}

/** The character with which a node will start. */
function startOf(node: Nodes, parent: Parents, state: State): string {
  const handle = handlerOf(node, state);
  const start = (handle.peek ?? handle)(node, parent, state, { now, lineShift: 0, before: '', after: '' });
  const code = start.codePointAt(0);
  return code === undefined ? '' : String.fromCodePoint(code);
}

function isPlain(value: string, { before = '', after = '' }: SafeConfig, stack: readonly string[]): boolean {
  const place = stack.at(-1);
  if (place === 'destinationRaw') return !SPECIAL_IN_ADDRESS.test(value);
  if (!stack.includes('phrasing') || /^(?:title|destination)/.test(place ?? '')) return false;
  if (SPECIAL.test(value)) return false;
  if (stack.includes('tableCell') && value.includes('|')) return false;
  if ((stack.includes('label') || stack.includes('reference')) && /[[\]]/.test(value)) return false;
  if (stack.includes('headingAtx') && value.endsWith('#')) return false;
  if (/[\r\n]$/.test(before) && SPECIAL_AT_BREAK.test(value)) return false;
  return !(/^[\r\n]/.test(after) && /[\t ]$/.test(value));
}

const MAX_PLACES = 200;
const scopes = new WeakMap<readonly Unsafe[], Map<string, readonly Unsafe[]>>();

/** The rules that apply at the place of the writer, looked up once for each kind of place. */
function rulesAt({ unsafe, stack }: State): readonly Unsafe[] {
  const known = scopes.get(unsafe) ?? new Map<string, readonly Unsafe[]>();
  scopes.set(unsafe, known);
  const place = stack.join(' ');
  let rules = known.get(place);
  if (rules === undefined) {
    rules = unsafe.filter(({ inConstruct, notInConstruct }) => {
      return isIn(inConstruct, stack, true) && !isIn(notInConstruct, stack, false);
    });
    // A hostile page may nest in very many ways.
    if (known.size < MAX_PLACES) known.set(place, rules);
  }
  return rules;
}

function isIn(names: Unsafe['inConstruct'], stack: readonly string[], none: boolean): boolean {
  const all = [names ?? []].flat();
  return all.length === 0 ? none : all.some((name) => stack.includes(name));
}
