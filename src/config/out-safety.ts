import { realpath, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';
import { SvcError } from '../core/errors.js';
import type { Config } from './config.js';

/**
 * Refuses an output folder in which a build could overwrite or remove its inputs. Symbolic links
 * are followed first, also for a folder that does not exist yet.
 * @param folder of the configuration
 * @throws SvcError `SVC_OUT_UNSAFE`
 */
export async function assertOutSafe(config: Config, folder: string, home: string = homedir()): Promise<void> {
  const out = await realPathOf(config.out);
  const refuse = (why: string) =>
    new SvcError('SVC_OUT_UNSAFE', `the output folder ${config.out} ${why}`, {
      field: 'out',
      fix: 'Choose a folder of its own, beside the content: --out <dir>, SVC_OUT or "out" in the configuration.',
    });
  if (dirname(out) === out) throw refuse('is the root of the file system');
  if (isWithin(await realPathOf(home), out)) throw refuse('is the home folder or contains it');
  if (isWithin(await realPathOf(folder), out)) throw refuse("is the configuration's folder or contains it");
  for (const input of await inputsOf(config)) {
    const path = await realPathOf(input.path);
    if (isWithin(path, out)) throw refuse(`is ${input.name} or contains it`);
    if (isWithin(out, path) && input.holdsOut !== true && (await isFolder(path)))
      throw refuse(`lies inside ${input.name}`);
  }
}

interface Input {
  readonly name: string;
  readonly path: string;
  /** True for a project with its built site, which isn't read as a source. */
  readonly holdsOut?: boolean;
}

/** The inputs. A site that is changed in place may be its own output. */
async function inputsOf(config: Config): Promise<readonly Input[]> {
  const sources = config.source.map(({ type, path }) => {
    const holdsOut = type === 'project' && config.inPlace && config.out === config.siteDir;
    return { name: `the source ${path}`, path, holdsOut };
  });
  const folders = [
    ...(config.siteDir === undefined ? [] : [{ name: `the site ${config.siteDir}`, path: config.siteDir }]),
    ...(config.publicDir === undefined
      ? []
      : [{ name: `the public folder ${config.publicDir}`, path: config.publicDir }]),
  ];
  const inputs = [...sources, ...folders];
  if (!config.inPlace || config.siteDir === undefined) return inputs;
  const site = await realPathOf(config.siteDir);
  if ((await realPathOf(config.out)) !== site) return inputs;
  const others = await Promise.all(
    inputs.map(async (input) => ((await realPathOf(input.path)) === site ? [] : [input])),
  );
  return others.flat();
}

/** True when `path` is `parent` or lies below it. */
export function isWithin(path: string, parent: string): boolean {
  const way = relative(parent, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

/** The real path of the nearest folder that exists, with the missing rest appended. */
export async function realPathOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(await realPathOf(parent), basename(path));
  }
}
