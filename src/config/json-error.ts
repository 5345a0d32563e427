const TOKEN =
  /[\t\n\r ]*(?:([{}[\],:])|("(?:[^"\\\u0000-\u001F]|\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4}))*")|((?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])))/y;

type Expected = 'value' | 'value or ]' | 'key' | 'key or }' | ':' | ', or end' | 'nothing';

/**
 * Where a text stops being JSON: the offset of the first token that cannot stand there. JSON.parse knows it,
 * but tells it in few of its messages, and in different ones in each release.
 * @param text a text that JSON.parse has refused
 * @see RFC 8259
 */
export function jsonErrorOffset(text: string): number {
  const open: string[] = [];
  let expected: Expected = 'value';
  TOKEN.lastIndex = 0;
  for (;;) {
    const start = TOKEN.lastIndex;
    const match = TOKEN.exec(text);
    if (match === null) return skipSpace(text, start);
    const token = match[1] ?? (match[2] === undefined ? 'literal' : 'text');
    const next = step(token, expected, open);
    if (next === undefined) return skipSpace(text, start);
    expected = next;
  }
}

/** What may follow a token; undefined when the token itself may not stand there. Keeps the stack of brackets. */
function step(token: string, expected: Expected, open: string[]): Expected | undefined {
  const value = expected === 'value' || expected === 'value or ]';
  if (value && (token === '{' || token === '[')) {
    open.push(token);
    return token === '{' ? 'key or }' : 'value or ]';
  }
  if (value && (token === 'text' || token === 'literal')) return afterValue(open);
  if ((expected === 'key' || expected === 'key or }') && token === 'text') return ':';
  if (expected === ':' && token === ':') return 'value';
  if (expected === ', or end' && token === ',') return open.at(-1) === '{' ? 'key' : 'value';
  const closes =
    expected === ', or end'
      ? open.at(-1)
      : expected === 'key or }'
        ? '{'
        : expected === 'value or ]'
          ? '['
          : '';
  if ((token === '}' && closes === '{') || (token === ']' && closes === '[')) {
    open.pop();
    return afterValue(open);
  }
  return undefined;
}

function afterValue(open: readonly string[]): Expected {
  return open.length === 0 ? 'nothing' : ', or end';
}

/** The next visible character; for a text that ends too early, the end of what is visible. */
function skipSpace(text: string, offset: number): number {
  const next = /[^\t\n\r ]/g;
  next.lastIndex = offset;
  return next.exec(text)?.index ?? text.trimEnd().length;
}
