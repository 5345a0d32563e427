import type { SurfaceContext } from '../../../../documents/surface.js';

/**
 * True for addresses of the public read API, whatever is found there: browsers ask with `OPTIONS` first, and have to
 * get as far as the 404 of a single entry.
 * @param path below the base, decoded
 */
export function isOfReadApi(
  path: string,
  { restPrefix, restApi }: Pick<SurfaceContext, 'restPrefix' | 'restApi'>,
): boolean {
  const root = `/${restPrefix}`;
  if (path === `${root}/` || path === `${root}/svc/v1/discovery`) return true;
  return restApi.mode === 'static' && path.startsWith(`${root}/content/v1/`);
}
