import type { Warning } from '../../../core/warnings.js';
import type { RawSite } from '../../port.js';
import { addressOf } from '../address.js';
import type { ConfigValues } from '../config-values.js';
import type { FrontMatter } from '../front-matter.js';
import type { Inherited } from '../inherited.js';
import {
  type ContentBase,
  type FilePlace,
  type GeneratorConfig,
  type Project,
  placeFile,
} from '../layout.js';
import type { FilesOptions } from '../options.js';
import type { Values } from '../values.js';
import { FolderData, NAMED_DATA } from './eleventy/folder-data.js';
import { Cascades } from './hugo/cascades.js';

/** A generator of sites: how its projects are recognised, and by which rules their files become pages. */
export interface Profile {
  /** Its name for people, such as "Eleventy". */
  readonly label: string;
  /** Paths of its configuration file from the folder of the project; the first that exists is read. */
  readonly configFiles: readonly string[];
  /** Other names of its configuration file at the top, for commands that name it. */
  readonly otherConfigFiles?: RegExp;
  /** False for a project of another generator whose configuration file has the same name. */
  ownsConfig?(root: string, values: ConfigValues, file: string): boolean;
  /** Reads a configuration that isn't YAML, TOML or JSON, or that has further files. It must never run. */
  readConfig?(root: string, file: string, text: string): ConfigValues;
  /** Recognises a project without a configuration by its folders. */
  isLikely?(root: string): boolean;
  /** True where only the generator's own code can compute the text or the addresses of pages. */
  needsBuild?(root: string, config: GeneratorConfig): boolean;
  /** The command that builds the site. */
  readonly buildCommand: string;
  /** Folders into which it builds unless its configuration names another one. */
  readonly builtFolders: readonly string[];
  /** The folder into which it builds by its configuration. */
  builtFolder?(values: ConfigValues): string | undefined;
  /** The folders of content that exist, most specific first; without any, the whole folder is content. */
  bases?(root: string, config: GeneratorConfig | undefined): readonly ContentBase[];
  /** True where its configuration may name folders of content next to that of the project. */
  readonly namesOutsideFolders?: boolean;
  /** The facts about the site in its configuration; by default under the usual keys. */
  site?(config: GeneratorConfig, root: string): RawSite;
  rules(project: Project): Rules;
  /** How new files are written; the defaults are those of a plain folder. */
  readonly authoring?: Authoring;
}

/** How the files of a generator are written. */
export interface Authoring {
  /** The folder whose files the generator copies to the top of the site. */
  readonly staticFolder?: string;
  /** The folder for uploads below the static folder or, without one, below the content. */
  readonly uploads?: string;
  /** The folder of the first post. */
  readonly postFolder?: string;
  /** True where the name of a post begins with its date. */
  readonly hasDatedPosts?: boolean;
  /** The front matter that holds a page back. */
  readonly draft?: readonly [key: string, value: boolean];
}

/** The rules of a generator for the files of one project. Paths are those from the source's root. */
export interface Rules {
  /** Names of folders at the top of the project that hold no content. */
  readonly notContent: ReadonlySet<string>;
  /** Files that the generator copies instead of making pages of them if they have no front matter. */
  readonly needsFrontMatter?: RegExp;
  /** How a text under `tags` or `categories` is split; at commas by default. */
  readonly splitTerms?: 'space' | 'comma';
  /** Tags that the generator uses for its own purposes, not for readers. */
  readonly internalTags?: ReadonlySet<string>;
  /** Where pages refer to each other as `[[Note]]`. */
  readonly wikilinks?: {
    /** The path of a file besides the pages, by its path or its name alone. */
    attachment(name: string): string | undefined;
  };
  /** True where `:tada:` in a page is shown as an emoji. */
  readonly hasEmojiNames?: boolean;
  /** True where browsers load the files of the content as they are: a README at the top is a page too. */
  readonly isServed?: boolean;
  /** True where a README at the top of a repository is the front page. */
  readonly hasReadmeAsFront?: boolean;
  /** True where the heading that a text begins with is shown instead of the title in its front matter. */
  readonly showsOwnHeading?: boolean;
  /** True if the file name is the title of a page without a title in its front matter, even if it has headings. */
  readonly isNamedByFile?: boolean;
  /** True if titles in front matter are HTML, so that `&#8220;` is a quotation mark. */
  readonly hasHtmlTitles?: boolean;
  /** True where `{{ name }}` in a page is text: the generator has no templates in pages, or others. */
  readonly hasLiteralBraces?: boolean;
  /** Front matter keys that restrict a page to some readers. */
  readonly accessKeys?: readonly string[];
  /** Tags by which the generator encrypts a page, unless its password is empty. */
  readonly encryptedTags?: ReadonlySet<string>;
  /** The person behind a name in the front matter of a page: an object with `name` and `url`. */
  author?(path: string, key: string): unknown;
  /**
   * Whether a content file belongs to the project and is no page.
   * @param inner path in the content of the site
   */
  isPartial(inner: string): boolean;
  /** Whether the site's navigation names a file, so that it's a page whatever its name. */
  isListed?(inner: string): boolean;
  /** Whether the site shows a file to all readers in its navigation, so that the name of its folder means nothing else. */
  isOffered?(inner: string): boolean;
  /** Paths of files besides Markdown and HTML that may be pages. */
  readonly templates?: RegExp;
  /** The text of such a file. */
  filled?(matter: FrontMatter): string | undefined;
  /** The files among the content files that become pages; all by default. */
  pages?(files: readonly string[]): readonly string[];
  /** The facts that follow from the place of a file; undefined for one that doesn't become a page. */
  place(path: string): FilePlace | undefined;
  /** The site-relative address of a page, percent-encoded. */
  address(page: AddressFacts): string;
  /**
   * Earlier addresses of a page besides those under the usual keys.
   * @param url its address now
   * @param path its file
   */
  formerAddresses?(values: Values, url: string, path: string): readonly string[];
  /** What pages inherit from their sections, folders and the configuration. */
  inherited?(files: readonly string[]): Inherited;
  /**
   * Pages in the order of the site's own navigation.
   * @param addressOf the site-relative address of a file, by its place and front matter
   */
  navigation?(files: readonly string[], addressOf: AddressOf): readonly NavPage[];
  /** A fingerprint of everything in other files that the rules depend on, besides the configuration. */
  print?(): unknown;
  /** What can't be read of this project: one warning at the end of the reading. */
  warnings?(): readonly Warning[];
}

/** The address of a file; undefined for one that doesn't become a page. */
export type AddressOf = (path: string) => string | undefined;

/** A page of the site's own navigation. */
export interface NavPage {
  readonly path: string;
  /** The heading of the outermost group that the page is in. */
  readonly section?: string | undefined;
}

/** The facts from which the address of a page follows. */
export interface AddressFacts {
  readonly place: FilePlace;
  readonly type: string;
  readonly title: string;
  readonly slug: string;
  /** The front matter's own slug; it may name folders (Astro). */
  readonly ownSlug: string | undefined;
  readonly published: number | undefined;
  readonly categories: readonly string[];
  readonly timeZone: string;
  readonly values: Values;
  readonly options: FilesOptions;
}

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
    place: (path) => placeFile(path, project, { hasFolderAddresses: true }),
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
