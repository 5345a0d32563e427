import type { ConstructName, Unsafe } from 'mdast-util-to-markdown';

const NOT_IN_SPANS: ConstructName[] = [
  'autolink',
  'destinationLiteral',
  'destinationRaw',
  'reference',
  'titleQuote',
  'titleApostrophe',
];
const INFO: ConstructName[] = [
  'codeFencedLangGraveAccent',
  'codeFencedLangTilde',
  'codeFencedMetaGraveAccent',
  'codeFencedMetaTilde',
];
const LANGUAGE: ConstructName[] = ['codeFencedLangGraveAccent', 'codeFencedLangTilde'];

/** The escaping that the names of a page's constructs need; `phrasing` alone is every line of text. */
const inText = { inConstruct: 'phrasing', notInConstruct: NOT_IN_SPANS } satisfies Partial<Unsafe>;

/**
 * A `_` that can close emphasis. Before a letter it can only open it; since all that can close are escaped, it stays as it
 * is. Written into the character for the same reason as that of `*` below.
 */
const CLOSING =
  '_(?!_*[A-Za-z0-9\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u3041-\u3096\u30a1-\u30fa\u3400-\u9fff\uac00-\ud7a3])';

/**
 * Which characters would be misread where, as data.
 *
 * These are the rules of mdast-util-to-markdown for CommonMark and GFM. Agents read the source, so some of them
 * escape less: `&` only before a complete character reference, `[` only where it could start a footnote, a definition
 * or a task (a link also needs `](`, which is escaped at the parenthesis), `#` only before a space, `_` only where it
 * could close, `*` only when it touches something, `~` only
 * where it could close, and nothing in bare addresses, which are already links.
 */
export const UNSAFE: Unsafe[] = [
  { character: '\t', after: '[\\r\\n]', inConstruct: 'phrasing' },
  { character: '\t', before: '[\\r\\n]', inConstruct: 'phrasing' },
  { character: '\t', inConstruct: LANGUAGE },
  { character: '\r', inConstruct: [...INFO, 'destinationLiteral', 'headingAtx', 'tableCell'] },
  { character: '\n', inConstruct: [...INFO, 'destinationLiteral', 'headingAtx', 'tableCell'] },
  { character: '\r', before: '[\\r\\n]', inConstruct: 'phrasing' },
  { character: '\r', after: '\\r', inConstruct: 'phrasing' },
  { character: '\n', before: '\\n', inConstruct: 'phrasing' },
  { character: '\n', after: '[\\r\\n]', inConstruct: 'phrasing' },
  { character: ' ', after: '[\\r\\n]', inConstruct: 'phrasing' },
  { character: ' ', before: '[\\r\\n]', inConstruct: 'phrasing' },
  { character: ' ', inConstruct: LANGUAGE },
  { character: '!', after: '\\[', ...inText },
  { character: '"', inConstruct: 'titleQuote' },
  { atBreak: true, character: '#(?=#{0,5}(?:[ \t\r\n]|$))' },
  { character: '#', inConstruct: 'headingAtx', after: '(?:[\r\n]|$)' },
  {
    character: '&',
    after: '(?=(?:#[0-9]{1,7}|#[Xx][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});)',
    inConstruct: [
      ...INFO,
      'destinationLiteral',
      'destinationRaw',
      'phrasing',
      'titleApostrophe',
      'titleQuote',
    ],
  },
  { character: "'", inConstruct: 'titleApostrophe' },
  { character: '(', inConstruct: 'destinationRaw' },
  { before: '\\]', character: '(', ...inText },
  { atBreak: true, before: '\\d+', character: ')' },
  { character: ')', inConstruct: 'destinationRaw' },
  { atBreak: true, character: '*', after: '(?:[ \t\r\n*])' },
  // Touching something on either side. Written into the character, since with `before` or `after` an
  // escape is left out next to another one, and `*\\*a` still opens emphasis.
  { character: '*(?=[^\\s])', ...inText },
  { character: '*(?<=[^\\s]\\*)', ...inText },
  { atBreak: true, character: '+', after: '(?:[ \t\r\n])' },
  { atBreak: true, character: '-', after: '(?:[ \t\r\n-])' },
  { atBreak: true, before: '\\d+', character: '.', after: '(?:[ \t\r\n]|$)' },
  { atBreak: true, character: '<', after: '[!/?A-Za-z]' },
  { character: '<', after: '[!/?A-Za-z]', ...inText },
  { character: '<', inConstruct: 'destinationLiteral' },
  { atBreak: true, character: '=' },
  { atBreak: true, character: '>' },
  { character: '>', inConstruct: 'destinationLiteral' },
  // Not before brackets that close in the same text and can't be a task, a footnote or a definition: `[optional]`.
  { atBreak: true, character: '[', after: '(?!(?!\\^)[^\\[\\]\\\\\r\n]{2,}\\](?!:|$))' },
  { character: '[', after: '\\^', ...inText },
  { character: '[', inConstruct: ['label', 'reference'] },
  { character: '\\', after: '[\\r\\n]', inConstruct: 'phrasing' },
  { character: ']', inConstruct: ['label', 'reference'] },
  { atBreak: true, character: CLOSING },
  { character: CLOSING, ...inText },
  { atBreak: true, character: '`' },
  { character: '`', inConstruct: ['codeFencedLangGraveAccent', 'codeFencedMetaGraveAccent'] },
  { character: '`', ...inText },
  { atBreak: true, character: '~', after: '~' },
  // Only what can close: `~5 to ~10` and `(~30 %)` aren't strikethrough.
  { character: '~(?<=[^\\s]~)(?!(?<=[([{]~)[A-Za-z0-9])', ...inText },
  { character: '<', inConstruct: 'autolink' },
  { character: '>', inConstruct: 'autolink' },
  { character: '\u007F', inConstruct: 'autolink' },
  ...Array.from({ length: 33 }, (_, code): Unsafe => {
    return { character: String.fromCharCode(code), inConstruct: 'autolink' };
  }),
  // What looks like an address but isn't one, such as `www.]`: readers of GFM would link it all the same.
  {
    character: '.(?<=[Ww]{3}\\.)(?=\\S)',
    inConstruct: 'phrasing',
    notInConstruct: [...NOT_IN_SPANS, 'label'],
  },
  { atBreak: true, character: '|', after: '[\t :-]' },
  { character: '|', inConstruct: 'tableCell' },
  { atBreak: true, character: ':', after: '-' },
  { atBreak: true, character: '-', after: '[:|-]' },
];

/** The rules inside a link whose address has balanced parentheses, which need no escape. */
export const UNSAFE_PAIRED: Unsafe[] = UNSAFE.filter((pattern) => pattern.inConstruct !== 'destinationRaw');

/**
 * Returns whether an address may keep its parentheses as they are.
 *
 * @param url address of a link or image
 * @returns true when each closes one that was opened, nested no deeper than Markdown allows
 * @see https://spec.commonmark.org/0.31.2/#link-destination
 */
export function hasPairedParentheses(url: string): boolean {
  let depth = 0;
  for (const character of url) {
    if (character === '(') depth++;
    else if (character === ')') depth--;
    if (depth < 0 || depth > 3) return false;
  }
  return depth === 0;
}
