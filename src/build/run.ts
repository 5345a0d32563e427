import type { Config, LoadedConfig } from '../config/config.js';
import type { Media } from '../content/body/port.js';
import type { Warnings } from '../core/warnings.js';
import type { Output } from '../deploy/output.js';
import type { LiveContent } from '../documents/live-content.js';
import type { Keyring } from '../documents/signing/keys.js';
import type { Source } from '../sources/port.js';
import type { EntryCache } from './cache/entry-cache.js';
import type { JoinedFiles } from './cache/joined-files.js';
import type { PassedChecks } from './cache/passed-checks.js';
import type { SiteContent } from './content/port.js';
import type { VerdictFile } from './grading/verdict-file.js';
import type { InPlacePages } from './html/in-place.js';
import type { LastDeployment, ManifestBefore } from './manifest.js';
import type { Notices } from './notices.js';
import type { Prepared } from './prepare.js';
import type { BuildReport, Progress, Stopwatch } from './report.js';
import type { Scan } from './scan.js';
import type { TwinReader } from './twin-files.js';
import type { ConvertThreads } from './workers/convert-threads.js';

/** What a run has gathered before it reads the sources. */
export interface Run {
  readonly loaded: LoadedConfig;
  readonly prepared: Prepared;
  readonly past: LastDeployment | undefined;
  /** The manifest in the output folder, where the last build here has written it. */
  readonly manifestBefore: ManifestBefore | undefined;
  /** The keys of the site, opened when they are first asked for; undefined while signing is off. */
  openKeyring(): Promise<Keyring | undefined>;
  readonly notices: Notices;
  readonly output: Output;
  readonly stage: string;
  readonly cache: EntryCache;
  readonly joined: JoinedFiles;
  readonly verdicts: VerdictFile;
  readonly passed: PassedChecks;
  readonly warnings: Warnings;
  readonly watch: Stopwatch;
  onProgress?(progress: Progress): void;
  /** Told the base address of each source, once they have been read. */
  onSources?(bases: readonly (string | undefined)[]): void;
  /** Image files beside the content that its media library does not know. */
  findImages?(config: Config, baseUrl: string): readonly Media[];
}

/** Sources that have been read for the first time. */
export interface ScannedSources {
  readonly sources: readonly Source[];
  readonly scan: Scan;
  readonly timeZone: string;
  readonly converters: ConvertThreads;
}

/** A report, and the Unix time at which an entry or tombstone comes or goes by itself. */
export interface Outcome {
  readonly report: BuildReport;
  readonly until: number | undefined;
  readonly inPlace: InPlacePages | undefined;
  /** Files for `deploy/`, by name. */
  readonly deploy: ReadonlyMap<string, string>;
  /** Keeps what a sidecar answers from; called when the output has been committed. */
  live(reader: TwinReader): LiveContent;
  /** The private side of it, with drafts; empty of them unless the scan kept them. */
  content(): SiteContent;
}
