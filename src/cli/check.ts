import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { CheckReport } from '../api/check/report.js';
import { checkProject, checkSite } from '../api/check.js';
import { withLastCall } from '../api/last-call.js';
import type { BuildReport } from '../build/report.js';
import type { Flags } from '../config/env.js';
import { loadConfig } from '../config/load.js';
import { type ExitCode, SvcError } from '../core/errors.js';
import type { ReadinessRow } from '../quality/readiness/check.js';
import { formatGithub, formatGitlab, formatJunit, formatSarif } from './check/format-ci.js';
import { formatHtml } from './check/format-html.js';
import { cell, formatMarkdown, table } from './check/format-markdown.js';
import { formatCheck } from './check/format-text.js';
import {
  checkLimits,
  type EarlierReports,
  type LimitFlags,
  llmsSize,
  readLimits,
  readReports,
} from './check/limits.js';
import { runJudges } from './check/run-judges.js';
import { type Colours, printNotice, reportColours } from './print.js';
import { isFlagSet } from './shared-options.js';
import type { Terminal } from './terminal.js';

const FORMATS = ['text', 'json', 'github', 'markdown', 'html', 'junit', 'sarif', 'gitlab'] as const;
type Format = (typeof FORMATS)[number];

/** The flags of `svc check` from commander. */
export interface CheckFlags extends Pick<Flags, 'config' | 'out' | 'site' | 'json'>, LimitFlags {
  readonly minScore?: string;
  readonly url?: string;
  readonly format?: string;
  readonly write?: readonly string[];
  readonly buildReport?: string;
  readonly before?: string;
  readonly judges?: boolean;
}

/**
 * `svc check`.
 * @throws SvcError `SVC_USAGE` for invalid flags, and errors of building
 */
export async function check(flags: CheckFlags, terminal: Terminal): Promise<ExitCode> {
  const { env, cwd } = terminal;
  const { buildReport, before, write = [] } = flags;
  const format = formatOf(flags, env);
  const written = write.map(readWrite);
  const minScore = scoreOf(flags.minScore ?? env['SVC_MIN_SCORE']);
  const url = flags.url ?? (env['SVC_URL']?.trim() || undefined);
  if (flags.judges && url === undefined) {
    const fix = 'Add the address of the site.';
    throw new SvcError('SVC_USAGE', '--judges works only for live sites', { fix });
  }
  if (url !== undefined) assertNoFolder(url, cwd);
  const earlier = readReports({ buildReport, before }, cwd);
  const limits = readLimits(flags, env, earlier.build);
  const checked =
    url === undefined ? await checkHere(flags, minScore, terminal) : await checkSite(url, env, minScore);
  const limited = withLimits(checked, checkLimits(limits, earlier.build));
  const report = flags.judges ? { ...limited, judges: await runJudges(limited, cwd) } : limited;
  const changes = changeSummary(report, earlier);
  for (const one of written) {
    const file = resolve(cwd, one.file);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, textOf(report, changes, one.format, reportColours({ env })));
  }
  terminal.out(textOf(report, changes, format, reportColours(terminal)));
  return report.ok ? 0 : 1;
}

/** The argument is an address; other commands take a folder there. */
function assertNoFolder(url: string, cwd: string): void {
  if (/[.:]\w/.test(url) || !existsSync(resolve(cwd, url))) return;
  const fix = `Write svc check --out ${url} for an output folder.`;
  throw new SvcError('SVC_USAGE', `"${url}" is a folder, not the address of a live site`, { fix });
}

async function checkHere(flags: CheckFlags, minScore: number | undefined, { cwd, env, err }: Terminal) {
  const { config, out, site } = flags;
  const given = await withLastCall({ config, out, site }, { cwd, env });
  const loaded = await loadConfig({ cwd, flags: given, env });
  return checkProject({ loaded, cwd, env }, (notice) => printNotice(notice, err), minScore);
}

function withLimits(report: CheckReport, limits: CheckReport['limits']): CheckReport {
  return { ...report, ok: report.ok && limits.every(({ ok }) => ok), limits };
}

/** The report in a format, ending with a line feed. */
function textOf(report: CheckReport, changes: string, format: Format, colours: Colours): string {
  switch (format) {
    case 'text':
      return formatCheck(report, colours);
    case 'json':
      return `${JSON.stringify(report, null, 2)}\n`;
    case 'github':
      return formatGithub(report);
    case 'markdown':
      return formatMarkdown(report, changes);
    case 'html':
      return formatHtml(report);
    case 'junit':
      return formatJunit(report);
    case 'sarif':
      return formatSarif(report);
    case 'gitlab':
      return formatGitlab(report);
  }
}

/** A format and the file for it, of `--write junit=report.xml`. */
interface Written {
  readonly format: Format;
  readonly file: string;
}

function readWrite(given: string): Written {
  const at = given.indexOf('=');
  const format = FORMATS.find((one) => one === given.slice(0, at));
  const file = given.slice(at + 1);
  if (format !== undefined && at > 0 && file !== '') return { format, file };
  const fix = `Write for example --write junit=report.xml. Formats: ${FORMATS.join(', ')}.`;
  throw new SvcError('SVC_USAGE', `--write is "${given}", not a format and a file`, { fix });
}

function formatOf({ format, json }: CheckFlags, env: Terminal['env']): Format {
  const wantsJson = json ?? (format === undefined && isFlagSet(undefined, env['SVC_JSON']));
  const name = format ?? (env['SVC_FORMAT']?.trim() || undefined) ?? (wantsJson ? 'json' : 'text');
  const known = FORMATS.find((one) => one === name);
  if (known === undefined) {
    throw new SvcError('SVC_USAGE', `--format is "${name}"`, { fix: `Use one of: ${FORMATS.join(', ')}.` });
  }
  if (wantsJson && known !== 'json' && format !== undefined) {
    const fix = 'Leave one out.';
    throw new SvcError('SVC_USAGE', `--json and --format ${name} exclude each other`, { fix });
  }
  return wantsJson ? 'json' : known;
}

function scoreOf(given: string | undefined): number | undefined {
  if (given === undefined || given.trim() === '') return undefined;
  if (/^\d{1,3}$/.test(given.trim()) && Number(given) <= 100) return Number(given);
  const fix = 'Give a number such as 90, or leave it out.';
  throw new SvcError('SVC_USAGE', `--min-score is "${given}", not a whole number from 0 to 100`, { fix });
}

/** From the best to the worst. */
const STATUSES: readonly ReadinessRow['status'][] = ['pass', 'warn', 'fail'];
/** Maximum number of pages named. */
const MAX_PAGES = 20;

/**
 * What a change means for agents, for the comment on a pull request: score before and after, pages that became public
 * or went, lost words, broken links, size of `llms.txt`.
 * @returns Markdown; empty without any report
 */
function changeSummary(report: CheckReport, { build, before }: EarlierReports): string {
  if (build === undefined && before === undefined) return '';
  const { score } = report.score;
  const change = score === before?.score.score ? 'unchanged' : signed(score - (before?.score.score ?? 0));
  const rows = [
    ...(before === undefined ? [] : [['Score', `${before.score.score} → ${score} (${change})`]]),
    ...(build === undefined ? [] : buildRows(build)),
  ];
  const pages =
    build === undefined ? [] : [pageList('Newly public', build.published), pageList('Gone', build.withdrawn)];
  const blocks = ['### What changes for agents', table(['', ''], rows), ...pages, worseRows(report, before)];
  return blocks.filter((text) => text !== '').join('\n\n');
}

/** The checks that found more than before. */
function worseRows({ readiness }: CheckReport, before: CheckReport | undefined): string {
  if (before === undefined) return '';
  const old = new Map(before.readiness.map(({ id, status }) => [id, STATUSES.indexOf(status)]));
  const rows = readiness.filter(({ id, status }) => STATUSES.indexOf(status) > (old.get(id) ?? 0));
  const lines = rows.map(({ label, detail, fix }) => `- ${cell(label)}: ${cell(`${detail} ${fix}`)}`);
  return lines.length === 0 ? '' : ['**Worse than before**', '', ...lines].join('\n');
}

function buildRows(build: BuildReport): readonly (readonly string[])[] {
  const { fidelity, warnings, published, withdrawn } = build;
  const broken = warnings.filter(({ code }) => code === 'links-broken').map(({ message }) => message);
  const size = llmsSize(build);
  return [
    ['Pages newly public', String(published.length)],
    ['Pages gone', String(withdrawn.length)],
    ['Words of pages lost', `${fidelity.lostPercent.toFixed(2)} %`],
    ['Broken links', broken.length === 0 ? 'none' : broken.join(' ')],
    ...(size === undefined ? [] : [['llms.txt', `${size.toFixed(1)} kB`]]),
  ];
}

function pageList(title: string, paths: readonly string[]): string {
  if (paths.length === 0) return '';
  const shown = paths.slice(0, MAX_PAGES).map((path) => `- ${cell(path)}`);
  const more = paths.length > MAX_PAGES ? [`- and ${paths.length - MAX_PAGES} more`] : [];
  return [`**${title}**`, '', ...shown, ...more].join('\n');
}

function signed(points: number): string {
  return points > 0 ? `+${points}` : String(points);
}
