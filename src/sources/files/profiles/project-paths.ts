/** Folders of a project that its configuration names. */

import { existsSync } from 'node:fs';
import { isAbsolute, join, posix, relative, resolve, sep } from 'node:path';
import { readTextIfThere } from '../../../core/files.js';
import { isParsableUrl } from '../../../core/parsable-url.js';
import type { ContentBase, GeneratorConfig } from '../layout.js';

/**
 * The path of a folder that a configuration names, from the source's root.
 * @param base the folder, from that of the project, in which the path begins
 * @returns undefined for a folder outside of the root
 */
export function folderFromRoot(
  root: string,
  project: Pick<GeneratorConfig, 'root' | 'file'> | undefined,
  folder: string,
  base = posix.dirname(project?.file ?? ''),
): string | undefined {
  const path = relative(resolve(root), resolve(project?.root ?? root, base, folder))
    .split(sep)
    .join('/');
  return path === '..' || path.startsWith('../') || isAbsolute(path) ? undefined : path;
}

/** The folder of the project as the only one with content; none if it is outside of the root. */
export function projectBases(root: string, project: GeneratorConfig | undefined): readonly ContentBase[] {
  const folder = folderFromRoot(root, project, '.');
  return folder === undefined ? [] : [{ folder }];
}

/** Whether the folder exists below the root. */
export function hasFolder(root: string, folder: string | undefined): folder is string {
  return folder !== undefined && existsSync(join(root, folder));
}

/** A folder that a configuration names, as the place of the pages; none where it doesn't exist. */
export function basesAt(
  root: string,
  config: GeneratorConfig | undefined,
  name = 'content',
): readonly ContentBase[] {
  const folder = folderFromRoot(root, config, name);
  return hasFolder(root, folder) ? [{ folder }] : [];
}

const ENDINGS = ['js', 'mjs', 'cjs', 'ts', 'mts', 'cts'];

/** Returns true if the folder has the configuration (`next.config.js`) of one of these programs. */
export function hasConfig(root: string, programs: readonly string[]): boolean {
  return programs.some((name) =>
    ENDINGS.some((ending) => existsSync(join(root, `${name}.config.${ending}`))),
  );
}

/** Whether a folder is a project of Next.js, by its configuration or its packages. */
export function usesNext(root: string): boolean {
  return hasConfig(root, ['next']) || /"next"\s*:/.test(readTextIfThere(join(root, 'package.json')) ?? '');
}

/** Folders of an address without slashes around and between them. */
export function joinAddress(...parts: readonly (string | undefined)[]): string {
  return parts
    .flatMap((part) => (part ?? '').split('/'))
    .filter((part) => part !== '')
    .join('/');
}

/** The address of a site that a program serves below a base path; undefined without an address. */
export function addressBelow(host: string | undefined, base: string): string | undefined {
  if (host === undefined || !isParsableUrl(host)) return undefined;
  const root = host.replace(/\/+$/, '');
  return base === '' ? root : `${root}/${base}`;
}
