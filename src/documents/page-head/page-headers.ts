import type { SurfaceContext } from '../surface.js';
import { usageHeaders } from './usage-headers.js';

/**
 * What every page is sent with, whichever of its variants: the variants of an address have to say that there are
 * some.
 * @see spec section 8.1
 */
export function pageHeaders(ctx: SurfaceContext): Readonly<Record<string, string>> {
  return { 'X-Content-Type-Options': 'nosniff', Vary: 'Accept', ...usageHeaders(ctx) };
}
