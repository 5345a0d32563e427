import { existsSync, realpathSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { compareText } from '../../core/compare.js';
import { isReadableName, statIfThere, unreadableName } from '../../core/files.js';
import { firstFew } from '../../core/text.js';
import type { Warnings } from '../../core/warnings.js';
import type { IncludedPaths } from '../globs/globs.js';
import {
  assertFolder,
  type ExcludedNames,
  FOLLOW_LINKS,
  type FoundFile,
  walkFolder,
} from '../walk-folder.js';
import type { LeftOutFiles } from './held-back.js';
import { type Layout, withinBase } from './layout.js';

/** Extensions of content files. */
export const CONTENT_FILE = /\.(?:mdx?|mdoc|markdown|html?)$/i;

/** Left out everywhere: installed packages, and folders of a Jekyll site that hold no pages. */
const NEVER = new Set(
  'node_modules bower_components _layouts _includes _sass _data _plugins _site _assets _cache'.split(' '),
);

function leftOutOf({ rules: { notContent }, isRepository, root, bases }: Layout): ExcludedNames {
  // In a folder of content alone such a name is a section, unless a generator has written its files.
  const atTop = isRepository
    ? notContent
    : new Set([...notContent].filter((name) => isOutput(join(root, name))));
  const folders = bases.map(({ folder }) => folder);
  return { everywhere: NEVER, atTop, within: folders.includes('') ? undefined : folders };
}

function isOutput(folder: string): boolean {
  return ['index.html', 'llms.txt', 'sitemap.xml', '404.html'].some((name) => existsSync(join(folder, name)));
}

/** Facts about the site besides the folder itself. */
interface ListFilesOptions {
  readonly warnings: Warnings;
  /** Receives the files that don't become pages. */
  readonly leftOut?: LeftOutFiles | undefined;
  /** The paths that the globs of the site keep, where it has any. */
  readonly includedPaths?: IncludedPaths | undefined;
  readonly followLinks?: boolean;
}

/**
 * Lists the content files of a folder, ordered by path, with `/` between folders.
 *
 * Left out: dot files, `node_modules`, and generated folders at the top (`_site`, `public`,
 * `dist`, `out`). Symbolic links are followed only on the owner's request: content must not lead out of its folder.
 * @throws SvcError `SVC_SOURCE_MISSING` when the folder is not there
 */
export function listFiles(layout: Layout, options: ListFilesOptions): string[] {
  const { root, rules } = layout;
  assertFolder(root);
  const { warnings } = options;
  const kept = options.includedPaths?.(root);
  const paths: string[] = [];
  const unread: string[] = [];
  for (const { path, dirent } of walkFolder(root, leftOutOf(layout), options.followLinks)) {
    if (kept?.has(path) === false) continue;
    if (!isReadableName(path)) warnName(path, dirent, warnings);
    else if (dirent.isSymbolicLink()) warnLink(path, root, warnings);
    else if (dirent.isFile() && (CONTENT_FILE.test(path) || rules.templates?.test(path))) paths.push(path);
    else if (dirent.isFile() && isUnread(path, layout)) unread.push(path);
  }
  warnUnread(unread.sort(compareText), warnings);
  const content = paths.filter((path) => {
    const inner = withinBase(path, layout);
    if (inner === undefined || !rules.isPartial(inner)) return inner !== undefined;
    options.leftOut?.add(/(?:^|\/)_posts\//.test(inner) ? 'undated' : 'partial', path);
    return false;
  });
  return [...(rules.pages?.(content) ?? content)].sort(compareText);
}

/** Files of documents in languages that aren't read. */
const UNREAD_FILE = /\.(adoc|asciidoc|org|textile|qmd|rmd|mdown|mkdn?|mdwn|rst|rdoc|mediawiki|lr)$/i;
/** Generators that have a warning of their own for reStructuredText. */
const NAMES_RST = /^(?:sphinx|pelican|myst|jupyter-book)$/;
const LANGUAGES: Readonly<Record<string, string>> = {
  org: 'Org',
  textile: 'Textile',
  qmd: 'Quarto',
  rmd: 'R Markdown',
  rst: 'reStructuredText',
  rdoc: 'RDoc',
  mediawiki: 'MediaWiki',
  // The files of Lektor.
  lr: 'contents.lr',
  // Rare endings of Markdown.
  mdown: '.mdown',
  mkd: '.mkd',
  mkdn: '.mkdn',
  mdwn: '.mdwn',
};

function isUnread(path: string, layout: Layout): boolean {
  if (!UNREAD_FILE.test(path) || (/\.rst$/i.test(path) && NAMES_RST.test(layout.generator))) return false;
  const inner = withinBase(path, layout);
  return inner !== undefined && !layout.rules.isPartial(inner);
}

function warnUnread(files: readonly string[], warnings: Warnings): void {
  if (files[0] === undefined) return;
  const languages = files.map(
    (file) => LANGUAGES[UNREAD_FILE.exec(file)?.[1]?.toLowerCase() ?? ''] ?? 'AsciiDoc',
  );
  warnings.add({
    code: 'files-not-read',
    file: files[0],
    message: `${listOf(new Set(languages))} read: ${files.length === 1 ? '1 file was' : `${files.length} files were`} left out (${firstFew(files)}).`,
    fix: 'Build the site, and set the path of the source to the project or to the built folder.',
  });
}

/** `Org isn’t`, `AsciiDoc and Org aren’t`. */
function listOf(names: ReadonlySet<string>): string {
  const [last = '', ...others] = [...names].reverse();
  return others.length === 0 ? `${last} isn’t` : `${others.reverse().join(', ')} and ${last} aren’t`;
}

function warnName(path: string, dirent: FoundFile['dirent'], warnings: Warnings): void {
  if (!CONTENT_FILE.test(path) && dirent.isFile()) return;
  warnings.add(unreadableName(path));
}

function warnLink(path: string, root: string, warnings: Warnings): void {
  const target = statIfThere(join(root, path));
  if (!CONTENT_FILE.test(path) && target?.isDirectory() !== true) return;
  if (target !== undefined && leadsToOutput(join(root, path), root)) return;
  warnings.add({
    code: 'file-symbolic-link',
    message: "A symbolic link wasn't followed.",
    file: path,
    fix: FOLLOW_LINKS,
    skipped: true,
  });
}

/** `nuxt generate` links `dist` to the pages that it has built, which hold no content files. */
function leadsToOutput(link: string, root: string): boolean {
  return relative(realpathSync(root), realpathSync(link)).startsWith(`.output${sep}`);
}
