import { listOf, textOf, valuesOf } from '../validate/values.js';
import { describe, type Site } from './advertised.js';
import { linksIn } from './links-in.js';
import { spread } from './sample.js';

/** An entry that the lists of a site name. */
export interface SampledPage {
  /** Address of its page for people. */
  readonly page: string;
  /** Address of its Markdown twin. */
  readonly twin: string;
  /** Where it is named. */
  readonly from: string;
}

/** The texts that name entries; empty where there is none. */
export interface PageLists extends Site {
  readonly llms: string;
  /** The parsed change feed. */
  readonly changes: unknown;
}

/**
 * Some of the entries that `llms.txt` and the change feed name, evenly spread over both.
 * @param most how many
 */
export function samplePages(lists: PageLists, most: number): readonly SampledPage[] {
  const found = new Map<string, SampledPage>();
  for (const page of [...pagesOfFeed(lists.changes), ...pagesOfLlms(lists)]) {
    if (!found.has(page.twin)) found.set(page.twin, page);
  }
  return spread([...found.values()], most);
}

function* pagesOfFeed(changes: unknown): Iterable<SampledPage> {
  for (const item of listOf(valuesOf(changes)['items']).map(valuesOf)) {
    const page = textOf(item['url']);
    const twin = textOf(item['markdown']);
    if (item['action'] === 'deleted' || !URL.canParse(page) || !URL.canParse(twin)) continue;
    yield { page, twin, from: 'svc-changes.json' };
  }
}

/** The page of a twin is at its address without `.md`; whether with a slash, the front matter tells later. */
function* pagesOfLlms(lists: PageLists): Iterable<SampledPage> {
  for (const url of linksIn(lists.llms)) {
    if (describe(url, '', lists).row?.id !== 'markdown') continue;
    yield { page: url.replace(/\.md$/, '/'), twin: url, from: 'llms.txt' };
  }
}

/** The address of the page that a twin names in its front matter; undefined when it names none. */
export function canonicalOf(twin: string): string | undefined {
  const url = /^---\n[\s\S]*?^canonical_url: "?([^\s"]+)"?$[\s\S]*?^---$/m.exec(twin)?.[1];
  return url !== undefined && URL.canParse(url) ? url : undefined;
}
