/** The order of pages by the `<link rel=next>` of each, as Sphinx, DocBook, GTK-Doc and Antora write it. */

/** Fewer pages are no series. */
const MIN_PAGES = 3;

/** Pages by key, in their order, and the place of each. */
interface Series {
  readonly keys: readonly string[];
  readonly places: ReadonlyMap<string, number>;
}

/** The series that pages form which name the next one; of two pages before the same one, the first counts. */
export function seriesOf(nexts: ReadonlyMap<string, string>): readonly Series[] {
  const followers = new Set(nexts.values());
  const seen = new Set<string>();
  const starts = [...nexts.keys()].filter((key) => !followers.has(key));
  // A series that returns to its start has none.
  return [...starts, ...nexts.keys()].flatMap((start) => {
    const keys: string[] = [];
    for (let at: string | undefined = start; at !== undefined && !seen.has(at); at = nexts.get(at)) {
      seen.add(at);
      keys.push(at);
    }
    const places = new Map(keys.map((key, at) => [key, at]));
    return keys.length < MIN_PAGES ? [] : [{ keys, places }];
  });
}

/** A list of pages with the groups of some of them. */
interface GroupedList {
  readonly keys: readonly string[];
  /** Groups by key. */
  readonly sections: ReadonlyMap<string, string>;
}

/**
 * The groups of a list, also for pages of a series between two of its pages: contents that name the chapters only leave
 * out the pages below them.
 * @returns the list's own groups where its order isn't that of a series
 */
export function sectionsBetween(
  { keys, sections }: GroupedList,
  series: readonly Series[],
): ReadonlyMap<string, string> {
  if (sections.size === 0) return sections;
  const all = new Map(sections);
  for (const { keys: pages, places } of series) {
    const own = keys.flatMap((key) => places.get(key) ?? []);
    if (own.some((place, at) => at > 0 && place <= (own[at - 1] as number))) return sections;
    const listed = new Set(own);
    let section: string | undefined;
    for (let at = own[0] ?? 0; at < (own.at(-1) ?? 0); at += 1) {
      const key = pages[at] as string;
      if (listed.has(at)) section = sections.get(key);
      else if (section !== undefined) all.set(key, section);
    }
  }
  return all;
}

/** A page with the title that its child pages give it. */
export interface NamedPage {
  readonly key: string;
  readonly title: string;
}

/**
 * The groups of a manual without a table of contents: each page belongs to its topmost ancestor below the front page.
 * @param above the parent of each page, by key
 */
export function sectionsAbove(above: ReadonlyMap<string, NamedPage>): ReadonlyMap<string, string> {
  const titles = new Map([...above.values()].map(({ key, title }) => [key, title]));
  const sections = new Map<string, string>();
  for (const key of above.keys()) {
    let top = key;
    const seen = new Set([top]);
    for (let next = above.get(top)?.key; next !== undefined && above.has(next) && !seen.has(next); ) {
      top = next;
      seen.add(top);
      next = above.get(top)?.key;
    }
    const title = titles.get(top);
    if (title !== undefined) sections.set(key, title);
  }
  return sections;
}
