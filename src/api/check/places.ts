import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { SiteContent } from '../../build/content/port.js';
import { isWithin } from '../../config/out-safety.js';
import type { CheckPlaces } from './report.js';

interface Places {
  readonly cwd: string;
  /** The configuration, absolute. */
  readonly file: string | undefined;
  /** Ids of pages. */
  readonly pages: readonly number[];
  readonly content: Pick<SiteContent, 'store'>;
}

/** The files of findings. Files outside of the repository are left out: code hosts can't show them. */
export function placesOf({ cwd, file, pages, content }: Places): CheckPlaces {
  const root = repositoryOf(cwd);
  const files = pages.flatMap((id) => {
    const path = inside(root, content.store.fileOf(id));
    return path === undefined ? [] : [[id, path] as const];
  });
  return { config: inside(root, file) ?? null, pages: Object.fromEntries(files) };
}

/** The folder of the repository; the current one where there is none. */
function repositoryOf(cwd: string): string {
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git'))) return folder;
    if (dirname(folder) === folder) return resolve(cwd);
  }
}

function inside(root: string, file: string | undefined): string | undefined {
  return file !== undefined && isWithin(file, root) ? relative(root, file).split(sep).join('/') : undefined;
}
