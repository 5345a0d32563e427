import { basename, relative, resolve } from 'node:path';
import { type ImportOptions, importSite } from '../build/import/import-site.js';
import type { ImportFormat, ImportReport } from '../build/import/report.js';
import { UPLOADS_FOLDER, type UploadsReport } from '../build/import/uploads/copier.js';
import {
  folderReader,
  MAX_UPLOAD_BYTES,
  siteReader,
  type UploadProblem,
} from '../build/import/uploads/reader.js';
import { systemClock } from '../core/clock.js';
import { isTimeZone } from '../core/dates.js';
import { type ExitCode, SvcError } from '../core/errors.js';
import { readNetwork } from '../core/net/address.js';
import { guardedFetch } from '../core/net/guarded-fetch.js';
import { isParsableUrl } from '../core/parsable-url.js';
import { counted, printable } from '../core/text.js';
import type { Source, SourcePart } from '../sources/port.js';
import { openSource, traitsOf } from '../sources/table.js';
import { type ReportStyle, warningLines } from './format-report.js';
import { printResult, shellQuoted, shownPath } from './print.js';
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
    const message = `expected a time zone, found "${flags.timezone}"`;
    const fix = 'Write an IANA name such as Europe/Lisbon.';
    throw new SvcError('SVC_USAGE', message, { field: '--timezone', fix });
  }
  const wrong = flags.allowNetwork?.find((text) => readNetwork(text) === undefined);
  if (wrong !== undefined) {
    const message = `expected a network, found "${wrong}"`;
    const fix = 'Write an address or a network in CIDR form, such as 127.0.0.1 or 10.1.0.0/16.';
    throw new SvcError('SVC_USAGE', message, { field: '--allow-network', fix });
  }
  const all = paths.map((path) => placeOf(path, cwd));
  const sources = await Promise.all(all.map((place) => openExport(place, all, flags, terminal)));
  const report = await importSite(sources, {
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
  if (!/^[a-z][a-z0-9+.-]+:\/\//i.test(uploads))
    return { reader: folderReader(resolve(cwd, uploads), uploads) };
  const url = isParsableUrl(uploads) ? new URL(uploads) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== '' || url.search !== '') {
    const message = `expected the address of a site, found "${uploads}"`;
    const fix = 'Write it with https:// and without name, password and query.';
    throw new SvcError('SVC_USAGE', message, { field: '--uploads', fix });
  }
  const base = `${url.origin}${url.pathname.replace(UPLOADS_PATH, '').replace(/\/+$/, '')}`;
  return { reader: siteReader(base, guardedFetch({ allowPrivate: allowNetwork })), base };
}

function placeOf(path: string, cwd: string): SourcePart {
  const absolute = resolve(cwd, path);
  const way = relative(cwd, absolute);
  const label = way === '' ? basename(absolute) : way.startsWith('..') ? absolute : way;
  return { path: absolute, label };
}

async function openExport(
  { path, label }: SourcePart,
  all: readonly SourcePart[],
  { baseUrl }: ImportFlags,
  { env }: Terminal,
): Promise<Source> {
  const now = systemClock(env).now();
  const request = { type: 'auto', path, label, all, options: {}, now } as const;
  const source = await openSource(request);
  const { isFolder, needsUrl } = traitsOf(source.type);
  if (isFolder) {
    const fix = `Build it as it is: svc build --source ${label}`;
    throw new SvcError('SVC_USAGE', 'this is already a folder of files, not an export', { file: label, fix });
  }
  if (!needsUrl || baseUrl === undefined) return source;
  return openSource({ ...request, type: source.type, options: { url: baseUrl } });
}

const HIDDEN: Readonly<Record<string, string>> = {
  draft: 'draft',
  pending: 'pending',
  private: 'private',
  future: 'scheduled',
  trash: 'in the trash',
  'auto-draft': 'auto-draft',
  protected: 'protected',
  noindex: 'noindex',
};

/** The end of an import for people, with the next command. */
function formatImport(report: ImportReport, style: ReportStyle): string {
  const { cwd, colours: pc } = style;
  const { sources, files, to, dryRun, warnings, lost, uploads } = report;
  const folder = shownPath(to, cwd);
  const hidden = Object.entries(report.hidden).map(([why, count]) => `${count} ${HIDDEN[why] ?? why}`);
  const lines = [
    ...sources.map(
      ({ type, path, entries, media }) =>
        `${pc.dim(type.padEnd(8))} ${shownPath(path, cwd)}: ${counted(entries, 'entry', 'entries')}, ${counted(media, 'media file')}`,
    ),
    `${pc.dim('imported')} ${contentsOf(report)}`,
    ...(hidden.length === 0
      ? []
      : [`${pc.dim('hidden  ')} ${hidden.join(', ')}: imported; they stay hidden`]),
    `${pc.dim('files   ')} ${files.written.length} written${files.kept.length === 0 ? '' : `, ${files.kept.length} there already and left as they are`}`,
    ...(uploads === undefined ? [] : uploadLines(uploads, style)),
    ...lost.map(
      ({ what, count, examples }) =>
        `${pc.yellow('lost    ')} ${count} × ${what}: ${printable(examples.join(', '))}${count > examples.length ? ', …' : ''}`,
    ),
    ...warningLines(warnings, style),
    dryRun
      ? `${pc.green('Nothing was written (--dry-run)')}: ${folder}`
      : `${pc.green('Done')}: ${folder}\nNext: ${nextCommand(report, cwd)}`,
    ...(uploads === undefined || dryRun
      ? []
      : [
          `To publish the copies: set "publicDir": ${JSON.stringify(`${folder}/${UPLOADS_FOLDER}`)} in svc.config.json`,
        ]),
  ];
  return `${lines.join('\n')}\n`;
}

const PROBLEMS: Readonly<Record<UploadProblem, string>> = {
  missing: 'not there',
  'too-big': `larger than ${MAX_UPLOAD_BYTES / 1_000_000} MB`,
  refused:
    'refused: outside the folder, in an internal network (--allow-network), or two files with the same name',
  unreachable: 'the site doesn’t answer',
};
const MAX_EXAMPLES = 3;

function uploadLines(
  { copied, bytes, kept, missing }: UploadsReport,
  { colours: pc }: ReportStyle,
): readonly string[] {
  const size = bytes === 0 ? '' : ` (${sizeOf(bytes)})`;
  const there = kept === 0 ? '' : `, ${kept} there already`;
  const kinds = Object.entries(PROBLEMS).flatMap(([reason, text]) => {
    const paths = missing.filter((one) => one.reason === reason).map(({ path }) => path);
    const more = paths.length > MAX_EXAMPLES ? ', …' : '';
    return paths.length === 0
      ? []
      : [
          `${pc.yellow('lost    ')} ${counted(paths.length, 'upload')}, ${text}: ${printable(paths.slice(0, MAX_EXAMPLES).join(', '))}${more}`,
        ];
  });
  return [`${pc.dim('uploads ')} ${counted(copied, 'file')} copied${size}${there}`, ...kinds];
}

function sizeOf(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

function contentsOf({ entries, terms, authors, media }: ImportReport): string {
  const types = Object.entries(entries).map(([type, count]) => counted(count, printable(type)));
  return [...types, counted(terms, 'term'), counted(authors, 'author'), counted(media, 'media file')].join(
    ', ',
  );
}

function nextCommand({ to, siteUrl }: ImportReport, cwd: string): string {
  const url = siteUrl === '' ? 'https://example.org' : shellQuoted(printable(siteUrl));
  return `svc build --source ${shellQuoted(shownPath(to, cwd))} --base-url ${url}`;
}
