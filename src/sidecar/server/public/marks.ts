import type { Surface } from '../../../documents/surface.js';
import { endpointOf, LIVE_DISCOVERY } from '../../../insights/activity/endpoints.js';
import type { Answer } from './answer.js';
import type { RenderedDocument } from './documents.js';

/** What the log and the guard have to know of an answer. */
export type Marks = Pick<Answer, 'endpoint' | 'isPage' | 'isGuarded'>;

/** Bodies of providers are guarded, but not recorded. */
export const PROVIDED: Marks = { isGuarded: true };
/** A page is for everybody; it is counted where an assistant has sent the reader. */
export const PAGE: Marks = { isPage: true };
/** Markdown in the place of a page. */
export const NEGOTIATED: Marks = { endpoint: 'markdown', isGuarded: true };
/** The discovery document below the admin API, which is never refused. */
export const LIVE: Marks = { endpoint: LIVE_DISCOVERY };

/**
 * The marks of a generated document. Guarded are those that are recorded, and `security.txt`; `robots.txt`, feeds and
 * the REST API are for everybody.
 * @param path address that was asked for, below the base, decoded
 * @see reference/admin-api.md sections 3.2 and 6.1
 */
export function documentMarks(surface: Pick<Surface, 'guarded' | 'activity'>, path: string): Marks {
  const endpoint = endpointOf(surface, path);
  if (endpoint !== undefined) return { endpoint, isGuarded: true };
  return surface.guarded ? { isGuarded: true } : {};
}

/** An answer with its marks. */
export function marked<M extends RenderedDocument>(made: M, marks: Marks): M {
  return { ...made, answer: { ...made.answer, ...marks } };
}
