import type { PrivacyRules } from '../../config/config.js';
import { VerdictFile } from '../grading/verdict-file.js';
import { hashTexts } from '../manifest.js';
import { codeVersion } from './code-version.js';
import { EntryCache, type LastBuild } from './entry-cache.js';
import { JoinedFiles } from './joined-files.js';
import { UNSURE_MS } from './last-run.js';
import { PassedChecks } from './passed-checks.js';
import { ScanCache } from './scan-cache.js';

/** How a run uses what earlier ones have left. */
export interface CacheUse {
  /** Nothing is read from it. */
  readonly ignore: boolean;
  /** What the last run left; undefined where that is not read. */
  readonly last: LastBuild | undefined;
  /** Nothing is written to it. */
  readonly forget: boolean;
  /** Unix milliseconds at which the run began. */
  readonly began: number;
  /** What the owner says about names that sound like access: it decides what the sources give. */
  readonly privacy: PrivacyRules;
}

/** Everything that a build remembers from the one before, so that it need not be made again. */
export interface BuildCaches {
  /** Converted entries. */
  readonly cache: EntryCache;
  /** Parts of documents that are joined from entries. */
  readonly joined: JoinedFiles;
  /** What the page checks have found. */
  readonly verdicts: VerdictFile;
  /** Documents that were found valid. */
  readonly passed: PassedChecks;
  /** What a first reading of the sources has brought. */
  readonly seen: ScanCache;
  /** Keeps all for the next build. Called once the output is complete. */
  save(): void;
  /** Lets go of what was not saved; after a save there is nothing left to do. */
  discard(): void;
}

/** @param state the folder `.svc` */
export function openCaches(state: string, { began, privacy, ...use }: CacheUse): BuildCaches {
  const cache = new EntryCache(state, use);
  const joined = new JoinedFiles(state, use);
  const verdicts = new VerdictFile(state, use);
  const passed = new PassedChecks(state, use);
  const version = hashTexts([codeVersion(), JSON.stringify(privacy)]);
  const seen = new ScanCache(state, { ...use, version, sureBefore: began - UNSURE_MS });
  // `joined` before `cache`: what that keeps, this must know.
  const all = [joined, cache, verdicts, passed, seen];
  return {
    cache,
    joined,
    verdicts,
    passed,
    seen,
    save() {
      for (const one of all) one.save();
    },
    discard() {
      // The entries are written when they are saved, and not before.
      for (const one of [joined, verdicts, passed, seen]) one.discard();
    },
  };
}
