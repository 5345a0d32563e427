import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { CheckReport } from '../../api/check/report.js';
import type { BuildReport } from '../../build/report.js';
import { SvcError } from '../../core/errors.js';
import { isObject } from '../../core/is-object.js';
import { cell, table } from './markdown-table.js';

/** Maximum number of pages named. */
const MOST_PAGES = 20;
/** Markdown that isn't the twin of a page. */
const INDEXES = /(?:^|\/)(?:index|sitemap|auth)\.md$|^\.md$/;

/** The reports that a summary compares, as paths of JSON files. */
export interface SummaryFiles {
  /** Report of `svc build --json`. */
  readonly buildReport: string | undefined;
  /** Report of an earlier `svc check --json`. */
  readonly before: string | undefined;
}

/**
 * What a change means for agents, for the comment on a pull request: score before and after, pages that became public
 * or went, lost words, broken links, size of `llms.txt`.
 * @returns Markdown; empty without any report
 * @throws SvcError `SVC_USAGE` for a file that isn't such a report
 */
export function changeSummary(report: CheckReport, files: SummaryFiles, cwd: string): string {
  const { buildReport, before } = files;
  const build = buildReport === undefined ? undefined : readReport<BuildReport>(buildReport, 'fidelity', cwd);
  const earlier = before === undefined ? undefined : readReport<CheckReport>(before, 'score', cwd);
  if (build === undefined && earlier === undefined) return '';
  const { score } = report.score;
  const change = earlier === undefined ? '' : ` (${signed(score - earlier.score.score)})`;
  const rows = [
    ...(earlier === undefined ? [] : [['Score', `${earlier.score.score} → ${score}${change}`]]),
    ...(build === undefined ? [] : buildRows(build)),
  ];
  const pages =
    build === undefined ? [] : [pageList('Newly public', build.added), pageList('Gone', build.removed)];
  return ['### What changes for agents', table(['', ''], rows), ...pages.filter((text) => text !== '')].join(
    '\n\n',
  );
}

function buildRows({ fidelity, warnings, added, removed, out }: BuildReport): readonly (readonly string[])[] {
  const broken = warnings.filter(({ code }) => code === 'links-broken').map(({ message }) => message);
  const size = statSync(join(out, 'llms.txt'), { throwIfNoEntry: false })?.size;
  return [
    ['Pages newly public', String(added.filter(isTwin).length)],
    ['Pages gone', String(removed.filter(isTwin).length)],
    ['Words of pages lost', `${fidelity.lostPercent.toFixed(2)} %`],
    ['Broken links', broken.length === 0 ? 'none' : broken.join(' ')],
    ...(size === undefined ? [] : [['llms.txt', `${(size / 1000).toFixed(1)} kB`]]),
  ];
}

function pageList(title: string, files: readonly string[]): string {
  const twins = files.filter(isTwin);
  if (twins.length === 0) return '';
  const shown = twins.slice(0, MOST_PAGES).map((file) => `- ${cell(`/${file}`)}`);
  const more = twins.length > MOST_PAGES ? [`- and ${twins.length - MOST_PAGES} more`] : [];
  return [`**${title}**`, '', ...shown, ...more].join('\n');
}

function isTwin(file: string): boolean {
  return file.endsWith('.md') && !INDEXES.test(file);
}

function signed(points: number): string {
  return points > 0 ? `+${points}` : String(points);
}

function readReport<T>(file: string, member: string, cwd: string): T {
  try {
    const value: unknown = JSON.parse(readFileSync(resolve(cwd, file), 'utf8'));
    if (isObject(value) && isObject(value[member])) return value as T;
  } catch (cause) {
    throw new SvcError('SVC_USAGE', 'the report cannot be read', {
      file,
      fix: 'Name a file written with --json.',
      cause,
    });
  }
  throw new SvcError('SVC_USAGE', `this isn't a report with "${member}"`, {
    file,
    fix: member === 'score' ? 'Write it with: svc check --json' : 'Write it with: svc build --json',
  });
}
