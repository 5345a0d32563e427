import { dirname, join, relative, sep } from 'node:path';
import type { SourceConfig } from '../config/config.js';
import { isWithin } from '../config/out-safety.js';
import { findProject } from '../sources/project/find-project.js';
import type { BuiltSite } from './after-build.js';

/**
 * The source that reads a generator's pages together with their sources.
 * @returns undefined where the project's sources can't be read: the pages alone are the content
 */
export async function projectSource(site: BuiltSite): Promise<SourceConfig | undefined> {
  const { outDir, pairs, project: root = site.root } = site;
  // VitePress, for one, may build into a folder next to its own.
  const path = [root, dirname(root)].find((folder) => folder !== outDir && isWithin(outDir, folder));
  if (path === undefined) return undefined;
  const built = pathFrom(path, outDir);
  const found = await findProject(path, built);
  if (found?.isReadable !== true || !isWithin(join(found.root, found.configFile), root)) return undefined;
  const files = [...(pairs ?? [])]
    .filter(([, file]) => isWithin(file, path))
    .map(([address, file]) => [address, pathFrom(path, file)] as const);
  return { type: 'project', path, options: { built, pairs: Object.fromEntries(files) } };
}

function pathFrom(folder: string, path: string): string {
  return relative(folder, path).split(sep).join('/');
}
