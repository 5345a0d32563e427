import { addTo } from '../../core/multimap.js';
import { firstFew } from '../../core/text.js';
import type { Warnings } from '../../core/warnings.js';
import type { AuditListener } from '../audit.js';

interface Held {
  count: number;
  readonly file: string;
}

/** Counts the files that were held back because of a name, to warn about each name once. */
export class HeldBack {
  readonly #held = new Map<string, Held>();

  /** @param what the name in words: `The key "access"` */
  add(what: string, name: string, file: string): void {
    const key = JSON.stringify([what, name]);
    const known = this.#held.get(key);
    if (known === undefined) this.#held.set(key, { count: 1, file });
    else known.count += 1;
  }

  /** One warning for each name. */
  addWarnings(warnings: Warnings): void {
    for (const [key, { count, file }] of this.#held) {
      const [what, name] = JSON.parse(key) as [string, string];
      const pages = count === 1 ? '1 page was' : `${count} pages were`;
      warnings.add({
        code: 'privacy-held-back',
        file,
        message: `${what} "${name}" sounds like a restriction: ${pages} held back${count === 1 ? '' : ' (this one first)'}.`,
        fix: `Add "${name}" to "privacy.allow" of the configuration to publish, or to "privacy.deny" to hold back without a warning.`,
        skipped: true,
      });
    }
  }
}

/** Why a file of the folder does not become a page. */
export type WhyLeftOut =
  | 'paper'
  | 'no front matter'
  | 'document'
  | 'partial'
  | 'undated'
  | 'no table'
  | 'no row';

const WORDS: Readonly<Record<WhyLeftOut, string>> = {
  paper: 'are documents of the repository (README, LICENSE and the like, without front matter)',
  'no front matter': 'have no front matter, so that the generator copies them as they are',
  document: 'are complete HTML documents without front matter',
  partial: 'are parts, settings or templates of the generator',
  undated: 'are posts of Jekyll without a date in their names',
  'no table': 'look like posts of a Substack archive without its posts.csv, which says who may read them,',
  'no row': "aren't in the posts.csv of their Substack archive",
};

/** How to turn such a file into a page. */
const SETTINGS: Readonly<Record<WhyLeftOut, string>> = {
  paper: 'Give it front matter.',
  'no front matter': 'Give it front matter.',
  document: 'Give it front matter, or make its folder a source of the type "html".',
  partial: 'Put it where the generator makes pages, without "_" at the start of its name and folders.',
  undated: 'Begin its name with its date.',
  'no table': 'Put the posts.csv of the archive next to its posts.',
  'no row': 'Add its row to the posts.csv of the archive.',
};

/** Collects the files that don't become pages, to report each reason once. */
export class LeftOutFiles {
  readonly #files = new Map<WhyLeftOut, string[]>();
  readonly #audit: AuditListener | undefined;

  constructor(audit?: AuditListener) {
    this.#audit = audit;
  }

  add(why: WhyLeftOut, file: string): void {
    addTo(this.#files, why, file);
    this.#audit?.leftOut({
      ref: file,
      rule: `files that ${WORDS[why]} are left out`,
      setting: SETTINGS[why],
    });
  }

  /** How many files there are. */
  get count(): number {
    return [...this.#files.values()].reduce((sum, files) => sum + files.length, 0);
  }

  /** One note for each reason. */
  addWarnings(warnings: Warnings): void {
    for (const [why, files] of this.#files) {
      const [first = ''] = files;
      const names = files.length > 1 ? ` (${files.length}: ${firstFew(files)})` : '';
      warnings.add({
        code: `files-left-out-${why.replaceAll(' ', '-')}`,
        file: first,
        message: `Files that ${WORDS[why]} were left out${names}.`,
        ...(why.startsWith('no ') && why !== 'no front matter' && { skipped: true }),
        fix:
          why === 'partial' || why === 'undated'
            ? SETTINGS[why]
            : 'To publish them, give them front matter, or name their folder as "contentDir" of a source.',
      });
    }
  }
}
