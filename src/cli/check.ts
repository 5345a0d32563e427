import type { CheckReport } from '../api/check/report.js';
import { checkProject, checkSite } from '../api/check.js';
import type { Flags } from '../config/env.js';
import { loadConfig } from '../config/load.js';
import { type ExitCode, SvcError } from '../core/errors.js';
import { formatGithub } from './check/format-github.js';
import { formatMarkdown } from './check/format-markdown.js';
import { formatCheck } from './check/format-text.js';
import { coloursOf } from './colours.js';
import { withLastCall } from './last-call.js';
import { tellNotice } from './tell-notices.js';
import type { Terminal } from './terminal.js';

const FORMATS = ['text', 'json', 'github', 'markdown'] as const;
type Format = (typeof FORMATS)[number];

/** The flags of `svc check` from commander. */
export interface CheckFlags extends Pick<Flags, 'config' | 'out' | 'site' | 'json'> {
  readonly minScore?: string;
  readonly url?: string;
  readonly format?: string;
}

/**
 * `svc check`.
 * @throws SvcError `SVC_USAGE` for invalid flags, and errors of building
 */
export async function check(flags: CheckFlags, terminal: Terminal): Promise<ExitCode> {
  const { env } = terminal;
  const format = formatOf(flags, env);
  const minScore = scoreOf(flags.minScore ?? env['SVC_MIN_SCORE']);
  const url = flags.url ?? (env['SVC_URL']?.trim() || undefined);
  const report =
    url === undefined ? await checkHere(flags, minScore, terminal) : await checkSite(url, env, minScore);
  print(report, format, terminal);
  return report.ok ? 0 : 1;
}

async function checkHere(flags: CheckFlags, minScore: number | undefined, { cwd, env, err }: Terminal) {
  const { config, out, site } = flags;
  const given = await withLastCall({ config, out, site }, { cwd, env });
  const loaded = await loadConfig({ cwd, flags: given, env });
  return checkProject({ loaded, cwd, env }, (notice) => tellNotice(notice, err), minScore);
}

function print(report: CheckReport, format: Format, terminal: Terminal): void {
  switch (format) {
    case 'text':
      terminal.err(formatCheck(report, coloursOf(terminal)));
      return;
    case 'json':
      terminal.out(`${JSON.stringify(report, null, 2)}\n`);
      return;
    case 'github':
      terminal.out(formatGithub(report));
      return;
    case 'markdown':
      terminal.out(formatMarkdown(report));
  }
}

function formatOf({ format, json }: CheckFlags, env: Terminal['env']): Format {
  const wantsJson =
    json ?? (format === undefined && /^(?:1|true|yes|on)$/i.test(env['SVC_JSON']?.trim() ?? ''));
  const name = format ?? (env['SVC_FORMAT']?.trim() || undefined) ?? (wantsJson ? 'json' : 'text');
  const known = FORMATS.find((one) => one === name);
  if (known === undefined) {
    throw new SvcError('SVC_USAGE', `--format is "${name}"`, { fix: `Use one of: ${FORMATS.join(', ')}.` });
  }
  if (wantsJson && known !== 'json' && format !== undefined) {
    throw new SvcError('SVC_USAGE', `--json and --format ${name} exclude each other`, {
      fix: 'Leave one out.',
    });
  }
  return wantsJson ? 'json' : known;
}

function scoreOf(given: string | undefined): number | undefined {
  if (given === undefined || given.trim() === '') return undefined;
  if (/^\d{1,3}$/.test(given.trim()) && Number(given) <= 100) return Number(given);
  throw new SvcError('SVC_USAGE', `--min-score is "${given}", not a whole number from 0 to 100`, {
    fix: 'Give a number such as 90, or leave it out.',
  });
}
