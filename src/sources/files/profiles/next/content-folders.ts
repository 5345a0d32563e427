import { join, posix } from 'node:path';
import { MARKDOWN_FILE } from '../../../names.js';
import { sampleFiles } from '../../../walk-folder.js';
import { readProjectText } from '../../config-file.js';
import type { GeneratorConfig } from '../../layout.js';
import { folderFromRoot, hasFolder, joinAddress } from '../project-paths.js';

const MAX_FILES = 500;
const MAX_LENGTH = 50_000;
/** `contentDirPath: 'data'` of Contentlayer, `directory: 'posts'` of Content Collections, `join(process.cwd(), 'posts')`. */
const NAMED =
  /\b(?:contentDirPath|directory)\s*:\s*['"`]([^'"`\n]{1,200})['"`]|\bprocess\.cwd\(\)((?:\s*,\s*['"`][^'"`\n]{1,100}['"`]){1,5})/g;

/** The folders with Markdown that the program of a site names. */
export function namedFolders(root: string, config: GeneratorConfig | undefined): readonly string[] {
  const project = folderFromRoot(root, config, '.') ?? '';
  const named = sampleFiles(join(root, project), /\.[cm]?[jt]sx?$/, MAX_FILES).flatMap((file) => {
    const text = readProjectText(root, posix.join(project, file))?.slice(0, MAX_LENGTH) ?? '';
    return Array.from(text.matchAll(NAMED), ([, setting, names = '']) =>
      posix.join(project, joinAddress(setting ?? names.replace(/['"`\s]/g, '').replaceAll(',', '/'))),
    );
  });
  return [...new Set(named)].filter(
    (folder) =>
      !/(?:^|\/)(?:\.|node_modules(?:\/|$)|public(?:\/|$))/.test(folder) &&
      hasFolder(root, folder) &&
      sampleFiles(join(root, folder), MARKDOWN_FILE, 1).length > 0 &&
      // Routes, which `app` has as they are.
      sampleFiles(join(root, folder), /^page\.mdx?$/, 1).length === 0,
  );
}

/** `blog/[slug]/page.tsx`, `blog/[...slug].js`: the pages of a template. */
const TEMPLATE = /^(.*?)\[{1,2}(\.{3})?\w+\]{1,2}(?:\/page)?\.[jt]sx?$/;
/** Templates of lists and of programs. */
const NO_PAGES = /(?:^|\/)(?:api|tags?|categor(?:y|ies)|authors?|page|topics?|series)\/$/;

/** A template that shows pages: the folder of its addresses, with a slash after it unless it is the top of the site. */
export interface Route {
  readonly route: string;
  /** Whether it shows pages in folders below its own. */
  readonly isDeep: boolean;
}

/** The templates of a site that show pages of Markdown. */
export function routesOf(root: string, folders: readonly string[]): readonly Route[] {
  return folders.flatMap((folder) =>
    sampleFiles(join(root, folder), /^\[.*\]\.[jt]sx?$|^page\.[jt]sx?$/, MAX_FILES).flatMap((file) => {
      const [, before, dots] = TEMPLATE.exec(file) ?? [];
      const route = before?.replace(/(?:\([^()/]*\)|\[(?:locale|lang|lng)\])\//g, '');
      return route === undefined || NO_PAGES.test(route) || route.includes('[')
        ? []
        : [{ route, isDeep: dots !== undefined }];
    }),
  );
}

/**
 * The address of a file by the templates: below a template of its folder's name or, where there is only one, below that.
 * @param folder the folder of the content
 * @param inner the path of the file in it, without its ending
 */
export function routedAddress(root: string, folder: string, inner: string, routes: readonly Route[]): string {
  // A folder of the content may have the name of a template.
  const isNatural = routes.some(({ route, isDeep }) =>
    route === '' ? isDeep : hasFolder(root, posix.join(folder, route)),
  );
  if (isNatural) return inner;
  const name = posix.basename(folder).replace(/^_/, '');
  const own = routes.find(({ route }) => posix.basename(route) === name);
  if (own !== undefined) return own.route + inner;
  const [only] = routes.length === 1 ? routes : [];
  return only === undefined ? inner : only.route + (only.isDeep ? inner : posix.basename(inner));
}
