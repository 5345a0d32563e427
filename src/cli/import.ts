import { basename, relative, resolve } from 'node:path';
import type { ImportFormat } from '../build/import/body.js';
import { importSite } from '../build/import/import-site.js';
import { systemClock } from '../core/clock.js';
import { isTimeZone } from '../core/dates.js';
import { type ExitCode, SvcError } from '../core/errors.js';
import type { Source } from '../sources/port.js';
import { openSource, traitsOf } from '../sources/table.js';
import { coloursOf } from './colours.js';
import { formatImport, nextCommand } from './format-import.js';
import type { Terminal } from './terminal.js';

/** The flags of `svc import` from commander. */
export interface ImportFlags {
  readonly to: string;
  readonly format: ImportFormat;
  readonly timezone: string;
  /** Address of the site, where the export has none. */
  readonly baseUrl?: string;
  readonly withPasswords?: boolean;
  readonly force?: boolean;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

/**
 * `svc import`.
 * @param paths of the parts of one export
 * @throws SvcError `SVC_USAGE` for a flag or a source that isn't an export, and errors of `importSite`
 */
export async function importExports(
  paths: readonly string[],
  flags: ImportFlags,
  terminal: Terminal,
): Promise<ExitCode> {
  const { cwd, env } = terminal;
  if (!isTimeZone(flags.timezone)) {
    throw new SvcError('SVC_USAGE', `expected a time zone, found "${flags.timezone}"`, {
      field: '--timezone',
      fix: 'Write an IANA name such as Europe/Lisbon.',
    });
  }
  const report = await importSite(await Promise.all(paths.map((path) => openExport(path, flags, terminal))), {
    to: resolve(cwd, flags.to),
    format: flags.format,
    timeZone: flags.timezone,
    withPasswords: flags.withPasswords ?? false,
    force: flags.force ?? false,
    dryRun: flags.dryRun ?? false,
    clock: systemClock(env),
  });
  if (flags.json) terminal.out(`${JSON.stringify({ ...report, next: nextCommand(report, cwd) }, null, 2)}\n`);
  else terminal.err(formatImport(report, { cwd, colours: coloursOf(terminal) }));
  return 0;
}

async function openExport(path: string, { baseUrl }: ImportFlags, { cwd, env }: Terminal): Promise<Source> {
  const absolute = resolve(cwd, path);
  const way = relative(cwd, absolute);
  const label = way === '' ? basename(absolute) : way.startsWith('..') ? absolute : way;
  const now = systemClock(env).now();
  const request = { type: 'auto', path: absolute, label, options: {}, now } as const;
  const source = await openSource(request);
  const { isFolder, needsUrl } = traitsOf(source.type);
  if (isFolder) {
    throw new SvcError('SVC_USAGE', 'this is a folder of files already, not an export', {
      file: label,
      fix: `Build it as it is: svc build --source ${label}`,
    });
  }
  if (!needsUrl || baseUrl === undefined) return source;
  return openSource({ ...request, type: source.type, options: { url: baseUrl } });
}
