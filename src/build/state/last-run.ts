import type { LoadedConfig } from '../../config/config.js';
import type { Settings } from '../../config/settings.js';
import { settingsHash } from '../../config/settings-merge.js';
import { hashTexts } from '../../core/hash.js';
import { type FileFacts, isUntouched } from '../../deploy/file-states.js';
import type { Output } from '../../deploy/output.js';
import { joinInside } from '../../deploy/safe-path.js';
import type { BuildReport } from '../report.js';
import type { InputsState } from '../stats/inputs.js';
import type { LastState, NewState } from './build-state.js';

/** A file that changed within this time before a run began may change again within the same timestamp. */
export const UNSURE_MS = 2000;

/** The record of the last run, used to detect a repetition. */
interface RunRow {
  /** Hash of configuration, settings and inputs; the state file covers the program. */
  readonly key: string;
  /** Unix seconds of the run, and of the next change by itself; null for never. */
  readonly now: number;
  readonly until: number | null;
  readonly report: BuildReport;
}

/** Codes of warnings about actions that a repeated run doesn't take. */
const DONE_ONCE: ReadonlySet<string> = new Set(['signing-key-created']);

/** The report of a run that changes nothing. */
const NO_CHANGES = { published: [], withdrawn: [], added: [], changed: [], removed: [], converted: 0 };

/** The data of a run to record. */
export interface FinishedRun {
  readonly report: BuildReport;
  /** Milliseconds by the system's clock, before the inputs were read. */
  readonly began: number;
  /** Unix seconds of the run. */
  readonly now: number;
  /** Unix seconds of the next change by itself. */
  readonly until: number | undefined;
}

/** The identity of a run. */
export interface RunIdentity {
  readonly loaded: LoadedConfig;
  /** The inputs; undefined for a run that is never a repetition. */
  readonly inputs: InputsState | undefined;
  readonly settings: Settings;
  /** Changes with the other inputs of the output, such as the signing keys. */
  stamp(): string;
}

/** Plugins may depend on anything, and a run with another history isn't a repetition. */
export function canBeRepeated({ config, run }: LoadedConfig): boolean {
  const { rehypePlugins, remarkPlugins } = config.converter;
  const plugins = config.plugins.length + rehypePlugins.length + remarkPlugins.length;
  return plugins === 0 && run.previous === undefined && !run.full;
}

/**
 * The report of the last run, when this one would only repeat it: with the same program, configuration, settings and
 * inputs, and with an unchanged output. The only place that decides this.
 * @param now Unix seconds
 */
export function repeatedReport(identity: RunIdentity, last: LastState, now: number): BuildReport | undefined {
  const row = last.get<RunRow>('run', 'report');
  if (row === undefined || identity.inputs === undefined || now < row.now) return undefined;
  if (row.until !== null && now >= row.until) return undefined;
  if (row.key !== keyOf(identity)) return undefined;
  const { out } = identity.loaded.config;
  let unchanged = 0;
  for (const [file, facts] of last.rows<FileFacts>('file')) {
    if (!isUntouched(joinInside(out, String(file)), facts)) return undefined;
    unchanged += 1;
  }
  return { ...row.report, unchanged };
}

/** Records a committed run and its files. */
export function recordRun(
  next: NewState,
  identity: RunIdentity,
  { report, began, now, until }: FinishedRun,
  output: Pick<Output, 'files' | 'factsOf'>,
): void {
  if (identity.inputs === undefined || identity.inputs.youngest > began - UNSURE_MS) return;
  for (const file of output.files()) next.add('file', file, output.factsOf(file));
  // Only part of a first build's report.
  const { reservations: _reservations, ...kept } = report;
  const warnings = report.warnings.filter(({ code }) => !DONE_ONCE.has(code));
  const row: RunRow = {
    key: keyOf(identity),
    now,
    until: until ?? null,
    report: { ...kept, ...NO_CHANGES, warnings },
  };
  next.add('run', 'report', row);
}

function keyOf({ loaded, settings, inputs, stamp }: RunIdentity): string {
  return hashTexts([JSON.stringify(loaded.config), settingsHash(settings), inputs?.hash ?? '', stamp()]);
}
