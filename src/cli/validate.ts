import { join } from 'node:path';
import { withLastCall } from '../api/last-call.js';
import { validateProject } from '../api/validate-project.js';
import type { Flags } from '../config/env.js';
import { loadConfig } from '../config/load.js';
import type { ExitCode } from '../core/errors.js';
import { groupBy } from '../core/multimap.js';
import { counted, printable } from '../core/text.js';
import { type Finding, UNKNOWN_SITE, type ValidateReport } from '../quality/validate/rule.js';
import { type Colours, reportColours, shownPath } from './print.js';
import type { Terminal } from './terminal.js';

/** The flags of `svc validate` from commander. */
export type ValidateFlags = Pick<Flags, 'config' | 'out' | 'site' | 'strict' | 'json'>;

/**
 * `svc validate`.
 * @param dir the output folder, relative to the current one; by default that of the configuration
 * @throws SvcError `SVC_SOURCE_MISSING` when there is no such folder, and errors of loading the configuration
 */
export async function validate(
  dir: string | undefined,
  flags: ValidateFlags,
  terminal: Terminal,
): Promise<ExitCode> {
  const { cwd, env } = terminal;
  const loaded = await loadConfig({ cwd, flags: await withLastCall(flags, { cwd, env }, dir), env });
  const isNamed = flags.config !== undefined || flags.site !== undefined;
  const report = await validateProject({ loaded, cwd, env }, { dir, isNamed });
  const { strict, json } = loaded.run;
  if (json) terminal.out(`${JSON.stringify(report, null, 2)}\n`);
  else terminal.out(formatValidation(report, { cwd, colours: reportColours(terminal), strict }));
  return report.ok ? 0 : 1;
}

/** Maximum number of findings shown for one file; the rest are counted. */
const MAX_PER_FILE = 10;
/** Maximum number of files shown. */
const MAX_FILES = 50;

interface ValidationStyle {
  /** Paths below it are shown short. */
  readonly cwd: string;
  readonly colours: Colours;
  readonly strict: boolean;
}

/** The findings of `svc validate` for people, file by file, and a last line with the result. */
function formatValidation(report: ValidateReport, style: ValidationStyle): string {
  const files = [...groupBy(report.findings, ({ file }) => file)];
  const lines = files
    .slice(0, MAX_FILES)
    .flatMap(([file, findings]) => fileLines(file, findings, report, style));
  const hidden = files.length - MAX_FILES;
  if (hidden > 0) lines.push(style.colours.dim(`… and ${counted(hidden, 'more file')}; --json lists them`));
  return `${[...lines, lastLine(report, style)].join('\n')}\n`;
}

function fileLines(
  file: string,
  findings: readonly Finding[],
  { out }: ValidateReport,
  { cwd, colours: pc }: ValidationStyle,
): readonly string[] {
  const name = printable(shownPath(file === '' ? out : join(out, file), cwd));
  const rest = findings.length - MAX_PER_FILE;
  return [
    pc.bold(name),
    ...findings.slice(0, MAX_PER_FILE).flatMap((finding) => findingLines(finding, pc)),
    ...(rest > 0 ? [pc.dim(`  … and ${rest} more in this file`)] : []),
  ];
}

function findingLines({ level, rule, line, pointer, message, fix }: Finding, pc: Colours): readonly string[] {
  const mark = level === 'error' ? pc.red('error  ') : pc.yellow('warning');
  const where = [line === undefined ? '' : `line ${line}`, pointer ?? '']
    .filter((part) => part !== '')
    .join(' ');
  const place = where === '' ? '' : `${pc.dim(printable(where))}: `;
  return [
    `  ${mark} ${rule.padEnd(12)} ${place}${printable(message)}`,
    ...(fix === undefined ? [] : [pc.dim(`  fix:    ${' '.repeat(12)} ${printable(fix)}`)]),
  ];
}

function lastLine(report: ValidateReport, { cwd, colours: pc, strict }: ValidationStyle): string {
  const { documents, errors, warnings, baseUrl, out, rules } = report;
  const site = baseUrl === UNKNOWN_SITE ? '' : ` for ${baseUrl}`;
  const what = `${counted(documents, 'document')} in ${shownPath(out, cwd)}${site}, ${rules.length} rules`;
  if (errors + warnings === 0) return `${pc.green('Valid')}: ${what}`;
  const found = [errors, warnings]
    .map((number, index) => (number === 0 ? '' : counted(number, index === 0 ? 'error' : 'warning')))
    .filter((part) => part !== '')
    .join(', ');
  const word = report.ok ? pc.yellow('Valid') : pc.red('Not valid');
  return `${word}: ${found}${strict && errors === 0 ? ' (--strict)' : ''}; ${what}`;
}
