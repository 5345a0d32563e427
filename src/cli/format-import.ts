import type { ImportReport } from '../build/import/report.js';
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
  const { sources, files, to, dryRun, warnings, lost } = report;
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
      : [`${pc.dim('hidden  ')} ${hidden.join(', ')}: imported, and hidden as before`]),
    `${pc.dim('files   ')} ${files.written.length} written${files.kept.length === 0 ? '' : `, ${files.kept.length} there already and left as they are`}`,
    ...lost.map(
      ({ what, count, examples }) =>
        `${pc.yellow('lost    ')} ${count} × ${what}: ${printable(examples.join(', '))}${count > examples.length ? ', …' : ''}`,
    ),
    ...warningLines(warnings, style),
    dryRun
      ? `${pc.green('Nothing was written (--dry-run)')}: ${folder}`
      : `${pc.green('Done')}: ${folder}\nNext: ${nextCommand(report, cwd)}`,
  ];
  return `${lines.join('\n')}\n`;
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
