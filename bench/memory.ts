import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Measured, runSvc } from './measured-process.js';
import { exportOf } from './site.js';

/** What one size of site took. */
export interface SiteFigure {
  readonly entries: number;
  /** The first build, into an empty folder. */
  readonly full: Measured;
  /** The same command again with nothing changed. */
  readonly again: Measured;
}

/**
 * Builds made-up exports of several sizes with all default surfaces, each twice, as real processes.
 * Memory hardly differs between rounds, so that each size is built once.
 * @param sizes numbers of entries
 */
export async function benchMemory(sizes: readonly number[]): Promise<readonly SiteFigure[]> {
  const figures: SiteFigure[] = [];
  // Folders go at the very end: some file systems are slow where files have just been removed.
  const folders: string[] = [];
  try {
    for (const entries of sizes) {
      const cwd = mkdtempSync(join(tmpdir(), 'svc-bench-'));
      folders.push(cwd);
      const args = ['build', '--source', exportOf(entries), '--base-url', 'https://example.org'];
      figures.push({ entries, full: await runSvc(args, { cwd }), again: await runSvc(args, { cwd }) });
    }
    return figures;
  } finally {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  }
}

/** Bytes of memory that every further entry takes, between two sizes. */
export function slopeOf(small: SiteFigure, large: SiteFigure): number {
  return (large.full.maxRss - small.full.maxRss) / (large.entries - small.entries);
}
