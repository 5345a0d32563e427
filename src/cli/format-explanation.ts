import type { Explanation } from '../build/audit/explain.js';
import type { GateFinding } from '../build/audit/gates.js';
import type { Reason, Verdict } from '../build/audit/verdict.js';
import { printable } from '../core/printable.js';
import type { ReportStyle } from './format-report.js';
import { locationText } from './shown-path.js';

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

function verdictLines(verdict: Verdict, { cwd, colours: pc }: ReportStyle): readonly string[] {
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
