import type { Handle, SafeConfig, State } from 'mdast-util-to-markdown';

/** Anything that some rule for lines of text could match, whatever is next to the text. */
const SPECIAL =
  /[`_*~\\\r\n]|&(?=[#A-Za-z]|$)|<(?=[!/?A-Za-z]|$)|!(?=\[|$)|\](?=\(|$)|^\(|\[(?=\^|$)|[Ww]{3}\./;
/** The same for text at the start of a line. */
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
 * Makes the writer several times faster, with the same result: most texts need no escape, which one look shows, and
 * most rules of escaping can't match.
 *
 * @param state state of the writer; it is changed
 */
export function takeShortcuts(state: State): void {
  state.createTracker = () => UNTRACKED;
  const { safe } = state;
  state.safe = (input, config) => {
    const value = input ?? '';
    if (isPlain(value, config, state.stack)) return value;
    const rules = state.unsafe;
    state.unsafe = rules.filter(({ character }) => value.includes(character.charAt(0)));
    const escaped = safe.call(state, value, config);
    state.unsafe = rules;
    return escaped;
  };
}

/** Text, of which the writer often needs only the first character. */
export function withPeek(text: Handle): Handle {
  const peek: Handle = (node, parent, state, info) =>
    PLAIN_START.test(node.value) ? node.value.charAt(0) : text(node, parent, state, info);
  return Object.assign(((node, parent, state, info) => text(node, parent, state, info)) satisfies Handle, {
    peek,
  });
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
