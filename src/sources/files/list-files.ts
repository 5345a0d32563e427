import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { compareText } from '../../core/compare.js';
import type { Warnings } from '../../core/warnings.js';
import type { KeptByGlobs } from '../globs/globs.js';
import { assertFolder, type LeftOut, walkFolder } from '../walk-folder.js';
import { type Layout, withinBase } from './layout.js';
import type { LeftOutFiles } from './left-out-files.js';

/** Extensions of content files. */
export const CONTENT_FILE = /\.(?:md|markdown|mdx|html?)$/i;

/** Left out everywhere: installed packages, and folders of a Jekyll site that hold no pages. */
const NEVER = new Set(
  'node_modules bower_components _layouts _includes _sass _data _plugins _site _assets _cache'.split(' '),
);

/** Left out at the top of the folder: generated files, and files that aren't content. */
const NOT_AT_TOP = new Set(
  '_site public dist out vendor archetypes layouts themes static assets i18n resources'.split(' '),
);
/** The same for generators without such files. */
const WRITTEN_AT_TOP = new Set(['_site', 'public', 'dist', 'out']);

function leftOutOf({ generator, isRepository, root }: Layout): LeftOut {
  const isFree = generator === 'plain' || generator === 'eleventy' || generator === 'hexo';
  const names = isFree ? WRITTEN_AT_TOP : NOT_AT_TOP;
  // In a folder of content alone such a name is a section, unless a generator has written its files.
  const atTop = isRepository ? names : new Set([...names].filter((name) => isOutput(join(root, name))));
  return { everywhere: NEVER, atTop };
}

function isOutput(folder: string): boolean {
  return ['index.html', 'llms.txt', 'sitemap.xml', '404.html'].some((name) => existsSync(join(folder, name)));
}

/** Facts about the site besides the folder itself. */
export interface ListFilesOptions {
  readonly warnings: Warnings;
  /** Receives the files that don't become pages. */
  readonly leftOut?: LeftOutFiles | undefined;
  /** The paths that the globs of the site keep, where it has any. */
  readonly keptByGlobs?: KeptByGlobs | undefined;
}

/** A page of a folder's own: its name begins with `_` only in Hugo, where it heads a section. */
function isPartial(path: string, layout: Layout): boolean {
  if (!path.includes('_')) return false;
  const parts = path.split('/');
  const name = parts.at(-1) ?? '';
  if (layout.generator === 'hugo') return name.startsWith('_') && !name.startsWith('_index.');
  if (layout.generator === 'jekyll') return name.startsWith('_');
  if (layout.generator === 'eleventy')
    return parts.slice(0, -1).some((part) => part === '_includes' || part === '_data');
  return (
    parts.some((part) => part.startsWith('_') && part !== '_posts' && part !== '_drafts') &&
    name !== '_index.md'
  );
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** Hugo: files next to an `index.md`, or below it, belong to that page and aren't pages themselves. */
function bundleTest(files: readonly string[], layout: Layout): (path: string) => boolean {
  const isIndex = (path: string) => /\/index(?:\.[\w-]+)?\.\w+$/.test(path);
  const bundles = new Set(files.filter(isIndex).map(folderOf));
  for (const { folder } of layout.bases) bundles.delete(folder);
  return (path) => {
    let folder = folderOf(path);
    if (bundles.has(folder) && !isIndex(path)) return true;
    for (folder = folderOf(folder); folder !== ''; folder = folderOf(folder))
      if (bundles.has(folder)) return true;
    return false;
  };
}

/**
 * Lists the content files of a folder, ordered by path, with `/` between folders.
 *
 * Left out: dot files, `node_modules`, and generated folders at the top (`_site`, `public`,
 * `dist`, `out`). Symbolic links are never followed: content must not lead out of its folder.
 * @throws SvcError `SVC_SOURCE_MISSING` when the folder is not there
 */
export function listFiles(layout: Layout, options: ListFilesOptions): string[] {
  const { root } = layout;
  assertFolder(root);
  const { warnings } = options;
  const kept = options.keptByGlobs?.(root);
  const paths: string[] = [];
  for (const { path, dirent } of walkFolder(root, leftOutOf(layout))) {
    if (kept?.has(path) === false) continue;
    if (path.includes('\uFFFD')) warnName(path, warnings);
    else if (dirent.isSymbolicLink()) warnLink(path, root, warnings);
    else if (dirent.isFile() && CONTENT_FILE.test(path)) paths.push(path);
  }
  const content = paths.filter((path) => {
    const inner = withinBase(path, layout);
    if (inner === undefined || !isPartial(inner, layout)) return inner !== undefined;
    options.leftOut?.add('partial', path);
    return false;
  });
  const isBundled = layout.generator === 'hugo' ? bundleTest(content, layout) : () => false;
  return content.filter((path) => !isBundled(path)).sort(compareText);
}

function warnName(path: string, warnings: Warnings): void {
  if (!CONTENT_FILE.test(path)) return;
  warnings.add({
    code: 'file-name-not-utf8',
    message: 'The name of the file is not UTF-8; it was left out.',
    file: path,
    fix: 'Rename the file.',
    skipped: true,
  });
}

function warnLink(path: string, root: string, warnings: Warnings): void {
  const target = statSync(join(root, path), { throwIfNoEntry: false });
  if (!CONTENT_FILE.test(path) && target?.isDirectory() !== true) return;
  warnings.add({
    code: 'file-symbolic-link',
    message: 'A symbolic link was not followed.',
    file: path,
    fix: 'Put the file or folder itself here, or make its place a source of its own.',
    skipped: true,
  });
}
