import type { IncomingMessage } from 'node:http';
import type { Settings } from '../../../config/settings.js';
import { AI_AGENTS } from '../../../core/ai-agents.js';

/** One element of an `Accept` field. */
interface Range {
  readonly type: string;
  readonly weight: number;
}

const MARKDOWN = ['text/markdown', 'text/x-markdown'];
/** XHTML counts as HTML. */
const HTML = ['text/html', 'application/xhtml+xml'];

/** The media type that Web Bot Auth registers for key directories. */
export const DIRECTORY_TYPE = 'application/http-message-signatures-directory+json';

/**
 * Checks whether a client prefers Markdown to a page: it has to name Markdown with a weight above 0 that isn't below
 * that of HTML. A wildcard alone means HTML.
 * @see RFC 9110 section 12.5.1
 */
export function prefersMarkdown(accept: string | undefined): boolean {
  if (accept === undefined || !/markdown/i.test(accept)) return false;
  const ranges = readAccept(accept);
  const wanted = named(ranges, ...MARKDOWN) ?? 0;
  return wanted > 0 && wanted >= htmlWeight(ranges);
}

/** Checks whether a client refuses Markdown, so that it doesn't get any by default. */
function refusesMarkdown(accept: string | undefined): boolean {
  return accept !== undefined && named(readAccept(accept), ...MARKDOWN) === 0;
}

/** Checks whether a client names the registered type of key directories with at least the weight of plain JSON. */
function prefersDirectoryType(accept: string | undefined): boolean {
  if (accept === undefined || !accept.toLowerCase().includes(DIRECTORY_TYPE)) return false;
  const ranges = readAccept(accept);
  const wanted = named(ranges, DIRECTORY_TYPE) ?? 0;
  return wanted > 0 && wanted >= (named(ranges, 'application/json') ?? 0);
}

/**
 * Returns the weight of a named type, the highest if it is named more than once. Weights are compared to one decimal,
 * and the first of equal ones counts: the regular expressions in the rules of hosts can't do more.
 */
function named(ranges: readonly Range[], ...types: readonly string[]): number | undefined {
  const weights = ranges.filter(({ type }) => types.includes(type)).map(({ weight }) => weight);
  if (weights.length === 0) return undefined;
  const tenth = Math.floor(Math.max(...weights) * 10);
  return weights.find((weight) => weight > 0 && Math.floor(weight * 10) === tenth) ?? 0;
}

/** Returns the weight of the most specific range, in any order. */
function htmlWeight(ranges: readonly Range[]): number {
  return named(ranges, ...HTML) ?? named(ranges, 'text/*') ?? named(ranges, '*/*') ?? 0;
}

function readAccept(accept: string): readonly Range[] {
  // A quoted parameter may contain commas and semicolons.
  return accept
    .replace(/"[^"]*"/g, '')
    .split(',')
    .flatMap((element) => {
      const [type = '', ...parameters] = element.split(';').map((part) => part.trim());
      if (type === '') return [];
      const quality = parameters.find((parameter) => /^q\s*=/i.test(parameter));
      return [{ type: type.toLowerCase(), weight: quality === undefined ? 1 : readWeight(quality) }];
    });
}

/** Parses a weight; an invalid one counts as 0 for its type. */
function readWeight(parameter: string): number {
  const text = parameter.slice(parameter.indexOf('=') + 1).trim();
  return /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(text) ? Number(text) : 0;
}

/**
 * The variant of an address for a client: `page` by default. `soft` means Markdown too, and prefers content to a 404.
 */
export type Variant = 'page' | 'markdown' | 'soft' | 'directory';

type VariantSettings = Pick<Settings, 'markdown_for_ai_agents' | 'soft_404_markdown'>;

/** Chooses the variant for a request. */
export function variantFor(
  { headers: { accept, 'user-agent': agent } }: Pick<IncomingMessage, 'headers'>,
  settings: VariantSettings,
): Variant {
  if (prefersMarkdown(accept)) return settings.soft_404_markdown && isAiAgent(agent) ? 'soft' : 'markdown';
  if (prefersDirectoryType(accept)) return 'directory';
  const isGiven = settings.markdown_for_ai_agents && isAiAgent(agent) && !refusesMarkdown(accept);
  return isGiven ? 'markdown' : 'page';
}

const PATTERN = new RegExp(AI_AGENTS.join('|'), 'i');

/** Checks whether a client is known to read for a language model. Trusts its `User-Agent`. */
function isAiAgent(userAgent: string | undefined): boolean {
  return userAgent !== undefined && PATTERN.test(userAgent);
}
