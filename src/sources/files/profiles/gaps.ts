import type { Warning } from '../../../core/warnings.js';

/** Something in a project that only its generator can work out. */
export interface Gap {
  /** The file that holds it. */
  readonly file: string;
  /** A phrase such as "the pattern of `ignoreFiles`". */
  readonly what: string;
}

/** Maximum number of gaps in a warning. */
const NAMED = 5;

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
