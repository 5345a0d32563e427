import { existsSync } from 'node:fs';

/** Something outside the project that a test runs against. */
export interface Need {
  /** Why a test is skipped without it. */
  readonly reason: string;
  readonly isMet: boolean;
}

/** Options of a test or a suite; `meta` is shown by the reporter (`test/reporter.ts`). */
export interface SkipOptions {
  readonly skip: boolean;
  readonly meta: { readonly skipReason: string };
}

declare module 'vitest' {
  interface TaskMeta {
    /** Why the test is skipped. */
    skipReason?: string;
  }
}

/** Real exports and sites, which are not part of the project: the one thing that may be absent everywhere. */
export function sharedData(path: string): Need {
  return { reason: `${path} is absent`, isMet: existsSync(path) };
}

/** A file or a program at a fixed place. */
export function file(path: string, install: string): Need {
  return { reason: `${path} is missing (${install})`, isMet: existsSync(path) };
}

/** Debian's Chromium. */
export const CHROMIUM = file('/usr/bin/chromium', 'apt-get install chromium');

const PLATFORM = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
const OWN_MAJOR = Number(process.versions.node.split('.', 1)[0]);

/** A Node.js from 24 on: this one, the one that `SVC_NEWER_NODE` names, or the one of `test/checkers`. */
export const newerNode: string =
  process.env['SVC_NEWER_NODE'] ??
  (OWN_MAJOR >= 24 ? process.execPath : `test/checkers/node_modules/${PLATFORM}/bin/node`);

/** Programs that need a newer Node.js than the project. */
export const NEWER_NODE = file(newerNode, 'npm run test:all installs it');

/**
 * Skips a test or a suite whose needs are not met, with the reason in the report.
 * @example describe('in a browser', needs(CHROMIUM), () => {})
 * @example it.each(rows)('%s', { ...needs(CHROMIUM), timeout: 60_000 }, () => {})
 */
export function needs(...wanted: readonly Need[]): SkipOptions {
  const missing = wanted.find(({ isMet }) => !isMet);
  return { skip: missing !== undefined, meta: { skipReason: missing?.reason ?? '' } };
}
