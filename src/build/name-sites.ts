import { GENERIC_TITLE } from '../site/titles.js';
import type { RawSite } from '../sources/port.js';
import type { BuildEntry } from './build-entry.js';

/** Names each site that its source doesn't name, such as a folder, by the title of its public home page. */
export function nameSites(sites: readonly RawSite[], entries: readonly BuildEntry[]): readonly RawSite[] {
  return sites.map((site, source) => {
    if (site.title !== undefined && site.title !== '') return site;
    const home = entries.find((entry) => entry.source === source && entry.url === '/');
    return home === undefined || GENERIC_TITLE.test(home.title) ? site : { ...site, title: home.title };
  });
}
