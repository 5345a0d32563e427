/**
 * How a host that knows only regular expressions reads `Accept`: the weight of each type as digits, `05` for 0.5,
 * and one comparison of two such weights. The most specific range that names a type tells its weight.
 * @see RFC 9110 section 12.5.1
 */

/** A range of `Accept` and the expressions that find it, with and without a weight; read without regard to case. */
export interface WeightedRange {
  /** Captures the digit before the point and those after it. */
  readonly weighted: string;
  /** Without a weight it is 1. */
  readonly plain: string;
}

function range(type: string): WeightedRange {
  const start = `(?:^|,)[ \\t]*${type}[ \\t]*(?:;[^,]*)?`;
  return {
    weighted: `${start};[ \\t]*q=([01])(?:[.]([0-9]{0,3}))?[ \\t]*(?:[;,]|$)`,
    plain: `${start}(?:,|$)`,
  };
}

/** Markdown has to be named: a client that takes anything gets the page. */
export const MARKDOWN_RANGES: readonly WeightedRange[] = [range('text/(?:x-)?markdown')];

/** The most specific first. */
export const HTML_RANGES: readonly WeightedRange[] = [
  range('text/html'),
  range('text/[*]'),
  range('[*]/[*]'),
];

/**
 * Finds pairs `<weight of Markdown>000:<weight of HTML>000` in which Markdown is not wanted at all.
 */
export const UNWANTED = '^0*:';

/** Finds those in which HTML is wanted more; it looks back, which RE2 cannot. */
export const HTML_WANTED_MORE = `^([0-9]{0,3})(?:${[0, 1, 2, 3, 4, 5, 6, 7, 8]
  .map((digit) => `${digit}[0-9]*:\\1[${digit + 1}-9]`)
  .join('|')})`;
