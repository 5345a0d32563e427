import { addTo } from '../../core/multimap.js';
import { BLOCKS_FILE, MEDIA_FILE, SITE_FILE } from '../../sources/files/library.js';
import type { RawSite, RawTerm } from '../../sources/port.js';
import { toYaml } from './front-matter.js';
import type { Gathered } from './gather.js';

const HEAD = `# The site that this folder was imported from. svc reads the front matter of a folder with this file
# to the letter: what is written there counts, also when it is empty.
# "url" is where the links in the pages point to: leave it as it is, also when the site moves.
`;

/**
 * The data files of a content folder: the site with its terms, the media library, and the reusable blocks where
 * bodies refer to them.
 * @returns text by file name
 */
export function libraryFiles(
  gathered: Pick<Gathered, 'site' | 'terms' | 'media' | 'patterns'>,
  withBlocks: boolean,
): ReadonlyMap<string, string> {
  const { site, terms, media, patterns } = gathered;
  const files = new Map([[SITE_FILE, siteFile(site, terms)]]);
  if (media.length > 0) files.set(MEDIA_FILE, jsonLines(media));
  if (withBlocks && patterns.size > 0) {
    files.set(BLOCKS_FILE, jsonLines([...patterns.values()].sort((a, b) => a.id - b.id)));
  }
  return files;
}

function siteFile(
  { title, description, baseUrl, lang, timezone, logo }: RawSite,
  terms: readonly RawTerm[],
): string {
  const lists = new Map<string, Omit<RawTerm, 'taxonomy'>[]>();
  for (const { taxonomy, ...term } of terms) addTo(lists, taxonomy, term);
  const taxonomies = lists.size === 0 ? undefined : Object.fromEntries(lists);
  const text = toYaml({ title, description, url: baseUrl, lang, timezone, logo, taxonomies });
  return HEAD + (text === '{}\n' ? '' : text);
}

/** One item per line, so that a change shows as one line. */
function jsonLines(items: readonly object[]): string {
  return `[\n${items.map((item) => JSON.stringify(item)).join(',\n')}\n]\n`;
}
