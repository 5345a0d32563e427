/** The report of a build: what it wrote, how long it took, and its notices. */

import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { SourceType } from '../config/config.js';
import type { HookNotice } from '../config/hooks/hooks.js';
import type { SiteFidelity } from '../content/fidelity/site-meter.js';
import { compareText } from '../core/compare.js';
import { replaceFile } from '../core/files.js';
import type { Warning } from '../core/warnings.js';
import type { ReportedLimit } from '../deploy/hosts/table.js';
import type { Output, OutputChanges } from '../deploy/output.js';
import type { Reservations } from '../documents/robots.js';
import type { HiddenReason } from '../site/gate.js';
import type { Notice } from '../site/registry/notice.js';
import type { InPlacePages } from './html/in-place.js';

/** The contents of one source. */
export interface SourceReport {
  readonly type: SourceType;
  readonly path: string;
  readonly entries: number;
  readonly media: number;
}

/** The report of a build, as `--json` prints it. */
export interface BuildReport {
  readonly ok: boolean;
  readonly dryRun: boolean;
  readonly baseUrl: string;
  readonly out: string;
  readonly sources: readonly SourceReport[];
  /** Public entries by type. */
  readonly entries: Readonly<Record<string, number>>;
  /** Entries that the gate held back, by reason. */
  readonly hidden: Readonly<Partial<Record<HiddenReason, number>>>;
  /** Public entries without an address, which are in no output. */
  readonly skipped: number;
  readonly twins: number;
  /** Entries whose body was converted in this run. */
  readonly converted: number;
  /** Addresses of pages that the last deployment didn't have, below `baseUrl`. */
  readonly published: readonly string[];
  /** Addresses of pages that only the last deployment had. */
  readonly withdrawn: readonly string[];
  /** Paths below `out/`: with the removed ones, the list to purge from caches. */
  readonly added: OutputChanges['added'];
  readonly changed: OutputChanges['changed'];
  readonly removed: OutputChanges['removed'];
  readonly unchanged: OutputChanges['unchanged'];
  /** The comparison of the twins with what visitors see. */
  readonly fidelity: SiteFidelity;
  readonly warnings: readonly Warning[];
  /** Problems with registrations, plugins and the documents that they change. */
  readonly notices: readonly Notice[];
  /** The build's requirements that a host can't meet. */
  readonly limits: readonly ReportedLimit[];
  /** Rules of hosts in `deploy/` that this build has added, changed or removed; absent where there are none. */
  readonly hostRules?: readonly string[];
  /** Of a first build only, where there are any: the restrictions of `robots.txt`. */
  readonly reservations?: Reservations;
  /** Milliseconds by stage. */
  readonly timings: Readonly<Record<string, number>>;
}

/** A step of a build, for the progress bar. */
export interface Progress {
  /** `wait`: another build of the site has to end first. */
  readonly stage: 'wait' | 'read' | 'convert' | 'write';
  readonly done: number;
  /** 0 when it is unknown. */
  readonly total: number;
}

/** Measures the stages of a run. Not part of any output file. */
export class Stopwatch {
  readonly #timings: Record<string, number> = {};
  #at = performance.now();

  /** Ends a stage that began where the last one ended. */
  lap(stage: string): void {
    const now = performance.now();
    this.#timings[stage] = Math.round((now - this.#at + (this.#timings[stage] ?? 0)) * 10) / 10;
    this.#at = now;
  }

  timings(): Readonly<Record<string, number>> {
    return this.#timings;
  }
}

/** The list to purge: of the output, and of pages that are changed in place, which are published too. */
export function changesOf(output: Output, inPlace: InPlacePages | undefined): OutputChanges {
  const changes = output.changes();
  const pages = inPlace?.files() ?? [];
  if (pages.length === 0) return changes;
  return { ...changes, changed: [...new Set([...changes.changed, ...pages])].sort(compareText) };
}

/** The pages that a build makes public, and those that it takes away. */
export function publicChanges(
  entries: readonly { readonly path: string }[],
  past: { readonly entries: ReadonlyMap<number, { readonly path: string }> } | undefined,
): Pick<BuildReport, 'published' | 'withdrawn'> {
  const now = new Set(entries.map(({ path }) => path));
  const before = new Set([...(past?.entries.values() ?? [])].map(({ path }) => path));
  const without = (list: ReadonlySet<string>, other: ReadonlySet<string>) =>
    [...list].filter((path) => !other.has(path)).sort(compareText);
  return { published: without(now, before), withdrawn: without(before, now) };
}

/** Collects notices about registrations and plugins, each once. */
export class Notices {
  readonly #notices = new Map<string, Notice>();

  readonly add = (notice: Notice): void => {
    this.#notices.set(`${notice.code}\n${notice.origin}\n${notice.message}`, notice);
  };

  /** In order, with the hooks that failed after them. */
  list(failed: readonly HookNotice[]): readonly Notice[] {
    return [...this.#notices.values(), ...failed.map(fromHook)];
  }
}

/** A failed hook as a notice of a build. */
export function fromHook({ hook, origin, message, isLost }: HookNotice): Notice {
  return {
    level: 'error',
    code: isLost ? 'plugin_lost' : 'hook_failed',
    message: isLost
      ? `${origin} was ended in ${hook}: ${message}`
      : `${origin} failed in ${hook}: ${message}`,
    fix: isLost
      ? 'Correct the plugin. Until then, builds continue without it. See docs/plugins.md.'
      : 'Correct the plugin. Until then, the value stays unchanged.',
    origin,
    hook,
  };
}

const FILE = 'notices.json';

/**
 * Stores the notices of a build for `svc validate`; without any the file is removed. They name plugins and their
 * failures, so they are next to the output and never in it.
 * @param state `.svc`
 */
export async function keepNotices(state: string, notices: readonly Notice[]): Promise<void> {
  const path = join(state, FILE);
  if (notices.length === 0) {
    rmSync(path, { force: true });
    return;
  }
  await replaceFile(path, `${JSON.stringify(notices, null, 2)}\n`);
}

/**
 * The notices of the last build.
 * @param state `.svc`
 * @returns an empty list if the file is missing or unreadable
 */
export function storedNotices(state: string): readonly Notice[] {
  try {
    const stored: unknown = JSON.parse(readFileSync(join(state, FILE), 'utf8'));
    return Array.isArray(stored) ? stored.filter(isNotice) : [];
  } catch {
    return [];
  }
}

function isNotice(value: unknown): value is Notice {
  const { level, message } = (value ?? {}) as Readonly<Record<string, unknown>>;
  return (level === 'error' || level === 'warning') && typeof message === 'string';
}
