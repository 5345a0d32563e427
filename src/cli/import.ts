import { basename, relative, resolve } from 'node:path';
import type { ImportFormat } from '../build/import/body.js';
import { type ImportOptions, importSite } from '../build/import/import-site.js';
import { folderReader } from '../build/import/uploads/folder-reader.js';
import { siteReader } from '../build/import/uploads/site-reader.js';
import { systemClock } from '../core/clock.js';
import { isTimeZone } from '../core/dates.js';
import { type ExitCode, SvcError } from '../core/errors.js';
import { readNetwork } from '../core/net/address.js';
import { guardedFetch } from '../core/net/guarded-fetch.js';
import type { Source } from '../sources/port.js';
import { openSource, traitsOf } from '../sources/table.js';
import { formatImport, nextCommand } from './format-import.js';
import { printResult } from './print-result.js';
import type { Terminal } from './terminal.js';

/** The flags of `svc import` from commander. */
export interface ImportFlags {
  readonly to: string;
  readonly format: ImportFormat;
  readonly timezone: string;
  /** Address of the site, where the export has none. */
  readonly baseUrl?: string;
  readonly withPasswords?: boolean;
  /** Folder or address. */
  readonly uploads?: string;
  readonly allowNetwork?: readonly string[];
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
    ...(flags.uploads !== undefined && { uploads: uploadsFrom(flags.uploads, flags, cwd) }),
  });
  if (flags.json) terminal.out(`${JSON.stringify({ ...report, next: nextCommand(report, cwd) }, null, 2)}\n`);
  else printResult(terminal, report.dryRun, (colours) => formatImport(report, { cwd, colours }));
  return 0;
}

/** The part of an address below which a site has its uploads; people copy it from an image. */
const UPLOADS_PATH = /\/(?:wp-content(?:\/uploads)?|content(?:\/images)?)\/?$/;

function uploadsFrom(
  uploads: string,
  { allowNetwork = [] }: ImportFlags,
  cwd: string,
): NonNullable<ImportOptions['uploads']> {
  const wrong = allowNetwork.find((text) => readNetwork(text) === undefined);
  if (wrong !== undefined) {
    throw new SvcError('SVC_USAGE', `expected a network, found "${wrong}"`, {
      field: '--allow-network',
      fix: 'Write an address or a network in CIDR form, such as 127.0.0.1 or 10.1.0.0/16.',
    });
  }
  if (!/^[a-z][a-z0-9+.-]+:\/\//i.test(uploads))
    return { reader: folderReader(resolve(cwd, uploads), uploads) };
  const url = URL.canParse(uploads) ? new URL(uploads) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== '' || url.search !== '') {
    throw new SvcError('SVC_USAGE', `expected the address of a site, found "${uploads}"`, {
      field: '--uploads',
      fix: 'Write it with https:// and without name, password and query.',
    });
  }
  const base = `${url.origin}${url.pathname.replace(UPLOADS_PATH, '').replace(/\/+$/, '')}`;
  return { reader: siteReader(base, guardedFetch({ allowPrivate: allowNetwork })), base };
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
    throw new SvcError('SVC_USAGE', 'this is already a folder of files, not an export', {
      file: label,
      fix: `Build it as it is: svc build --source ${label}`,
    });
  }
  if (!needsUrl || baseUrl === undefined) return source;
  return openSource({ ...request, type: source.type, options: { url: baseUrl } });
}
