import { type Dirent, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MediaLibrary } from '../../content/body/port.js';
import { stripInsertions } from '../../content/html/insertions.js';
import { compareText } from '../../core/compare.js';
import { isReadableName } from '../../core/files.js';
import { shortHash } from '../../core/hash.js';
import type { Warnings } from '../../core/warnings.js';
import { fileStamp } from '../../deploy/file-states.js';
import { alternatesOf } from '../../documents/alternates.js';
import { type Augmentation, augmentHtml } from '../../documents/page-head/augment-html.js';
import {
  entrySubject,
  type HeadContext,
  type HeadSubject,
  headTags,
} from '../../documents/page-head/head.js';
import type { PageScan } from '../../documents/page-head/page-scan.js';
import { pageFile, pageFiles, pagePath } from '../../site/page-file.js';
import type { IndexEntry, Term } from '../../site/site.js';
import { headKey, imageOf } from './head-context.js';
import type { HtmlPage, HtmlRun, PageMaterial } from './html-run.js';
import type { OccupiedFiles } from './own-files.js';

const NOT_PAGES = new Set(['node_modules']);

/**
 * Every HTML file of a built site, ascending. Hidden folders and symbolic links are not followed.
 * @returns paths below the folder, with `/`
 */
function listPages(folder: string): readonly string[] {
  const found: string[] = [];
  const walk = (below: string): void => {
    for (const entry of readdirSync(join(folder, below), { withFileTypes: true }) as Dirent[]) {
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      if (!isReadableName(path)) continue;
      if (entry.isDirectory() && !entry.name.startsWith('.') && !NOT_PAGES.has(entry.name)) walk(path);
      else if (entry.isFile() && /\.html?$/i.test(entry.name)) found.push(path);
    }
  };
  walk('');
  return found.sort(compareText);
}

interface AugmentOptions {
  readonly head: HeadContext;
  readonly entries: readonly IndexEntry[];
  /** Addresses of entries that aren't public. */
  readonly held: Iterable<string>;
  readonly media: MediaLibrary;
  /** The built site, absolute. */
  readonly siteDir: string;
  /** The other outputs of the build; undefined where pages stay in their own folder. */
  readonly occupied: OccupiedFiles | undefined;
  readonly warnings: Warnings;
}

/** The usual addresses of term archives. */
const TERM_FOLDERS: Readonly<Record<string, readonly string[]>> = {
  category: ['category', 'categories'],
  tag: ['tag', 'tags'],
};

/**
 * A run that adds tags to the pages of a built site: those of entries get the entry's data, all others the site's.
 * Pages of entries that aren't public stay unchanged.
 */
export class AugmentRun implements HtmlRun {
  readonly isRendered = false;
  readonly #pages: ReadonlySet<string>;
  /** Pages of entries: they are handled while the entry is converted, or were in an earlier build. */
  readonly #taken = new Set<string>();
  /** Pages of entries that aren't public. */
  readonly #held = new Set<string>();
  readonly #key: string;

  constructor(private readonly options: AugmentOptions) {
    this.#pages = new Set(listPages(options.siteDir));
    this.#key = headKey(options.head);
    for (const entry of options.entries) {
      const file = this.fileOf(entry);
      if (file !== undefined) this.#taken.add(file);
    }
    for (const path of options.held) {
      const file = this.fileOf({ path });
      if (file !== undefined) this.#held.add(file);
    }
  }

  /** `/a/` may be `a/index.html`, `a/index.htm` or `a.html`, whichever the generator made. */
  fileOf({ path }: Pick<IndexEntry, 'path'>): string | undefined {
    if (path.includes('?')) return undefined;
    const folder = path.replace(/\/*$/, '/');
    const file = path.length > 1 ? path.replace(/\/+$/, '') : path;
    return [path, folder, file].flatMap(pageFiles).find((one) => this.#pages.has(one));
  }

  keyOf(index: IndexEntry): string {
    const file = this.fileOf(index);
    const facts = file === undefined ? '' : fileStamp(join(this.options.siteDir, file));
    return shortHash(
      JSON.stringify([this.#key, file, facts, alternatesOf(this.options.head.documentContext, index)]),
    );
  }

  entryPage({ raw, entry, index, body }: PageMaterial): HtmlPage | undefined {
    const file = this.fileOf(index);
    if (file === undefined) return undefined;
    const { head, media } = this.options;
    // The built page at the address that follows from the source confirms it.
    const isConfirmed =
      raw.seen === undefined && index.path.endsWith('/') && pageFiles(index.path).includes(file);
    const image = imageOf(raw, entry, media);
    const category = this.#firstCategory(raw.terms);
    const subject = entrySubject(entry, index, {
      isFront: index.path === '/',
      body,
      isAddressGuessed: raw.isAddressGuessed === true && !isConfirmed,
      ...(raw.seoTitle === undefined ? {} : { seoTitle: raw.seoTitle }),
      ...(image === undefined ? {} : { image }),
      ...(category === undefined ? {} : { category }),
    });
    return this.#augment(file, () => this.#wanted(headTags(head, subject)));
  }

  termUrl({ taxonomy, slug }: Pick<Term, 'taxonomy' | 'slug'>): string {
    const folders = TERM_FOLDERS[taxonomy] ?? [taxonomy];
    const path = folders
      .map((folder) => `/${encodeURIComponent(folder)}/${encodeURIComponent(slug)}/`)
      .find((one) => this.#pages.has(pageFile(one) ?? ''));
    return path === undefined ? '' : this.options.head.documentContext.site.baseUrl + path;
  }

  /** Only the addresses of terms show which pages of a built site are lists. */
  archives(): readonly string[] {
    return [];
  }

  *otherPages(): Iterable<HtmlPage> {
    for (const file of this.#pages) {
      if (this.#taken.has(file)) continue;
      const page = this.#held.has(file)
        ? this.#takeBack(file)
        : this.#augment(file, (scan) => this.#wantedElsewhere(file, scan));
      if (page !== undefined) yield page;
    }
  }

  #wantedElsewhere(file: string, scan: PageScan): Augmentation {
    const { head } = this.options;
    const { site } = head.documentContext;
    const path = pagePath(file);
    const isMissing = /(?:^|\/)404(?:\.html?|\/)/.test(path);
    const subject: HeadSubject = {
      isFront: path === '/',
      url: isMissing ? undefined : site.baseUrl + path,
      title: scan.head.title ?? site.name,
      description: path === '/' ? site.description : '',
      lang: site.lang,
      isAddressGuessed: path !== '/',
      isContinued: /\/page\/?\d+(?:\.html?|\/)?$/.test(path),
    };
    const tags = headTags(head, subject).filter(
      // The author's own tagline on the home page is better.
      (tag) => !(tag.tag === 'meta' && tag.yields === 'replaces' && scan.descriptions.length > 0),
    );
    return this.#wanted(tags);
  }

  #wanted(tags: Augmentation['tags']): Augmentation {
    const { documentContext } = this.options.head;
    return { tags, llmsUrl: documentContext.isAvailable('llms') ? documentContext.urlOf('llms') : undefined };
  }

  /** The new version of a page; undefined when it stays unchanged. */
  #augment(file: string, wanted: (scan: PageScan) => Augmentation): HtmlPage | undefined {
    const { siteDir, occupied, warnings } = this.options;
    const found = readFileSync(join(siteDir, file));
    const { bytes, state } = augmentHtml(found, wanted);
    if (state === 'encoding' || state === 'refused') {
      const message =
        state === 'encoding'
          ? 'The page is in UTF-16 and stays unchanged.'
          : "Additions to this page couldn't be removed again, so it stays unchanged.";
      const fix =
        state === 'encoding'
          ? 'Let the generator write UTF-8.'
          : 'Close the elements that the page leaves open.';
      warnings.add({ code: `page-${state}`, file, message, fix });
    }
    if (found.equals(bytes)) return undefined;
    if (occupied !== undefined && !occupied.claim(file)) {
      const message =
        'The page is left out of the output, because something else has its path: a generated document, or ' +
        'a page whose name differs from its own in upper and lower case only.';
      const fix = 'Rename the page or its folder.';
      warnings.add({ code: 'page-in-the-way', file, message, fix });
      return undefined;
    }
    return { file, bytes };
  }

  /**
   * The original form of a page that is changed in place: it may have been public once. Other pages have no copy.
   */
  #takeBack(file: string): HtmlPage | undefined {
    const { siteDir, occupied } = this.options;
    if (occupied !== undefined) return undefined;
    const found = readFileSync(join(siteDir, file), 'latin1');
    const text = stripInsertions(found);
    return text === found ? undefined : { file, bytes: Buffer.from(text, 'latin1') };
  }

  #firstCategory(terms: PageMaterial['raw']['terms']): HeadSubject['category'] {
    for (const term of terms) {
      const url = term.taxonomy === 'category' ? this.termUrl(term) : '';
      if (url !== '') return { name: term.name, url };
    }
    return undefined;
  }
}
