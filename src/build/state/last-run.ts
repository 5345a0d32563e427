import type { LoadedConfig } from '../../config/config.js';
import type { Settings } from '../../config/settings.js';
import { settingsHash } from '../../config/settings-merge.js';
import { hashTexts } from '../../core/hash.js';
import { type FileFacts, isUntouched } from '../../deploy/file-facts.js';
import { joinInside } from '../../deploy/safe-path.js';
import type { BuildReport } from '../report.js';
import type { InputsState } from '../stats/inputs.js';
import type { LastState, NewState } from './build-state.js';

/** A file that changed within this time before a run began may have changed again without showing it. */
export const UNSURE_MS = 2000;

/** The last run as the next one needs it, to see that it would do the same. */
interface RunRow {
  /** Hash of configuration, settings and inputs; the state file stands for the program. */
  readonly key: string;
  /** Unix seconds of the run, and until when nothing comes or goes by itself; null for ever. */
  readonly now: number;
  readonly until: number | null;
  readonly report: BuildReport;
}

/** Warnings of what a run has done, which the next one does not do again. */
const DONE_ONCE: ReadonlySet<string> = new Set(['signing-key-created']);

/** What a run that changes nothing says of it. */
const NO_CHANGES = { added: [], changed: [], removed: [], converted: 0 };

/** What there is to remember of a run. */
export interface FinishedRun {
  readonly report: BuildReport;
  /** Milliseconds by the system's clock, before the inputs were read. */
  readonly began: number;
  /** Unix seconds of the run. */
  readonly now: number;
  /** Unix seconds at which something comes or goes by itself. */
  readonly until: number | undefined;
}

/** What a run is recognised by. */
export interface RunIdentity {
  readonly loaded: LoadedConfig;
  /** What there is to read; undefined for a run that is never recognised. */
  readonly inputs: InputsState | undefined;
  readonly settings: Settings;
  /** Changes with what else the output depends on, such as the keys that it is signed with. */
  stamp(): string;
}

/** Plugins may depend on anything, and a run with another history is no repetition. */
export function canBeRepeated({ config, run }: LoadedConfig): boolean {
  const { rehypePlugins, remarkPlugins } = config.converter;
  const plugins = config.plugins.length + rehypePlugins.length + remarkPlugins.length;
  return plugins === 0 && run.previous === undefined && !run.full;
}

/**
 * The report of the last run, when this one would only repeat it: with the same program, configuration, settings and
 * inputs, and with an output that is as it was left. The only place that decides this.
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

/** Records a run that has been committed, and the files that it left. */
export function recordRun(
  next: NewState,
  identity: RunIdentity,
  { report, began, now, until }: FinishedRun,
  files: Iterable<readonly [file: string, facts: FileFacts]>,
): void {
  if (identity.inputs === undefined || identity.inputs.youngest > began - UNSURE_MS) return;
  for (const [file, facts] of files) next.add('file', file, facts);
  // Said of a first build alone.
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
