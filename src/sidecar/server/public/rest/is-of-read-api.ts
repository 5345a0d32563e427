import type { SurfaceContext } from '../../../../documents/surface.js';

/**
 * Checks for an address of the public read API, whether or not it exists: browsers send `OPTIONS` first, and have to
 * be able to reach the 404 of a single entry.
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
