import type { Config, LoadedConfig } from '../config/config.js';
import type { Media } from '../content/body/port.js';
import type { Warnings } from '../core/warnings.js';
import type { Output } from '../deploy/output.js';
import type { LiveContent } from '../documents/live-content.js';
import type { Keyring } from '../documents/signing/keys.js';
import type { Source } from '../sources/port.js';
import type { SiteContent } from './content/port.js';
import type { Verdicts } from './grading/verdicts.js';
import type { InPlacePages } from './html/in-place.js';
import type { Manifest } from './manifest.js';
import type { Notices } from './notices.js';
import type { Prepared } from './prepare.js';
import type { BuildReport, Progress, Stopwatch } from './report.js';
import type { Scan } from './scan.js';
import type { LastState, NewState } from './state/build-state.js';
import type { TwinReader } from './twin-files.js';
import type { BuildThreads } from './workers/build-threads.js';

/** Everything that a run prepares before it reads the sources. */
export interface Run {
  readonly loaded: LoadedConfig;
  readonly prepared: Prepared;
  /** The last deployment; undefined for a first one. */
  readonly past: Manifest | undefined;
  /** The last build's state for this one, and this one's for the next. */
  readonly last: LastState;
  readonly next: NewState;
  /** Opens the site's keys on the first call; undefined while signing is off. */
  openKeyring(): Promise<Keyring | undefined>;
  /** A sidecar builds, which has to stay responsive. */
  readonly isServed: boolean;
  readonly notices: Notices;
  readonly output: Output;
  readonly stage: string;
  readonly verdicts: Verdicts;
  readonly warnings: Warnings;
  readonly watch: Stopwatch;
  onProgress?(progress: Progress): void;
  /** Called with the base address of each source after the scan. */
  onSources?(bases: readonly (string | undefined)[]): void;
  /** Lists image files beside the content that the media library lacks. */
  findImages?(config: Config, baseUrl: string): readonly Media[];
}

/** The sources after the scan. */
export interface ScannedSources {
  readonly sources: readonly Source[];
  readonly scan: Scan;
  readonly timeZone: string;
  readonly threads: BuildThreads;
}

/** The report of a run, and the Unix time of the next change without new input, such as an entry that expires. */
export interface Outcome {
  readonly report: BuildReport;
  readonly until: number | undefined;
  readonly inPlace: InPlacePages | undefined;
  /** Files for `deploy/`, by name. */
  readonly deploy: ReadonlyMap<string, string>;
  /** Creates the content that a sidecar serves; call it after the commit. */
  live(reader: TwinReader): LiveContent;
  /** Creates the private content; includes drafts only when the scan kept them. */
  content(): SiteContent;
}
