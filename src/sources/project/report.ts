import { statSync } from 'node:fs';
import { firstFew } from '../../core/text.js';
import type { Warning, Warnings } from '../../core/warnings.js';
import type { AuditListener } from '../audit.js';
import { pageKey } from '../html/addresses/page-address.js';
import type { FoundProject } from './find-project.js';
import type { SourceFacts } from './merge.js';
import type { SourceFile } from './pairing.js';

interface UnpairedFile extends SourceFile {
  readonly facts?: Pick<SourceFacts, 'marks'>;
}

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
   * Adds the warnings: one for each subject.
   * @param facts `hasSources`: false where no page can have a source file
   */
  addWarnings(
    warnings: Warnings,
    { isOutdated, hasSources }: { readonly isOutdated: boolean; readonly hasSources: boolean },
  ): void {
    const all = [
      ...this.#sourceWarnings(hasSources),
      ...this.#heldWarnings(),
      ...this.#listingWarnings(),
      ...(isOutdated ? [outdatedWarning(this.project)] : []),
    ];
    for (const warning of all) warnings.add(warning);
  }

  /** Source files that aren't read, and pages and source files without a counterpart. */
  *#sourceWarnings(hasSources: boolean): Generator<Warning> {
    const { built, label, buildCommand, configFile: file, isReadable } = this.project;
    const [unpaired, withoutPage] = [this.#unpaired, this.#withoutPage.map((source) => source.file)];
    if (!isReadable)
      yield {
        code: 'project-sources-unread',
        ...(file === undefined ? {} : { file }),
        message: `Sources of ${label} aren’t read: only the marks in the built pages decide what is public.`,
        fix: 'Add <meta name="robots" content="noindex"> to pages that shouldn\'t be public.',
      };
    if (isReadable && hasSources && unpaired.length > 0)
      yield {
        code: 'project-unpaired-page',
        file: `${built}/${unpaired[0]}`,
        message: `${unpaired.length} of ${this.#pages.size} built pages have no source file (${firstFew(unpaired)}); only their own marks decide whether they're public.`,
        fix: 'If one of them is private, list it under "html": {"exclude": […]} of the source.',
      };
    const [first] = withoutPage;
    if (first === undefined) return;
    const isOne = withoutPage.length === 1;
    yield {
      code: 'project-source-without-page',
      file: first,
      message: `${isOne ? '1 source file has' : `${withoutPage.length} source files have`} no built page (${firstFew(withoutPage)}).`,
      fix: `If ${isOne ? 'it' : 'they'} should have one, run "${buildCommand}".`,
    };
  }

  /** Pages that are held back because of a source file. */
  *#heldWarnings(): Generator<Warning> {
    const { built } = this.project;
    // The file is named apart from the message: its name may be private too.
    for (const [page, file] of this.#held)
      yield {
        code: 'project-held-back',
        file,
        message: `A file that is held back may be the source of ${built}/${page}: the page was held back too.`,
        fix: 'If it isn’t, give the file another title or address.',
        skipped: true,
      };
    for (const [page, file] of this.#shown)
      yield {
        code: 'project-shows-restricted',
        file,
        message: `${built}/${page} shows text that only some readers of this file may see, so the page was held back.`,
        fix: 'Remove the text from the page, or allow its mark with "privacy.allow".',
        skipped: true,
      };
  }

  /** Pages that list pages which are held back. */
  *#listingWarnings(): Generator<Warning> {
    const { built, buildCommand } = this.project;
    const fix = `Build the site without drafts ("${buildCommand}").`;
    const cut = this.#listings;
    if (cut.length > 0)
      yield {
        code: 'project-items-left-out',
        file: `${built}/${cut[0]}`,
        message: `Items of pages that are held back were left out of ${cut.length} built pages (${firstFew(cut)}).`,
        fix,
      };
    for (const page of this.#listingsHeld)
      yield {
        code: 'project-shows-held-back',
        file: `${built}/${page}`,
        message: 'This page shows titles or texts of pages that are held back, so it was held back too.',
        fix,
        skipped: true,
      };
  }
}

function outdatedWarning({ built, buildCommand }: FoundProject & { readonly built: string }): Warning {
  return {
    code: 'project-outdated',
    message: `Source files have changed since ${built}/ was built.`,
    fix: `Run "${buildCommand}" first.`,
  };
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
