import { statSync } from 'node:fs';
import type { Warnings } from '../../core/warnings.js';
import type { AuditListener } from '../audit.js';
import { pageKey } from '../html/addresses/page-address.js';
import type { FoundProject } from './find-project.js';
import type { SourceFacts } from './merge.js';
import type { SourceFile } from './pairing.js';

interface UnpairedFile extends SourceFile {
  readonly facts?: Pick<SourceFacts, 'marks'>;
}

/** Maximum number of files in a message. */
const NAMED = 5;

/** What the report of a build says about the pairing of pages and sources. */
export class ProjectReport {
  readonly #pages = new Set<string>();
  readonly #unpaired: string[] = [];
  readonly #held: (readonly [page: string, file: string])[] = [];
  readonly #shown: (readonly [page: string, file: string])[] = [];
  readonly #listings: string[] = [];
  readonly #listingsHeld: string[] = [];
  #withoutPage: readonly SourceFile[] = [];
  /** Whether the address of a page is uncertain. */
  hasGuesses = false;

  constructor(private readonly project: FoundProject & { readonly built: string }) {}

  /** All pages, even those without an entry. */
  get pages(): readonly string[] {
    return [...this.#pages];
  }

  seePage(file: string): void {
    this.#pages.add(file);
  }

  /** @param hidden a source that is held back and may be that of the page */
  addUnpaired(page: string, hidden: string | undefined): void {
    if (hidden === undefined) this.#unpaired.push(page);
    else this.#held.push([page, hidden]);
  }

  addShown(page: string, file: string): void {
    this.#shown.push([page, file]);
  }

  /** @param isShown true for a page that is held back, since it still shows others that are */
  addListing(page: string, isShown: boolean): void {
    (isShown ? this.#listingsHeld : this.#listings).push(page);
  }

  /** Sources without an entry; some of them have a page that is a list or the like. */
  addWithoutPage(files: readonly UnpairedFile[], audit: AuditListener | undefined): void {
    const keys = new Set([...this.#pages].map((page) => pageKey(`/${page}`)));
    const missing = files.filter(({ url }) => url === undefined || !keys.has(pageKey(url)));
    this.#withoutPage = missing.filter(({ isHidden }) => !isHidden);
    for (const { file, facts } of missing) {
      const [mark] = facts?.marks ?? [];
      const rule = ['the built site has no page for it', ...(mark === undefined ? [] : [mark.rule])].join(
        '; ',
      );
      const build = `build the site again ("${this.project.buildCommand}").`;
      const setting =
        mark === undefined ? `If it should be a page, ${build}` : `${mark.setting} Then ${build}`;
      audit?.leftOut({ ref: file, rule, setting });
    }
  }

  /**
   * Gives the warnings: one for each subject.
   * @param told `hasSources`: false where no page can have a source file
   */
  addWarnings(told: {
    readonly warnings: Warnings;
    readonly isOutdated: boolean;
    readonly hasSources: boolean;
  }): void {
    const { warnings, isOutdated, hasSources } = told;
    const { built, label, buildCommand, configFile, isReadable } = this.project;
    const add = (code: string, file: string | undefined, message: string, fix: string, more = {}): void =>
      warnings.add({
        code: `project-${code}`,
        ...(file === undefined ? {} : { file }),
        message,
        fix,
        ...more,
      });
    if (!isReadable) {
      const message = `Sources of ${label} aren’t read: only the marks in the built pages decide what is public.`;
      add(
        'sources-unread',
        configFile,
        message,
        'Add <meta name="robots" content="noindex"> to pages that shouldn\'t be public.',
      );
    }
    if (isReadable && hasSources && this.#unpaired.length > 0) {
      const message = `${this.#unpaired.length} of ${this.#pages.size} built pages have no source file (${listed(this.#unpaired)}); only their own marks decide whether they're public.`;
      add(
        'unpaired-page',
        `${built}/${this.#unpaired[0]}`,
        message,
        'If one of them is private, list it under "html": {"exclude": […]} of the source.',
      );
    }
    if (this.#withoutPage.length > 0) {
      const names = this.#withoutPage.map(({ file }) => file);
      add(
        'source-without-page',
        names[0],
        `${names.length === 1 ? '1 source file has' : `${names.length} source files have`} no built page (${listed(names)}).`,
        `If ${names.length === 1 ? 'it' : 'they'} should have one, run "${buildCommand}".`,
      );
    }
    // The file is named apart from the message: its name may be private too.
    for (const [page, file] of this.#held) {
      const message = `A file that is held back may be the source of ${built}/${page}: the page was held back too.`;
      add('held-back', file, message, 'If it isn’t, give the file another title or address.', {
        skipped: true,
      });
    }
    for (const [page, file] of this.#shown) {
      const message = `${built}/${page} shows text that only some readers of this file may see, so the page was held back.`;
      add(
        'shows-restricted',
        file,
        message,
        'Remove the text from the page, or allow its mark with "privacy.allow".',
        { skipped: true },
      );
    }
    const rebuild = `Build the site without drafts ("${buildCommand}").`;
    const [cut, shown] = [this.#listings, this.#listingsHeld];
    if (cut.length > 0) {
      const message = `Items of pages that are held back were left out of ${cut.length} built pages (${listed(cut)}).`;
      add('items-left-out', `${built}/${cut[0]}`, message, rebuild);
    }
    for (const page of shown) {
      const message = 'This page shows titles or texts of pages that are held back, so it was held back too.';
      add('shows-held-back', `${built}/${page}`, message, rebuild, { skipped: true });
    }
    if (isOutdated) {
      add(
        'outdated',
        undefined,
        `Source files have changed since ${built}/ was built.`,
        `Run "${buildCommand}" first.`,
      );
    }
  }
}

function listed(names: readonly string[]): string {
  return names.slice(0, NAMED).join(', ') + (names.length > NAMED ? ', …' : '');
}

/** Whether a source file is newer than every built page. */
export function isOutdated(sources: readonly string[], pages: readonly string[]): boolean {
  return sources.length > 0 && pages.length > 0 && newest(sources) > newest(pages);
}

function newest(files: readonly string[]): number {
  return files.reduce(
    (time, file) => Math.max(time, statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0),
    0,
  );
}
