import { statSync } from 'node:fs';
import { basename, relative } from 'node:path';
import type { Config, LoadedConfig } from '../config/config.js';
import { SvcError } from '../core/errors.js';
import type { Source } from '../sources/port.js';
import { detectSource } from '../sources/table.js';

/** Opens every source of a run. */
export type OpenSources = () => Promise<readonly Source[]>;

/**
 * Detects every source of the configuration.
 * @throws SvcError `SVC_USAGE` when there is none
 */
export async function statSources(
  { config, file }: LoadedConfig,
  cwd: string,
  now: number,
): Promise<OpenSources> {
  if (config.source.length === 0) {
    const fix =
      file === undefined
        ? 'Run "svc init" in the folder of the site, or name what to read: svc build export.xml.'
        : `Name what to read in ${labelOf(file, cwd)}, as "source" or "siteDir".`;
    throw new SvcError('SVC_USAGE', 'there is no source to read', { fix });
  }
  // Without a source, the built site is the source, and the error of a missing one names "--source".
  if (config.source.some(({ path }) => path === config.siteDir)) assertFolders(config, cwd);
  const all = config.source.map(({ path }) => ({ path, label: labelOf(path, cwd) }));
  const looked = config.source.map(({ type, path, options }) =>
    detectSource({
      type,
      path,
      label: labelOf(path, cwd),
      options,
      all,
      now,
      sourceOnly: config.sourceOnly,
      // Which of several projects it belongs to is unknown.
      site: config.source.length === 1 ? config.siteDir : undefined,
      privacy: config.privacy,
    }),
  );
  const openers = await Promise.all(looked);
  assertFolders(config, cwd);
  return () => Promise.all(openers.map((open) => open()));
}

/** @throws SvcError where the built site isn't there, or the folder of the owner's files is a file */
function assertFolders({ siteDir, publicDir }: Config, cwd: string): void {
  const stat = (path: string) => statSync(path, { throwIfNoEntry: false });
  if (siteDir !== undefined && stat(siteDir)?.isDirectory() !== true) {
    const message = 'there is no folder of a built site at this path';
    const fix = 'Build the site first, or correct --site, SVC_SITE or "siteDir" in the configuration.';
    throw new SvcError('SVC_SOURCE_MISSING', message, { file: labelOf(siteDir, cwd), fix });
  }
  // It may be created later.
  if (publicDir === undefined || stat(publicDir)?.isDirectory() !== false) return;
  throw new SvcError('SVC_CONFIG_INVALID', 'publicDir: expected a folder, found a file', {
    file: labelOf(publicDir, cwd),
    fix: 'Name the folder that the file is in.',
  });
}

/** Short below the current folder, the bare name elsewhere, so that outputs do not depend on the current folder. */
function labelOf(path: string, cwd: string): string {
  const way = relative(cwd, path);
  return way === '' ? basename(path) : way.startsWith('..') ? path : way;
}
