/** One element of an `Accept` field. */
interface Range {
  readonly type: string;
  readonly weight: number;
}

const MARKDOWN = ['text/markdown', 'text/x-markdown'];
/** XHTML is HTML in another spelling. */
const HTML = ['text/html', 'application/xhtml+xml'];

/** The media type by which Web Bot Auth registers key directories. */
export const DIRECTORY_TYPE = 'application/http-message-signatures-directory+json';

/**
 * Whether a client wants Markdown rather than a page: it has to name it, with a weight above 0 that is not below
 * that of HTML. A wildcard alone means HTML.
 * @see RFC 9110 section 12.5.1
 */
export function prefersMarkdown(accept: string | undefined): boolean {
  if (accept === undefined || !/markdown/i.test(accept)) return false;
  const ranges = readAccept(accept);
  const wanted = named(ranges, ...MARKDOWN) ?? 0;
  return wanted > 0 && wanted >= htmlWeight(ranges);
}

/** Whether a client refuses Markdown although it may be given some unasked. */
export function refusesMarkdown(accept: string | undefined): boolean {
  return accept !== undefined && named(readAccept(accept), ...MARKDOWN) === 0;
}

/** Whether a client names the registered type of key directories, not below plain JSON. */
export function prefersDirectoryType(accept: string | undefined): boolean {
  if (accept === undefined || !accept.toLowerCase().includes(DIRECTORY_TYPE)) return false;
  const ranges = readAccept(accept);
  const wanted = named(ranges, DIRECTORY_TYPE) ?? 0;
  return wanted > 0 && wanted >= (named(ranges, 'application/json') ?? 0);
}

/**
 * The weight of a type that is named, the highest where it is named more than once. One decimal tells weights apart, and
 * of two with the same one the first counts: the rules of hosts, which read with regular expressions, can do no more.
 */
function named(ranges: readonly Range[], ...types: readonly string[]): number | undefined {
  const weights = ranges.filter(({ type }) => types.includes(type)).map(({ weight }) => weight);
  if (weights.length === 0) return undefined;
  const tenth = Math.floor(Math.max(...weights) * 10);
  return weights.find((weight) => weight > 0 && Math.floor(weight * 10) === tenth) ?? 0;
}

/** The most specific range decides, whatever the order. */
function htmlWeight(ranges: readonly Range[]): number {
  return named(ranges, ...HTML) ?? named(ranges, 'text/*') ?? named(ranges, '*/*') ?? 0;
}

function readAccept(accept: string): readonly Range[] {
  return accept.split(',').flatMap((element) => {
    const [type = '', ...parameters] = element.split(';').map((part) => part.trim());
    if (type === '') return [];
    const quality = parameters.find((parameter) => /^q\s*=/i.test(parameter));
    return [{ type: type.toLowerCase(), weight: quality === undefined ? 1 : readWeight(quality) }];
  });
}

/** A weight that is none does not count for its type. */
function readWeight(parameter: string): number {
  const text = parameter.slice(parameter.indexOf('=') + 1).trim();
  return /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(text) ? Number(text) : 0;
}
