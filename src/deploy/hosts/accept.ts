/**
 * How a host that only has regular expressions evaluates `Accept`: the weight of each type as digits, `05` for 0.5,
 * and one comparison of two such weights. The most specific range that names a type gives its weight.
 * @see RFC 9110 section 12.5.1
 */

/** An expression that finds a range of `Accept`, and its weight; matched without regard to case. */
export interface WeightedRange {
  readonly regex: string;
  /** The digit before the point. */
  readonly whole: '0' | '1';
  /** True where the first group captures the digits after the point. */
  readonly hasFraction: boolean;
}

/** Parameters that aren't a weight. RE2 can't look ahead: the name is spelled out. */
const PARAMETERS = '(?:;[ \\t]*(?:(?:[^q,; \\t]|q[ \\t]*[^q,;= \\t]|qq)[^,;]*|q?[ \\t]*)?)*';

/**
 * The expressions for a type, the highest weight first: of a type that is named twice the highest weight counts. One
 * decimal is compared; of two weights with the same one the first counts. An invalid weight counts as 0.
 */
function ranges(type: string): readonly WeightedRange[] {
  const start = `(?:^|,)[ \\t]*${type}[ \\t]*${PARAMETERS}`;
  const weight = `${start};[ \\t]*q[ \\t]*=`;
  const end = '[ \\t]*(?:[;,]|$)';
  const fraction = (digits: string): WeightedRange => ({
    regex: `${weight}[ \\t]*0[.](${digits})${end}`,
    whole: '0',
    hasFraction: true,
  });
  return [
    { regex: `${start}(?:,|$)`, whole: '1', hasFraction: false },
    { regex: `${weight}[ \\t]*1(?:[.]0{0,3})?${end}`, whole: '1', hasFraction: false },
    ...[9, 8, 7, 6, 5, 4, 3, 2, 1].map((digit) => fraction(`${digit}[0-9]{0,2}`)),
    fraction('0(?:[1-9][0-9]?|0[1-9])'),
    { regex: weight, whole: '0', hasFraction: false },
  ];
}

/** Markdown must be named: a client that takes anything gets the page. */
export const MARKDOWN_RANGES: readonly WeightedRange[] = ranges('text/(?:x-)?markdown');

/** The most specific first. XHTML is HTML in another spelling. */
export const HTML_RANGES: readonly WeightedRange[] = [
  '(?:text/html|application/xhtml[+]xml)',
  'text/[*]',
  '[*]/[*]',
].flatMap(ranges);

/** Finds pairs `<weight of Markdown>000:<weight of HTML>000` in which Markdown is not accepted at all. */
export const UNWANTED = '^0*:';

/** Finds those in which HTML is preferred; it looks back, which RE2 can't. */
export const HTML_WANTED_MORE = `^([0-9]{0,3})(?:${[0, 1, 2, 3, 4, 5, 6, 7, 8]
  .map((digit) => `${digit}[0-9]*:\\1[${digit + 1}-9]`)
  .join('|')})`;
