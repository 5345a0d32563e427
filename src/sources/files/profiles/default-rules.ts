import type { Warning } from '../../../core/warnings.js';
import { addressOf } from '../address.js';
import type { Project } from '../layout.js';
import { placeFile } from '../place.js';
import { FolderData, NAMED_DATA } from './eleventy/folder-data.js';
import { Cascades } from './hugo/cascades.js';
import type { Rules } from './profile.js';

/** Folders of written files. */
const WRITTEN: ReadonlySet<string> = new Set(['_site', 'public', 'dist', 'out']);

/** Folders at the top of a generator's project that hold no content. */
export const NOT_CONTENT: ReadonlySet<string> = new Set([
  ...WRITTEN,
  ...'vendor archetypes layouts themes static assets i18n resources'.split(' '),
]);

/** Something in a project that only its generator can work out. */
interface Gap {
  /** The file that holds it. */
  readonly file: string;
  /** A phrase such as "the pattern of `ignoreFiles`". */
  readonly what: string;
}

/** Maximum number of gaps in a warning. */
const NAMED = 5;

/** The rules of a plain folder; generators replace what differs. */
export function defaultRules(project: Project): Rules {
  return {
    notContent: WRITTEN,
    isPartial,
    place: (path) => placeFile(path, project),
    address: (page) => addressOf(page, project),
    inherited: (files) => {
      const data = new FolderData(project, files, NAMED_DATA);
      const cascades = new Cascades(project, files);
      return {
        valuesFor: (path) => ({ ...data.valuesFor(path), ...cascades.valuesFor(path) }),
        print: () => [data.print(), cascades.print()],
      };
    },
  };
}

function isPartial(inner: string): boolean {
  const parts = inner.split('/');
  return (
    parts.some((part) => part.startsWith('_') && part !== '_posts' && part !== '_drafts') &&
    parts.at(-1) !== '_index.md'
  );
}

/** Collects what a profile can't read, each thing once. */
export class Gaps {
  readonly #gaps = new Map<string, Gap>();

  add(file: string, what: string): void {
    this.#gaps.set(`${file}\n${what}`, { file, what });
  }

  /**
   * One warning about everything that wasn't read.
   * @param profile its name, and the command that builds the site
   */
  warnings(profile: { readonly label: string; readonly buildCommand: string }): readonly Warning[] {
    const [first, ...others] = this.#gaps.values();
    if (first === undefined) return [];
    const named = [first, ...others.slice(0, NAMED - 1)].map(({ file, what }) => `${what} (${file})`);
    const more = others.length >= NAMED ? `, and ${others.length + 1 - NAMED} more` : '';
    return [
      {
        code: 'generator-not-read',
        file: first.file,
        message: `Only ${profile.label} itself can work out ${named.join(', ')}${more}. Addresses of pages may differ from those of the site.`,
        fix:
          profile.buildCommand === ''
            ? 'Save these pages of the site in a folder, and make it a source of the type "html".'
            : `Build the site with "${profile.buildCommand}", and make the built folder a source of the type "html".`,
      },
    ];
  }
}
