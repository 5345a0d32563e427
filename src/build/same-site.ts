import { SvcError } from '../core/errors.js';
import type { RawSite, Source } from '../sources/port.js';
import { siteKey } from '../sources/site-key.js';
import { traitsOf } from '../sources/table.js';

/**
 * Parts of one export belong together; two sites would overwrite each other's ids.
 * @param number of the source, among the sites of all
 * @throws SvcError `SVC_SOURCE_MIXED` where an earlier source is of another site
 */
export function assertSameSite(source: Source, number: number, sites: readonly RawSite[]): void {
  const own = sites[number]?.baseUrl;
  const other = sites.slice(0, number).find((site) => site.baseUrl !== undefined)?.baseUrl;
  if (traitsOf(source.type).isAuthored || own === undefined || other === undefined) return;
  if (siteKey(own) === siteKey(other)) return;
  throw new SvcError(
    'SVC_SOURCE_MIXED',
    `this is an export of ${own}, but another source is an export of ${other}`,
    {
      file: source.path,
      fix: 'Build each site separately.',
    },
  );
}
