import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { CheckLimit, CheckReport } from '../../api/check/report.js';
import type { BuildReport } from '../../build/report.js';
import { SvcError } from '../../core/errors.js';
import { isObject } from '../../core/json.js';

/** Maximum number of pages in a message. */
const MAX_NAMED = 5;

/** The options that limit what a build may have done. */
export interface LimitFlags {
  readonly maxLostWords?: string;
  readonly maxBrokenLinks?: string;
  readonly maxNewPages?: string;
  readonly maxLlmsSize?: string;
}

/** A limit on the report of a build. */
interface LimitRow {
  readonly id: keyof LimitFlags;
  readonly option: string;
  readonly variable: string;
  readonly label: string;
  /** Undefined where there is nothing to measure. */
  measure(build: BuildReport): number | undefined;
  message(found: number, build: BuildReport): string;
}

const limitTable: readonly LimitRow[] = [
  {
    id: 'maxLostWords',
    option: '--max-lost-words',
    variable: 'SVC_MAX_LOST_WORDS',
    label: 'Lost words',
    measure: ({ fidelity }) => fidelity.lostPercent,
    message: (found) => `${found.toFixed(2)} % of the words of the pages are missing from their twins`,
  },
  {
    id: 'maxBrokenLinks',
    option: '--max-broken-links',
    variable: 'SVC_MAX_BROKEN_LINKS',
    label: 'Broken links',
    measure: (build) => brokenLinks(build)?.count ?? 0,
    message: (_found, build) =>
      (brokenLinks(build)?.message ?? 'No link is broken').replace(/: (.*)\.$/, ' ($1)'),
  },
  {
    id: 'maxNewPages',
    option: '--max-new-pages',
    variable: 'SVC_MAX_NEW_PAGES',
    label: 'Pages newly public',
    measure: ({ published }) => published.length,
    message: (found, { published }) => {
      const named = published.slice(0, MAX_NAMED);
      const names = named.length === 0 ? '' : ` (${named.join(', ')}${found > MAX_NAMED ? ' …' : ''})`;
      return `${found === 1 ? '1 page is' : `${found} pages are`} newly public${names}`;
    },
  },
  {
    id: 'maxLlmsSize',
    option: '--max-llms-size',
    variable: 'SVC_MAX_LLMS_SIZE',
    label: 'Size of llms.txt',
    measure: llmsSize,
    message: (found) => `llms.txt has ${found.toFixed(1)} kB`,
  },
];

/** The limits that a run has, by their ids. */
type Limits = ReadonlyMap<keyof LimitFlags, number>;

/**
 * Reads the limits of a run from flags and environment.
 * @throws SvcError `SVC_USAGE` for a limit that isn't a number, or one without the report that it is about
 */
export function readLimits(
  flags: LimitFlags,
  env: Readonly<Record<string, string | undefined>>,
  build: BuildReport | undefined,
): Limits {
  const limits = new Map<keyof LimitFlags, number>();
  for (const { id, option, variable } of limitTable) {
    const given = (flags[id] ?? env[variable] ?? '').trim();
    if (given === '') continue;
    if (!/^\d+(?:\.\d+)?$/.test(given)) {
      const fix = 'Give a number such as 0 or 2.5, or leave it out.';
      throw new SvcError('SVC_USAGE', `${option} is "${given}", not a number from 0`, { fix });
    }
    if (build === undefined) {
      const fix = 'Write it with "svc build --json > build.json", and add: --build-report build.json';
      throw new SvcError('SVC_USAGE', `${option} needs the report of a build`, { fix });
    }
    limits.set(id, Number(given));
  }
  return limits;
}

/** Compares a build with its limits. */
export function checkLimits(limits: Limits, build: BuildReport | undefined): readonly CheckLimit[] {
  if (build === undefined) return [];
  return limitTable.flatMap(({ id, option, label, measure, message }) => {
    const max = limits.get(id);
    const found = max === undefined ? undefined : measure(build);
    if (max === undefined || found === undefined) return [];
    const ok = found <= max;
    const text = `${message(found, build)}, ${ok ? 'within' : 'above'} the limit of ${max} (${option}).`;
    return [{ id: option.slice(2), label, found, max, ok, message: text }];
  });
}

/** The size of the `llms.txt` that a build wrote, in kB. */
export function llmsSize({ out }: BuildReport): number | undefined {
  const size = statSync(join(out, 'llms.txt'), { throwIfNoEntry: false })?.size;
  return size === undefined ? undefined : size / 1000;
}

function brokenLinks({ warnings }: BuildReport) {
  return warnings.find(({ code }) => code === 'links-broken');
}

/** The reports that a check is compared with. */
export interface EarlierReports {
  /** Of `svc build --json`. */
  readonly build: BuildReport | undefined;
  /** Of `svc check --json` before the change. */
  readonly before: CheckReport | undefined;
}

/**
 * Reads the files of `--build-report` and `--before`.
 * @throws SvcError `SVC_USAGE` for a file that isn't such a report
 */
export function readReports(
  files: { readonly buildReport: string | undefined; readonly before: string | undefined },
  cwd: string,
): EarlierReports {
  const { buildReport, before } = files;
  return {
    build: buildReport === undefined ? undefined : readReport<BuildReport>(buildReport, 'fidelity', cwd),
    before: before === undefined ? undefined : readReport<CheckReport>(before, 'score', cwd),
  };
}

function readReport<T>(file: string, member: string, cwd: string): T {
  try {
    const value: unknown = JSON.parse(readFileSync(resolve(cwd, file), 'utf8'));
    if (isObject(value) && isObject(value[member])) return value as T;
  } catch (cause) {
    const fix = 'Name a file written with --json.';
    throw new SvcError('SVC_USAGE', "the report can't be read", { file, fix, cause });
  }
  throw new SvcError('SVC_USAGE', `this isn't a report with "${member}"`, {
    file,
    fix: member === 'score' ? 'Write it with: svc check --json' : 'Write it with: svc build --json',
  });
}
