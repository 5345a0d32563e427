import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { LoadedConfig } from '../../config/config.js';
import type { Settings } from '../../config/settings.js';
import { settingsHash } from '../../config/settings-merge.js';
import { type FileFacts, fileFacts, isUntouched } from '../../deploy/file-facts.js';
import type { LastFiles } from '../../deploy/last-files.js';
import { hashTexts } from '../manifest.js';
import type { BuildReport } from '../report.js';
import type { InputsState } from '../stats/inputs.js';
import { codeVersion } from './code-version.js';
import { entryCachePath } from './entry-cache.js';
import { firstLine, LinePacker, unpackLines } from './packed-lines.js';

/** A file that changed within this time before a run began may have changed again without showing it. */
export const UNSURE_MS = 2000;

/** The last run as the next one needs it, to see that it would do the same. */
interface LastRun {
  /** Program, configuration, settings and inputs. */
  readonly key: string;
  /** Unix seconds of the run, and until when nothing comes or goes by itself; null for ever. */
  readonly now: number;
  readonly until: number | null;
  readonly report: BuildReport;
  /** Of the cache that says how it left the files of the output. */
  readonly cache: FileFacts | null;
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
  /** `.svc` */
  readonly state: string;
  /** The files that the last run left. */
  readonly files: LastFiles | undefined;
  /** Changes with what else the output depends on, such as the keys that it is signed with. */
  stamp(): string;
}

/** Plugins may depend on anything, and a run with another history is no repetition. */
export function canBeRepeated({ config, run }: LoadedConfig): boolean {
  const { rehypePlugins, remarkPlugins } = config.converter;
  const plugins = config.plugins.length + rehypePlugins.length + remarkPlugins.length;
  return plugins === 0 && run.previous === undefined && !run.full;
}

/** Recognises a run that has nothing to do: same program, configuration, settings, inputs and untouched output. */
export class LastRunStore {
  readonly #path: string;
  readonly #state: string;
  readonly #files: LastFiles | undefined;
  readonly #inputs: InputsState | undefined;
  /** Made when there is something to compare it with, or to remember. */
  readonly #makeKey: () => string;
  readonly #out: string;

  constructor({ loaded, inputs, settings, state, files, stamp }: RunIdentity) {
    const { config } = loaded;
    this.#path = join(state, 'cache', 'last-run.json.gz');
    this.#state = state;
    this.#files = files;
    this.#out = config.out;
    this.#inputs = inputs;
    const hash = inputs?.hash ?? '';
    this.#makeKey = () =>
      hashTexts([codeVersion(), JSON.stringify(config), settingsHash(settings), hash, stamp()]);
  }

  /**
   * The report of the last run, when this one would only repeat it.
   * @param now Unix seconds
   */
  repeats(now: number): BuildReport | undefined {
    try {
      if (this.#inputs === undefined) return undefined;
      const last = JSON.parse(firstLine(unpackLines(this.#path).bytes) ?? '') as LastRun;
      if (last.key !== this.#makeKey() || now < last.now) return undefined;
      if (last.until !== null && now >= last.until) return undefined;
      return this.#compare(last);
    } catch {
      // Missing or damaged: the run is done.
      return undefined;
    }
  }

  #compare({ report, cache }: LastRun): BuildReport | undefined {
    // Another one may tell of files that a later run has left, which did not live to be remembered.
    if (cache === null || !isUntouched(entryCachePath(this.#state), cache)) return undefined;
    const files = this.#files;
    if (files === undefined) return undefined;
    for (let number = 0; number < files.size; number++) {
      if (!files.isUntouched(number, this.#out)) return undefined;
    }
    return { ...report, unchanged: files.size };
  }

  /** Remembers a run that has been committed, and whose caches are saved. */
  save({ report, began, now, until }: FinishedRun): void {
    if (this.#inputs === undefined || this.#inputs.youngest > began - UNSURE_MS) {
      rmSync(this.#path, { force: true });
      return;
    }
    // Said of a first build alone.
    const { reservations: _reservations, ...kept } = report;
    const lines = new LinePacker(this.#path);
    const last: LastRun = {
      key: this.#makeKey(),
      now,
      until: until ?? null,
      report: {
        ...kept,
        ...NO_CHANGES,
        warnings: report.warnings.filter(({ code }) => !DONE_ONCE.has(code)),
      },
      cache: fileFacts(entryCachePath(this.#state)) ?? null,
    };
    lines.add(JSON.stringify(last));
    lines.save();
  }
}
