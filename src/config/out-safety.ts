import { readdir, realpath, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';
import { SvcError } from '../core/errors.js';
import type { Config } from './config.js';

/**
 * Refuses an output folder in which a build could overwrite or remove its inputs. Symbolic links
 * are followed first, also for a folder that does not exist yet. A folder below a source is left out when that is read.
 * @param folder of the configuration
 * @throws SvcError `SVC_OUT_UNSAFE`
 */
export async function assertOutSafe(config: Config, folder: string, home: string = homedir()): Promise<void> {
  const out = await realPathOf(config.out);
  const refuse = (why: string) =>
    new SvcError('SVC_OUT_UNSAFE', `the output folder ${config.out} ${why}`, {
      field: 'out',
      fix: 'Choose a separate folder next to the content: --out <dir>, SVC_OUT or "out" in the configuration.',
    });
  if (dirname(out) === out) throw refuse('is the root of the file system');
  if (isWithin(await realPathOf(home), out)) throw refuse('is the home folder or contains it');
  if (isWithin(await realPathOf(folder), out)) throw refuse("is the configuration's folder or contains it");
  for (const input of await inputsOf(config)) {
    const path = await realPathOf(input.path);
    if (isWithin(path, out)) throw refuse(`is ${input.name} or contains it`);
    if (isWithin(out, path) && !input.holdsOut && (await isFolder(path)))
      throw refuse(`lies inside ${input.name}`);
  }
}

interface Input {
  readonly name: string;
  readonly path: string;
  /** Whether the output folder may lie below it. */
  readonly holdsOut: boolean;
}

/** The inputs. A site that is changed in place may be its own output. */
async function inputsOf(config: Config): Promise<readonly Input[]> {
  const sources = config.source.map(({ type, path }) => {
    const mayBeProject = type === 'project' || type === 'auto';
    const holdsOut = !config.inPlace || (mayBeProject && config.out === config.siteDir);
    return { name: `the source ${path}`, path, holdsOut };
  });
  const named = { 'the site': config.siteDir, 'the public folder': config.publicDir };
  const folders = Object.entries(named).flatMap(([name, path]) =>
    path === undefined ? [] : [{ name: `${name} ${path}`, path, holdsOut: false }],
  );
  const inputs = [...sources, ...folders];
  if (!config.inPlace || config.siteDir === undefined) return inputs;
  const site = await realPathOf(config.siteDir);
  if ((await realPathOf(config.out)) !== site) return inputs;
  const others = await Promise.all(
    inputs.map(async (input) => ((await realPathOf(input.path)) === site ? [] : [input])),
  );
  return others.flat();
}

/** True when `path` is `parent` or is below it. */
export function isWithin(path: string, parent: string): boolean {
  const way = relative(parent, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

/**
 * Refuses an output folder below a source if it has files that no build has written: they'd be left out of the source.
 * @param manifest the file that every complete build writes
 * @throws SvcError `SVC_OUT_UNSAFE`
 */
export async function assertOutNotContent(config: Config, manifest: string): Promise<void> {
  const out = await realPathOf(config.out);
  if (config.inPlace || (await isEmptyOrOurs(out, manifest))) return;
  for (const { path } of config.source) {
    if (!isWithin(out, await realPathOf(path))) continue;
    const message = `the output folder ${config.out} lies inside the source ${path}, and has files that no build has written`;
    const fix = 'Choose a folder that is new or empty: --out <dir>, SVC_OUT or "out" in the configuration.';
    throw new SvcError('SVC_OUT_UNSAFE', message, { field: 'out', fix });
  }
}

async function isEmptyOrOurs(folder: string, manifest: string): Promise<boolean> {
  const names = await readdir(folder).catch((): string[] => []);
  return names.includes(manifest) || names.every((name) => name.startsWith('.'));
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
