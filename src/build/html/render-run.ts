import { readFileSync } from 'node:fs';
import type { MediaLibrary } from '../../content/body/port.js';
import { PROGRAM } from '../../core/files.js';
import { shortHash } from '../../core/hash.js';
import { decodePercent } from '../../core/percent.js';
import { alternatesOf } from '../../documents/alternates.js';
import { entrySubject, type HeadContext, type PageImage } from '../../documents/page-head/head.js';
import { pageFile } from '../../site/page-file.js';
import type { IndexEntry, Term } from '../../site/site.js';
import { pageBody } from '../pages/body.js';
import { renderEntryPage, type TranslationRef } from '../pages/entry-page.js';
import { localHref, type PageRef, type Shell } from '../pages/layout.js';
import { LIST_SIZE, listPagePath, renderListPage, renderMissingPage } from '../pages/list-page.js';
import { type ListPlan, planSite, type SitePlan } from '../pages/site-plan.js';
import { wordsFor } from '../pages/words.js';
import { headKey, imageOf } from './head-context.js';
import type { HtmlCopy, HtmlPage, HtmlRun, PageMaterial } from './html-run.js';
import { type ImageSize, ImageSizes, type OccupiedFiles, type OwnFile } from './own-files.js';

/** Name of the style sheet below `out/`. */
export const STYLE_FILE = 'svc-style.css';
const MISSING_FILE = '404.html';
/** Browsers and checkers request it whatever the pages contain. */
const ICON_FILE = 'favicon.ico';

interface RenderOptions {
  readonly head: HeadContext;
  /** Every public entry, ascending by id. */
  readonly entries: readonly IndexEntry[];
  /** Keys of the terms of an entry, by its place in the list. */
  termsOf(slot: number): readonly string[];
  readonly terms: readonly Term[];
  readonly media: MediaLibrary;
  /** Files of the build that aren't pages. */
  readonly occupied: OccupiedFiles;
  /** The site's own files: entries and documents have priority over them, and they over lists. */
  readonly own: readonly OwnFile[];
  /** Called for a file that can't be copied, because something else has its path. */
  onInTheWay(file: string): void;
}

/** A run that generates a page for every entry, and front page, blog, archives and the error page. */
export class RenderRun implements HtmlRun {
  readonly isRendered = true;
  readonly #plan: SitePlan;
  readonly #shell: Shell;
  readonly #style: string;
  readonly #shellKey: string;
  readonly #slots = new Map<number, number>();
  readonly #occupied: OccupiedFiles;
  readonly #own: readonly OwnFile[];
  readonly #sizes: ImageSizes;

  constructor(private readonly options: RenderOptions) {
    const { head, entries } = options;
    const { site } = head.documentContext;
    this.#occupied = options.occupied;
    this.#occupied.claim(STYLE_FILE);
    for (const { path } of entries) this.#occupied.claim(pageFile(path) ?? '');
    for (const [slot, { id }] of entries.entries()) this.#slots.set(id, slot);
    this.#own = options.own.filter(({ file }) => {
      const isFree = this.#occupied.claim(file);
      if (!isFree) options.onInTheWay(file);
      return isFree;
    });
    this.#sizes = new ImageSizes(this.#own);
    const basePath = new URL(site.baseUrl).pathname.replace(/\/+$/, '');
    this.#plan = planSite({
      entries,
      termsOf: options.termsOf,
      terms: options.terms,
      siteName: site.name,
      siteDescription: site.description,
      siteLang: site.lang,
      basePath,
      words: wordsFor(site.lang),
      claim: (file) => this.#occupied.claim(file),
    });
    this.#style = readFileSync(new URL('templates/style.css', PROGRAM), 'utf8');
    const style = `${basePath}/${STYLE_FILE}?v=${shortHash(this.#style).slice(0, 8)}`;
    const nav = [...this.#plan.nav, ...this.#searchLink(basePath)];
    this.#shell = { head, basePath, nav, style };
    this.#shellKey = shortHash(JSON.stringify([headKey(head), nav, style, this.#sizes.key]));
  }

  /** The site's own page for searching, if it has one. */
  #searchLink(basePath: string): readonly PageRef[] {
    if (!this.#own.some(({ file }) => file === 'search/index.html')) return [];
    const { search } = wordsFor(this.options.head.documentContext.site.lang);
    return [{ title: search, href: `${basePath}/search/` }];
  }

  keyOf(index: IndexEntry): string {
    const slot = this.#slots.get(index.id) ?? -1;
    const { newer, older } = this.#neighbours(slot);
    const alternates = alternatesOf(this.options.head.documentContext, index);
    return shortHash(
      JSON.stringify([
        this.#shellKey,
        newer,
        older,
        this.#termRefs(slot),
        alternates,
        this.#translationsOf(index),
      ]),
    );
  }

  fileOf({ path }: IndexEntry): string | undefined {
    return pageFile(path);
  }

  entryPage(material: PageMaterial): HtmlPage | undefined {
    const { entry, index, raw } = material;
    const file = pageFile(index.path);
    if (file === undefined) return undefined;
    const body = pageBody(material.clean(), {
      title: entry.title,
      words: wordsFor(entry.lang),
      localise: (url) => localHref(this.#shell, url),
      sizeOf: (src) => this.#sizeOf(src),
    });
    const image = this.#withSize(imageOf(raw, entry, this.options.media));
    const refs = this.#termRefs(this.#slots.get(index.id) ?? -1);
    const category = refs.find(({ taxonomy }) => taxonomy === 'category');
    const subject = entrySubject(entry, index, {
      isFront: file === 'index.html',
      body: material.body,
      ...(raw.seoTitle === undefined ? {} : { seoTitle: raw.seoTitle }),
      ...(image === undefined ? {} : { image }),
      ...(category === undefined ? {} : { category: { name: category.title, url: this.termUrl(category) } }),
    });
    const bytes = renderEntryPage(this.#shell, {
      subject: { ...subject, entry },
      body: body.html,
      showsImage:
        image !== undefined &&
        !body.images.some((src) => isSamePicture(src, localHref(this.#shell, image.url))),
      categories: refs.filter(({ taxonomy }) => taxonomy === 'category'),
      tags: refs.filter(({ taxonomy }) => taxonomy !== 'category'),
      translations: this.#translationsOf(index),
      ...this.#neighbours(this.#slots.get(index.id) ?? -1),
    });
    return { file, bytes };
  }

  termUrl({ taxonomy, slug }: Pick<Term, 'taxonomy' | 'slug'>): string {
    const path = this.#plan.termPaths.get(`${taxonomy}/${slug}`);
    return path === undefined ? '' : this.options.head.documentContext.site.baseUrl + path;
  }

  archives(): readonly string[] {
    return this.#plan.lists.map(({ path }) => path);
  }

  *otherPages(): Iterable<HtmlPage | HtmlCopy> {
    yield* this.#own;
    yield { file: STYLE_FILE, bytes: this.#style };
    if (this.#occupied.claim(ICON_FILE))
      yield { file: ICON_FILE, bytes: readFileSync(new URL('templates/favicon.ico', PROGRAM)) };
    for (const list of this.#plan.lists) yield* this.#listPages(list);
    if (this.#occupied.claim(MISSING_FILE))
      yield { file: MISSING_FILE, bytes: renderMissingPage(this.#shell) };
  }

  *#listPages(list: ListPlan): Iterable<HtmlPage> {
    const count = Math.max(1, Math.ceil(list.slots.length / LIST_SIZE));
    for (let number = 1; number <= count; number += 1) {
      const file = pageFile(listPagePath(list.path, number)) ?? '';
      // The first page was claimed when the list was planned.
      if (number > 1 && !this.#occupied.claim(file)) return;
      const slots = list.slots.slice((number - 1) * LIST_SIZE, number * LIST_SIZE);
      const entries = slots.flatMap((slot) => this.options.entries[slot] ?? []);
      const { title, description, kicker, path } = list;
      const view = {
        title,
        description,
        kicker,
        path,
        isFront: list.kind === 'front',
        number,
        count,
        entries,
      };
      yield { file, bytes: renderListPage(this.#shell, view) };
    }
  }

  /** Of an image of the site itself, by its address in a page. */
  #sizeOf(src: string): ImageSize | undefined {
    const base = `${this.#shell.basePath}/`;
    const path = src.split(/[?#]/, 1)[0] ?? '';
    return path.startsWith(base) ? this.#sizes.of(decodePercent(path.slice(base.length))) : undefined;
  }

  #withSize(image: PageImage | undefined): PageImage | undefined {
    if (image === undefined || (image.width !== undefined && image.height !== undefined)) return image;
    return { ...image, ...this.#sizeOf(localHref(this.#shell, image.url)) };
  }

  #neighbours(slot: number): { readonly newer?: PageRef; readonly older?: PageRef } {
    const { newer, older } = this.#plan.neighbours(slot);
    const ref = (target: number | undefined) => {
      const entry = target === undefined ? undefined : this.options.entries[target];
      return entry && { title: entry.title, href: this.#shell.basePath + entry.path };
    };
    const [next, previous] = [ref(newer), ref(older)];
    return { ...(next && { newer: next }), ...(previous && { older: previous }) };
  }

  /** In other languages; the words of a link are in that of its target. */
  #translationsOf(index: IndexEntry): readonly TranslationRef[] {
    const versions = this.options.head.documentContext.translationsOf?.(index) ?? [];
    return versions.flatMap(({ id, lang, path }) => {
      const entry = this.options.entries[this.#slots.get(id) ?? -1];
      if (entry === undefined || id === index.id) return [];
      return [{ lang: lang.replaceAll('_', '-'), title: entry.title, href: this.#shell.basePath + path }];
    });
  }

  #termRefs(slot: number): readonly (PageRef & { readonly taxonomy: string; readonly slug: string })[] {
    return this.options.termsOf(slot).flatMap((key) => {
      const path = this.#plan.termPaths.get(key);
      const term = this.#term(key);
      if (path === undefined || term === undefined) return [];
      return [
        { title: term.name, href: this.#shell.basePath + path, taxonomy: term.taxonomy, slug: term.slug },
      ];
    });
  }

  #terms: ReadonlyMap<string, Term> | undefined;

  #term(key: string): Term | undefined {
    this.#terms ??= new Map(this.options.terms.map((term) => [`${term.taxonomy}/${term.slug}`, term]));
    return this.#terms.get(key);
  }
}

/** Sizes of one upload differ in the end of their name: `tower-300x200.jpg`. */
function isSamePicture(a: string, b: string): boolean {
  const plain = (url: string) => url.split(/[?#]/, 1)[0]?.replace(/-(?:\d+x\d+|scaled)(?=\.\w+$)/, '');
  return plain(a) === plain(b);
}
