import type { ImportReport } from '../build/import/report.js';
import { UPLOADS_FOLDER, type UploadsReport } from '../build/import/uploads/copier.js';
import { MAX_UPLOAD_BYTES, type UploadProblem } from '../build/import/uploads/reader.js';
import { printable } from '../core/printable.js';
import { type ReportStyle, warningLines } from './format-report.js';
import { shellQuoted } from './shell-quoted.js';
import { shownPath } from './shown-path.js';

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
export function formatImport(report: ImportReport, style: ReportStyle): string {
  const { cwd, colours: pc } = style;
  const { sources, files, to, dryRun, warnings, lost, uploads } = report;
  const folder = shownPath(to, cwd);
  const hidden = Object.entries(report.hidden).map(([why, count]) => `${count} ${HIDDEN[why] ?? why}`);
  const lines = [
    ...sources.map(
      ({ type, path, entries, media }) =>
        `${pc.dim(type.padEnd(8))} ${shownPath(path, cwd)}: ${many(entries, 'entry', 'entries')}, ${many(media, 'media file')}`,
    ),
    `${pc.dim('imported')} ${counted(report)}`,
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
          `${pc.yellow('lost    ')} ${many(paths.length, 'upload')}, ${text}: ${printable(paths.slice(0, MAX_EXAMPLES).join(', '))}${more}`,
        ];
  });
  return [`${pc.dim('uploads ')} ${many(copied, 'file')} copied${size}${there}`, ...kinds];
}

function sizeOf(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

function counted({ entries, terms, authors, media }: ImportReport): string {
  const types = Object.entries(entries).map(([type, count]) => many(count, printable(type)));
  return [...types, many(terms, 'term'), many(authors, 'author'), many(media, 'media file')].join(', ');
}

function many(count: number, one: string, more = `${one}s`): string {
  return `${count} ${count === 1 ? one : more}`;
}

/** The command that builds the imported site. */
export function nextCommand({ to, siteUrl }: ImportReport, cwd: string): string {
  const url = siteUrl === '' ? 'https://example.org' : shellQuoted(printable(siteUrl));
  return `svc build --source ${shellQuoted(shownPath(to, cwd))} --base-url ${url}`;
}
