import type { VerifyContext } from './check.js';
import type { Visit } from './client.js';
import { parseMediaType } from './media-type.js';

/** The `Accept` of browsers. */
export const BROWSER_ACCEPT = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

/** An address with a page and its Markdown. */
export interface NegotiatedPlace {
  readonly page: string;
  readonly twin: string;
}

/** The front page, whose Markdown is the index, and the sampled pages; none while there are no twins. */
export function placesOf({ base, pages }: VerifyContext): readonly NegotiatedPlace[] {
  return pages.length === 0 ? [] : [{ page: `${base}/`, twin: `${base}/index.md` }, ...pages];
}

/** True for an answer with a page for people. */
export function isHtml({ answer }: Visit): boolean {
  return answer?.isOk === true && parseMediaType(answer.header('content-type')).essence === 'text/html';
}

/** True for an answer with Markdown. */
export function isMarkdown({ answer }: Visit): boolean {
  return answer?.isOk === true && parseMediaType(answer.header('content-type')).essence === 'text/markdown';
}
