import type { Surface } from '../../../documents/surface.js';
import { endpointOf, LIVE_DISCOVERY } from '../../../insights/activity/endpoints.js';
import type { Answer } from './answer.js';
import type { RenderedDocument } from './documents.js';

/** The properties of an answer that the log and the guard use. */
export type Marks = Pick<Answer, 'endpoint' | 'isPage' | 'isGuarded'>;

/** Provided documents are guarded, but not recorded. */
export const PROVIDED: Marks = { isGuarded: true };
/** A page is open to everyone; a visit counts when an assistant has sent the reader. */
export const PAGE: Marks = { isPage: true };
/** Markdown instead of a page. */
export const NEGOTIATED: Marks = { endpoint: 'markdown', isGuarded: true };
/** The discovery document below the admin API, which is never refused. */
export const LIVE: Marks = { endpoint: LIVE_DISCOVERY };

/**
 * Returns the marks of a generated document. Recorded documents and `security.txt` are guarded; `robots.txt`, feeds
 * and the REST API are open to everyone.
 * @param path requested address, below the base, decoded
 */
export function documentMarks(surface: Pick<Surface, 'guarded' | 'activity'>, path: string): Marks {
  const endpoint = endpointOf(surface, path);
  if (endpoint !== undefined) return { endpoint, isGuarded: true };
  return surface.guarded ? { isGuarded: true } : {};
}

/** Adds marks to an answer. */
export function marked<M extends RenderedDocument>(made: M, marks: Marks): M {
  return { ...made, answer: { ...made.answer, ...marks } };
}
