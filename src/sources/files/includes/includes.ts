import { posix } from 'node:path';
import { objectOf, stringsOf } from '../../../core/json.js';
import { memoisedByObject } from '../../../core/memoised.js';
import { readProgram } from '../../../core/program-values.js';
import { UNRESOLVED } from '../../../core/unresolved.js';
import type { Warnings } from '../../../core/warnings.js';
import type { ChildPage } from '../child-pages.js';
import { readProjectText } from '../config-file.js';
import type { FolderFacts } from '../folder-facts.js';
import { baseOf, type Layout, projectPath } from '../layout.js';
import type { LabelledPlace } from './myst/labels.js';

const MAX_DEPTH = 8;

/** Includes of a page, nested ones among them. */
const MAX_COUNT = 1000;

/** Characters that a page may include, before the last file. */
const MAX_LENGTH = 3_000_000;

/** The folder of the site, or a folder that a bundler knows by its name: `@global/` for `global/` or `src/global/`. */
const ALIAS = /^(?:(?:@site|@|~)\/|[@~#$](?=[\w-]+\/))/;

/** The files that one page includes: looked up by its dialect's rules, and counted. */
export class Includes {
  readonly #open: string[] = [];
  #length = 0;
  #count = 0;
  #leftOut: { written: string; count: number } | undefined;

  constructor(
    /** Path of the page from the source's root. */
    readonly page: string,
    private readonly facts: FolderFacts,
    readonly layout: Layout,
  ) {}

  /** The file whose text is being read. */
  get file(): string {
    return this.#open.at(-1) ?? this.page;
  }

  /**
   * The first of these files that may be shown, with its own includes expanded.
   * @param paths from the source's root
   * @param written the include as it is written, for the warning; undefined where its absence needs none
   * @param expand expands the includes of the text; it may select a part first
   * @returns undefined where none may be shown
   */
  text(
    paths: readonly string[],
    written: string | undefined,
    expand: (text: string) => string | undefined,
  ): string | undefined {
    this.#count += 1;
    const isOver = this.#count > MAX_COUNT || this.#length > MAX_LENGTH;
    for (const path of isOver ? [] : paths.map((one) => posix.normalize(one))) {
      if (path === this.page || this.#open.includes(path) || this.#open.length >= MAX_DEPTH) continue;
      const text = this.facts.textOf(path);
      if (text === undefined) continue;
      this.#open.push(path);
      const expanded = expand(text);
      this.#open.pop();
      if (expanded === undefined) continue;
      this.#length += expanded.length;
      return expanded;
    }
    if (written === undefined) return undefined;
    this.#leftOut = { written: this.#leftOut?.written ?? written, count: (this.#leftOut?.count ?? 0) + 1 };
    return undefined;
  }

  /** The public pages in the folder of the page. */
  children(): readonly ChildPage[] {
    return this.facts.children(this.page);
  }

  /** Whether the source has a file. */
  hasFile(path: string): boolean {
    return this.facts.hasFile(path);
  }

  /** Whether a file is a public page. */
  hasPage(path: string): boolean {
    return (this.facts.table().byPath(path) ?? UNRESOLVED) !== UNRESOLVED;
  }

  /** The text of a file, where it may be shown; its absence needs no mention. */
  quietText(path: string): string | undefined {
    return this.facts.textOf(path);
  }

  /** The title in the front matter of a file that may be shown. */
  titleOf(path: string): string | undefined {
    return this.facts.titleOf(path);
  }

  /** The place that a label of Sphinx names. */
  labelled(label: string): LabelledPlace | undefined {
    return this.facts.labelled(label);
  }

  /** The file of a note by its name, as wikilinks name it. */
  notePaths(name: string): readonly string[] {
    const path = this.facts.noteNamed(name.replace(/\.md$/i, '').replace(/^\.?\/+/, ''));
    return path === undefined ? [] : [path];
  }

  /** One warning for everything that couldn't be included. */
  addWarnings(warnings: Warnings): void {
    if (this.#leftOut === undefined) return;
    const { written, count } = this.#leftOut;
    const others = count > 1 ? ` and ${count - 1} more` : '';
    warnings.add({
      code: 'include-left-out',
      file: this.page,
      message: `${written.trim().slice(0, 100)}${others} couldn't be included.`,
      fix: 'The file must be in the project, be public, and have at most 1 MB.',
      written: written.trim(),
    });
  }
}

/**
 * The files that a program may mean by a path, from the source's root: relative to the file that names it, or from the
 * folder of the site (`@site/`, `@/`, `~/`, `/`), from a named folder (`@global/`), or by an alias of TypeScript.
 */
export function namedFiles(written: string, { file, page, layout }: Includes): readonly string[] {
  if (/^\.{1,2}\//.test(written)) return [posix.join(posix.dirname(file), written)];
  const project = projectPath(layout);
  const content = baseOf(page, layout)?.folder ?? '';
  const inner = written.replace(ALIAS, '').replace(/^\/+/, '');
  if (inner === written && /^[\w-]+$|:/.test(written)) return [];
  const folders = [content, project, posix.join(project, 'src'), posix.join(project, '..')];
  const named = folders.map((folder) => posix.join(folder, inner));
  return [...new Set([...aliasedFiles(written, layout), ...named])];
}

/** `paths` in the configuration of TypeScript: the start of a path, and the folders that it means from the root. */
const aliasesOf = memoisedByObject(
  (layout: Layout): readonly (readonly [start: string, folder: string])[] => {
    const project = projectPath(layout);
    const files = ['tsconfig.json', 'jsconfig.json'].map((name) => posix.join(project, name));
    const text = files
      .map((path) => readProjectText(layout.root, path, true))
      .find((one) => one !== undefined);
    if (text?.includes('"paths"') !== true) return [];
    const { value } = readProgram('tsconfig.js', () => `export default ${text}`);
    const { baseUrl = '', paths } = objectOf(objectOf(value)['compilerOptions']);
    return Object.entries(objectOf(paths)).flatMap(([alias, targets]) => {
      if (!/.\/\*$/.test(alias)) return [];
      const folders = stringsOf(targets).map((target) => target.replace(/\*$/, ''));
      return folders.map(
        (folder) => [alias.slice(0, -1), posix.join(project, String(baseUrl), folder)] as const,
      );
    });
  },
);

function aliasedFiles(written: string, layout: Layout): readonly string[] {
  const aliases = aliasesOf(layout).filter(([start]) => written.startsWith(start));
  return aliases.map(([start, folder]) => posix.join(folder, written.slice(start.length)));
}
