import type { SurfaceContext } from '../../../../documents/surface.js';

/**
 * Checks for an address of the public read API, whether or not it exists: browsers send `OPTIONS` first, and have to
 * be able to reach the 404 of a single entry.
 * @param path below the base, decoded
 */
export function isOfReadApi(
  path: string,
  { restPrefix, readPrefix, restApi }: Pick<SurfaceContext, 'restPrefix' | 'readPrefix' | 'restApi'>,
): boolean {
  const root = `/${readPrefix}`;
  if (path === `${root}/` || path === `/${restPrefix}/svc/v1/discovery`) return true;
  return restApi.mode === 'static' && path.startsWith(`${root}/content/v1/`);
}
