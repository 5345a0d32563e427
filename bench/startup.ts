import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runNode, runSvc } from './measured-process.js';
import { median } from './row.js';
import { exportOf } from './site.js';

const ROUNDS = 9;

/** Seconds from the start of the process, medians. */
export interface StartupFigures {
  /** Node itself with an empty program: no command can be faster. */
  readonly bareNode: number;
  /** `svc --version`, to its end. */
  readonly version: number;
  /** `svc build` of an export, until it opens the export. */
  readonly exportOpened: number;
  /** `svc build` of a folder, until it opens the folder. */
  readonly folderOpened: number;
  /** `svc build` of an export with one entry, to its end. */
  readonly oneEntry: number;
}

/** Measures how long the command line takes before it does what it is for; rounds interleaved, medians. */
export async function benchStartup(): Promise<StartupFigures> {
  const cwd = mkdtempSync(join(tmpdir(), 'svc-bench-'));
  try {
    const [xml, folder] = prepare(cwd);
    const build = (source: string) => ['build', '--full', '--source', source, '--base-url', 'https://e.org'];
    const times: Record<keyof StartupFigures, number[]> = {
      bareNode: [],
      version: [],
      exportOpened: [],
      folderOpened: [],
      oneEntry: [],
    };
    for (let round = 0; round < ROUNDS; round++) {
      times.bareNode.push((await runNode(['--eval', '0'], { cwd })).seconds);
      times.version.push((await runSvc(['--version'], { cwd })).seconds);
      const one = await runSvc(build(xml), { cwd, source: xml });
      times.exportOpened.push(one.firstRead ?? Number.NaN);
      times.oneEntry.push(one.seconds);
      const files = await runSvc(build(folder), { cwd, source: folder });
      times.folderOpened.push(files.firstRead ?? Number.NaN);
    }
    return {
      bareNode: median(times.bareNode),
      version: median(times.version),
      exportOpened: median(times.exportOpened),
      folderOpened: median(times.folderOpened),
      oneEntry: median(times.oneEntry),
    };
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

/** An export with one entry, and a folder with one file. */
function prepare(cwd: string): readonly [xml: string, folder: string] {
  const [xml, folder] = [join(cwd, 'one.xml'), join(cwd, 'content')];
  cpSync(exportOf(1), xml);
  mkdirSync(folder);
  writeFileSync(join(folder, 'one.md'), '---\ntitle: One\n---\n\nThe only page.\n');
  return [xml, folder];
}
