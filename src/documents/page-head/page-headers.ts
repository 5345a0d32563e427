import type { SurfaceContext } from '../surface.js';
import { usageHeaders } from './usage-headers.js';

/**
 * The headers of every page, whichever of its variants: the variants of an address have to announce that there are
 * others.
 * @see spec section 8.1
 */
export function pageHeaders(ctx: SurfaceContext): Readonly<Record<string, string>> {
  return { 'X-Content-Type-Options': 'nosniff', Vary: 'Accept', ...usageHeaders(ctx) };
}
