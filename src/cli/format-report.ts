import type { Explanation } from '../build/audit/explain.js';
import type { GateFinding } from '../build/audit/gates.js';
import type { AuditVerdict, Reason } from '../build/audit/verdict.js';
import type { BuildReport } from '../build/report.js';
import type { PageFidelity, SiteFidelity } from '../content/fidelity/site-meter.js';
import { counted, printable } from '../core/text.js';
import type { Warning } from '../core/warnings.js';
import { type Colours, locationText, shownPath } from './print.js';

/** Maximum number of warnings shown of one kind; the rest are counted. */
const MAX_PER_CODE = 5;
/** A larger share of lost or added words is shown. */
const BAD_PERCENT = 0.5;
const MAX_PAGES = 10;
const MAX_FRAME_LINES = 3;
const MAX_VANISHED = 12;

const HIDDEN: Readonly<Record<string, string>> = {
  status: 'not published',
  scheduled: 'scheduled',
  expired: 'expired',
  protected: 'protected',
  noindex: 'noindex',
  type: "of a type that isn't selected",
};

/** How a report is shown. */
export interface ReportStyle {
  /** Paths below it are shown short. */
  readonly cwd: string;
  readonly colours: Colours;
  /** Where the written files are, with a slash at the end; by default the output folder. */
  readonly base?: string;
}

/** The end of a build for people. */
export function formatReport(report: BuildReport, style: ReportStyle): string {
  const { cwd, colours: pc } = style;
  const lines = [
    ...report.sources.map(
      ({ type, path, entries, media }) =>
        `${pc.dim(type.padEnd(6))} ${shownPath(path, cwd)}: ${counted(entries, 'entry', 'entries')}${media > 0 ? `, ${counted(media, 'media file')}` : ''}`,
    ),
    `${pc.dim('public')} ${contents(report)}${pc.dim(hidden(report))}`,
    `${pc.dim('files ')} ${fileCounts(report)}`,
    ...fidelity(report, pc),
    ...reserved(report, pc),
    ...warningLines(report.warnings, style),
    ...report.notices.map(
      ({ level, message, fix }) =>
        `${level === 'error' ? pc.red('error ') : pc.yellow('notice')} ${printable(message)}\n       ${pc.dim(printable(fix))}`,
    ),
    ...report.limits.map(
      ({ host, what, why, fix }) =>
        `${pc.yellow('limit ')} ${host}: ${printable(`${what}: ${why}.`)}\n       ${pc.dim(printable(fix))}`,
    ),
    ...firstFiles(report, style),
    `${pc.green(report.dryRun ? 'Nothing was written (--dry-run)' : 'Done')}: ${report.baseUrl} → ${shownPath(report.out, cwd)} in ${seconds(report)}`,
  ];
  return `${lines.join('\n')}\n`;
}

function contents({ entries, twins, converted }: BuildReport): string {
  const types = Object.entries(entries).map(
    ([type, number]) => `${number} ${type}${number === 1 ? '' : 's'}`,
  );
  return `${types.join(', ')}; ${counted(twins, 'Markdown twin')}, ${converted} converted`;
}

function hidden({ hidden: reasons, skipped }: BuildReport): string {
  const parts = Object.entries(reasons).map(([reason, number]) => `${number} ${HIDDEN[reason] ?? reason}`);
  if (skipped > 0) parts.push(`${skipped} left out`);
  return parts.length === 0 ? '' : ` (held back: ${parts.join(', ')})`;
}

function fileCounts({ added, changed, removed, unchanged }: BuildReport): string {
  return `${added.length} added, ${changed.length} changed, ${removed.length} removed, ${unchanged} unchanged`;
}

function fidelity({ fidelity: site, twins }: BuildReport, pc: Colours): readonly string[] {
  if (twins === 0) return [];
  const { lostPercent, addedPercent, framePercent, frameLines, frameTwins, pages, vanished } = site;
  const isBad = lostPercent > BAD_PERCENT || addedPercent > BAD_PERCENT;
  const sum = `words lost: ${lostPercent.toFixed(2)} %, added: ${addedPercent.toFixed(2)} %, from page frames: ${framePercent.toFixed(2)} %`;
  const worst = pages.filter(({ lost, added }) => lost + added > 0);
  const lines = [
    ...worst.slice(0, MAX_PAGES).map((page) => pageLine(page, pc)),
    ...(worst.length > MAX_PAGES ? [pc.dim(`… and ${worst.length - MAX_PAGES} more; --json lists all`)] : []),
    ...(framePercent > 0 ? frameLines : [])
      .slice(0, MAX_FRAME_LINES)
      .map(({ line, twins: count }) => `frame on ${count} of ${frameTwins} twins: ${printable(clip(line))}`),
    ...(vanished.length > 0 ? [`left out: ${vanishedList(vanished)}`] : []),
  ];
  return [`${pc.dim('text  ')} ${isBad ? pc.yellow(sum) : sum}`, ...lines.map((line) => `       ${line}`)];
}

function pageLine(
  { url, lostPercent, lostWords, addedPercent, addedWords }: PageFidelity,
  pc: Colours,
): string {
  const part = (percent: number, what: string, words: readonly string[]) =>
    percent > 0 ? [`${pc.yellow(`${percent.toFixed(2)} % ${what}`)}: ${printable(words.join(' '))}`] : [];
  return [
    printable(url),
    ...part(lostPercent, 'lost', lostWords),
    ...part(addedPercent, 'added', addedWords),
  ].join('; ');
}

function vanishedList(vanished: SiteFidelity['vanished']): string {
  const shown = vanished.slice(0, MAX_VANISHED).map(({ name, count }) => `${printable(name)} (${count})`);
  const more = vanished.length - shown.length;
  return `${shown.join(', ')}${more > 0 ? `, ${more} more kinds` : ''}`;
}

function clip(line: string): string {
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
}

function firstFiles(
  { added, changed, unchanged, dryRun, out }: BuildReport,
  style: ReportStyle,
): readonly string[] {
  if (dryRun || added.length + changed.length + unchanged === 0) return [];
  const files = new Set([...added, ...changed]);
  const shown = ['llms.txt', '.well-known/discovery.json'].filter((file) => files.has(file));
  const twin = added.find(
    (file) => /[^/]\.md$/.test(file) && !['index.md', 'sitemap.md', 'auth.md'].includes(file),
  );
  const all = [...shown, ...(twin === undefined ? [] : [twin])];
  const base = style.base ?? `${shownPath(out, style.cwd)}/`;
  return all.length === 0
    ? []
    : [`${style.colours.dim('see   ')} ${all.map((file) => base + file).join(', ')}`];
}

const USES: Readonly<Record<string, string>> = {
  search: 'search',
  ai_input: 'answers of assistants',
  ai_train: 'training',
};

function reserved({ reservations }: BuildReport, pc: Colours): readonly string[] {
  if (reservations === undefined) return [];
  const { turnedAway, reserved: uses } = reservations;
  const parts = [
    ...(turnedAway.length > 0 ? [`disallows ${turnedAway.join(', ')} (blocked_trainers)`] : []),
    ...(uses.length > 0
      ? [`reserves ${uses.map((use) => USES[use] ?? use).join(', ')} (content_signal)`]
      : []),
  ];
  const example =
    turnedAway.length > 0 ? "svc settings set blocked_trainers '[]'" : 'svc settings get content_signal';
  return [`${pc.dim('robots')} robots.txt ${parts.join(' and ')}. To change it: ${example}`];
}

/** Warnings in the order of their codes, the first few of each. */
export function warningLines(warnings: readonly Warning[], style: ReportStyle): readonly string[] {
  const groups = new Map<string, Warning[]>();
  for (const warning of warnings) groups.set(warning.code, [...(groups.get(warning.code) ?? []), warning]);
  return [...groups.values()].flatMap((group) => [
    ...group.slice(0, MAX_PER_CODE).map((warning) => warningLine(warning, style)),
    ...(group.length > MAX_PER_CODE
      ? [
          style.colours.dim(
            `        … and ${group.length - MAX_PER_CODE} more of the kind ${group[0]?.code}; --json lists all`,
          ),
        ]
      : []),
  ]);
}

function warningLine(warning: Warning, { cwd, colours: pc }: ReportStyle): string {
  const where = locationText(warning, cwd);
  const fix = warning.fix === undefined ? '' : pc.dim(` ${printable(warning.fix)}`);
  const times = where !== '' && (warning.count ?? 1) > 1 ? ` (${warning.count} times, this place first)` : '';
  return `${pc.yellow('warning')} ${printable(`${where === '' ? '' : `${where}: `}${warning.message}${times}`)}${fix}`;
}

function seconds({ timings }: BuildReport): string {
  const sum = Object.values(timings).reduce((total, ms) => total + ms, 0);
  return `${(sum / 1000).toFixed(1)} s`;
}

/** The answer of `svc build --explain` for people. */
export function formatExplanation({ asked, verdicts, nearest }: Explanation, style: ReportStyle): string {
  if (verdicts.length > 0) {
    return `${verdicts.flatMap((verdict) => verdictLines(verdict, style)).join('\n')}\n`;
  }
  const { colours: pc } = style;
  const near = nearest.map((name) => `       ${printable(name)}`);
  const lines = [
    `${pc.yellow('unknown')} No source has a page "${printable(asked)}".`,
    ...(near.length > 0 ? [pc.dim('The nearest are:'), ...near] : []),
  ];
  return `${lines.join('\n')}\n`;
}

function verdictLines(verdict: AuditVerdict, { cwd, colours: pc }: ReportStyle): readonly string[] {
  const { isPublic, title, type, url, twin, also, gates, notes } = verdict;
  const place = locationText(verdict, cwd);
  const name = title === undefined ? place : `${title === '' ? '(untitled)' : title} (${type})`;
  const row = (what: string, text: string) => `  ${pc.dim(what.padEnd(8))} ${printable(text)}`;
  return [
    `${isPublic ? pc.green('public') : pc.yellow('not public')} ${printable(name)}`,
    ...(url === undefined ? [] : [row('address', url)]),
    ...(twin === undefined ? [] : [row('twin', twin)]),
    row('source', place),
    row('rule', ruleText(verdict)),
    ...(verdict.setting === '' ? [] : [row('change', verdict.setting)]),
    ...also.flatMap((reason) => [row('also', ruleText(reason)), row('change', reason.setting)]),
    ...gates.flatMap((gate) => [
      row(gate.isHeldBack ? 'cut' : 'kept', gateText(gate)),
      row('change', gate.setting),
    ]),
    ...notes.map((note) => row('note', note)),
  ];
}

function ruleText({ reason, rule }: Reason): string {
  return reason === 'public' ? rule : `${reason}: ${rule}`;
}

/** A gate with its name in the source, and why it is open or not. */
export function gateText({ kind, name, attribute, count, rule }: GateFinding): string {
  const shown = kind === 'shortcode' ? `[${name}]` : `${kind} "${name}"`;
  const by = attribute === undefined ? '' : ` with "${attribute}"`;
  return `${shown}${by}${count > 1 ? ` (${count} times)` : ''}: ${rule}`;
}
