import { withLastCall } from '../api/last-call.js';
import { type AuditReport, auditSite, type HiddenFinding } from '../build/audit/audit.js';
import type { GateFinding } from '../build/audit/gates.js';
import type { Flags } from '../config/env.js';
import { loadConfig } from '../config/load.js';
import { systemClock } from '../core/clock.js';
import type { ExitCode } from '../core/errors.js';
import { printable } from '../core/text.js';
import { gateText, type ReportStyle, warningLines } from './format-report.js';
import { locationText, reportColours } from './print.js';
import type { Terminal } from './terminal.js';

/** The flags of `svc audit` from commander. */
export type AuditFlags = Pick<
  Flags,
  'config' | 'source' | 'site' | 'baseUrl' | 'previous' | 'strict' | 'json'
>;

/**
 * `svc audit`.
 * @throws SvcError errors of reading
 */
export async function audit(flags: AuditFlags, terminal: Terminal): Promise<ExitCode> {
  const { cwd, env } = terminal;
  const given = flags.source === undefined ? await withLastCall(flags, { cwd, env }) : flags;
  const loaded = await loadConfig({ cwd, flags: given, env });
  const report = await auditSite({ loaded, cwd, clock: systemClock(env) });
  if (loaded.run.json) terminal.out(`${JSON.stringify(report, null, 2)}\n`);
  else terminal.out(formatAudit(report, { cwd, colours: reportColours(terminal) }));
  return report.ok ? 0 : 1;
}

/** Maximum number shown of each group; the rest are counted. */
const MAX_ITEMS = 20;
/** Menus and similar items, of which an export may have hundreds. */
const MAX_LEFT_OUT = 5;
const MAX_PLACES = 3;

/** The report of `svc audit` for people. */
function formatAudit(report: AuditReport, style: ReportStyle): string {
  const { colours: pc, cwd } = style;
  const { hidden, leftOut, gates, since } = report;
  const held = gates.filter(({ isHeldBack }) => isHeldBack);
  const open = gates.filter(({ isHeldBack }) => !isHeldBack);
  const lines = [
    ...group(`Not public: ${hidden.length}`, hidden, (entry) => hiddenLines(entry, style), pc),
    ...group(
      `No page: ${leftOut.length}`,
      leftOut,
      (item) => [
        `  ${printable(`${locationText(item, cwd)}: ${item.rule}`)}`,
        pc.dim(`    ${printable(item.setting)}`),
      ],
      pc,
      MAX_LEFT_OUT,
    ),
    ...group(`Gates that hold back: ${held.length}`, held, (gate) => gateLines(gate, style), pc),
    ...group(
      `Gates and shortcodes that stay open: ${open.length}`,
      open,
      (gate) => gateLines(gate, style),
      pc,
    ),
    ...(since === undefined
      ? []
      : group(
          `Public for the first time since ${printable(since.previous)}: ${since.firstPublic.length}`,
          since.firstPublic,
          (page) => [`  ${printable(`${page.url} (${locationText(page, cwd)})`)}`],
          pc,
        )),
    ...warningLines(report.warnings, style),
    lastLine(report, style),
  ];
  return `${lines.join('\n')}\n`;
}

function group<T>(
  title: string,
  items: readonly T[],
  show: (item: T) => readonly string[],
  pc: ReportStyle['colours'],
  max = MAX_ITEMS,
): readonly string[] {
  const more = items.length - max;
  return [
    pc.bold(title),
    ...items.slice(0, max).flatMap(show),
    ...(more > 0 ? [pc.dim(`  … and ${more} more; --json lists all`)] : []),
  ];
}

function hiddenLines(entry: HiddenFinding, { cwd, colours: pc }: ReportStyle): readonly string[] {
  const { title, type, reason, rule, setting, also } = entry;
  const name = `${locationText(entry, cwd)}: ${title === '' ? '(untitled)' : title} (${type})`;
  return [
    `  ${printable(name)}`,
    `    ${printable(`${reason}: ${rule}`)}`,
    ...also.map((one) => `    ${printable(`also ${one.reason}: ${one.rule}`)}`),
    pc.dim(`    ${printable(setting)}`),
  ];
}

function gateLines(gate: GateFinding, { cwd, colours: pc }: ReportStyle): readonly string[] {
  const places = gate.places.slice(0, MAX_PLACES).map((place) => locationText(place, cwd));
  const more = gate.places.length - MAX_PLACES;
  const where = `${places.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  return [
    `  ${printable(gateText(gate))}`,
    `    in ${printable(where)}`,
    pc.dim(`    ${printable(gate.setting)}`),
  ];
}

function lastLine(report: AuditReport, { colours: pc }: ReportStyle): string {
  const { ok, baseUrl, hidden, leftOut } = report;
  const sum = `${baseUrl}: ${report.public} public, ${hidden.length} not public, ${leftOut.length} without a page`;
  return ok
    ? `${pc.green('Nothing was written')}. ${sum}`
    : `${pc.red('--strict')}: ${sum}; see the warnings`;
}
