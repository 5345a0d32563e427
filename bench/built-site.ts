import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Measured, runSvc } from './measured-process.js';
import { exportOf, folderOf } from './site.js';

/** What a made-up site is given as. */
export type SourceKind = 'export' | 'folder';

/** A made-up site that has been built with all default documents, and can be built again. */
export interface BuiltSite {
  readonly kind: SourceKind;
  readonly entries: number;
  /** Absolute path of the export or folder. */
  readonly source: string;
  /** The output folder, absolute. */
  readonly out: string;
  /** The first build, into an empty folder. */
  readonly full: Measured;
  /** Builds it once more. */
  build(): Promise<Measured>;
}

const built = new Map<string, Promise<BuiltSite>>();
const folders: string[] = [];

/** A site of its kind and size; built once in a run, since the large ones take minutes. */
export function builtSite(kind: SourceKind, entries: number): Promise<BuiltSite> {
  const name = `${kind} ${entries}`;
  const site = built.get(name) ?? buildSite(kind, entries);
  built.set(name, site);
  return site;
}

async function buildSite(kind: SourceKind, entries: number): Promise<BuiltSite> {
  const cwd = mkdtempSync(join(tmpdir(), 'svc-bench-'));
  folders.push(cwd);
  const source = kind === 'export' ? exportOf(entries) : folderOf(entries);
  const build = () => runSvc(['build', '--source', source, '--base-url', 'https://example.org'], { cwd });
  return { kind, entries, source, out: join(cwd, 'out'), full: await build(), build };
}

/** Removes all that was built. At the very end: some file systems are slow where files have just been removed. */
export function removeBuiltSites(): void {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}
