import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Measured, runNode, runSvc } from './measured-process.js';
import { median } from './row.js';
import { markdownPagesOf, pagesOf, realMarkdownOf } from './site.js';

const ANCHORS = fileURLToPath(new URL('./anchors/', import.meta.url));
const ELEVENTY = fileURLToPath(new URL('../node_modules/@11ty/eleventy/cmd.cjs', import.meta.url));
/** Where `npm install --prefix bench/.data/mdream mdream @mdream/rust-<platform>` puts it. */
const MDREAM = fileURLToPath(new URL('.data/mdream/node_modules/mdream/', import.meta.url));
const ROUNDS = 3;

/** A thing to time. */
interface Contender {
  /** File or folder that it reads. */
  readonly source: string;
  /** Does its work into an empty folder, as a process of its own. */
  run(folder: string): Promise<Pick<Measured, 'seconds' | 'cpuSeconds' | 'maxRss'>>;
}

/** Medians of a contender. */
export interface ContenderFigure {
  readonly name: string;
  readonly seconds: number;
  /** Of all threads. */
  readonly cpuSeconds: number;
  /** Bytes. */
  readonly maxRss: number;
}

/** All default documents of a folder of built pages, beside what others make of the same pages. */
export function benchColdBuild(pages: number): Promise<readonly ContenderFigure[]> {
  const html = pagesOf(pages);
  const loop = (name: string): Contender => {
    const args = [join(ANCHORS, 'loop.mjs'), join(ANCHORS, `${name}.mjs`), html];
    return { source: html, run: (out) => runNode([...args, out]) };
  };
  return interleave({
    ours: buildOf(html),
    unified: loop('unified'),
    Eleventy: eleventyOf(markdownPagesOf(pages)),
    ...(existsSync(MDREAM) && { mdream: loop('mdream') }),
  });
}

/** A manual with long pages, where Debian's packages of documentation are installed. */
export interface Manual {
  readonly name: string;
  readonly folder: string;
  readonly pages: number;
}

const MANUALS: Readonly<Record<string, string>> = {
  Python: '/usr/share/doc/python3.11/html',
  'Node.js': '/usr/share/doc/nodejs/api',
  GIO: '/usr/share/gtk-doc/html/gio',
};

/** The installed manuals, and the folder `BENCH_MANUAL`. */
export function manuals(): readonly Manual[] {
  const more = process.env['BENCH_MANUAL'];
  const known = { ...MANUALS, ...(more === undefined ? {} : { [more]: more }) };
  return Object.entries(known)
    .filter(([, folder]) => existsSync(folder))
    .map(([name, folder]) => {
      const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
      return { name, folder, pages: files.filter((file) => file.endsWith('.html')).length };
    });
}

/** All default documents of a manual, beside the unified pipeline on the same pages. */
export function benchManual({ folder }: Manual): Promise<readonly ContenderFigure[]> {
  const args = [join(ANCHORS, 'loop.mjs'), join(ANCHORS, 'unified.mjs'), folder];
  return interleave({
    ours: buildOf(folder),
    unified: { source: folder, run: (out) => runNode([...args, out]) },
  });
}

/** All default documents of a folder of real Markdown, beside Eleventy on the same files; empty without real pages. */
export async function benchRealMarkdown(pages: number): Promise<readonly ContenderFigure[]> {
  const source = realMarkdownOf(pages);
  return source === undefined ? [] : interleave({ ours: buildOf(source), Eleventy: eleventyOf(source) });
}

function eleventyOf(source: string): Contender {
  const config = relative(source, join(ANCHORS, 'eleventy.config.cjs'));
  const args = [ELEVENTY, `--config=${config}`, '--quiet'];
  return {
    source,
    run: (out) => runNode(args, { cwd: source, env: { ELEVENTY_OUT: relative(source, out) } }),
  };
}

/**
 * The build of an export on one thread, with two workers, and as it decides by itself.
 * @param source path of the export
 */
export function benchWorkers(source: string): Promise<readonly ContenderFigure[]> {
  return interleave({
    none: buildOf(source, ['--workers', '0']),
    two: buildOf(source, ['--workers', '2']),
    automatic: buildOf(source),
  });
}

/** Reads a file or all files of a folder, so that nobody waits for the disk. */
function warm(path: string): void {
  if (statSync(path).isFile()) readFileSync(path);
  else for (const name of readdirSync(path)) warm(join(path, name));
}

function buildOf(source: string, more: readonly string[] = []): Contender {
  const args = ['build', '--source', source, '--base-url', 'https://example.org', ...more];
  return { source, run: (cwd) => runSvc(args, { cwd }) };
}

async function interleave(
  contenders: Readonly<Record<string, Contender>>,
): Promise<readonly ContenderFigure[]> {
  const names = Object.keys(contenders);
  const seconds = new Map<string, number[]>(names.map((name) => [name, []]));
  const processor = new Map<string, number[]>(names.map((name) => [name, []]));
  const memory = new Map<string, number[]>(names.map((name) => [name, []]));
  // Folders go at the very end: some file systems are slow where files have just been removed.
  const folders: string[] = [];
  try {
    for (let round = 0; round < ROUNDS; round++) {
      for (const [name, { source, run }] of Object.entries(contenders)) {
        // Each time: some systems keep files in memory for less than the time in which the others have their turns.
        warm(source);
        const folder = mkdtempSync(join(tmpdir(), 'svc-bench-'));
        folders.push(folder);
        const measured = await run(folder);
        seconds.get(name)?.push(measured.seconds);
        processor.get(name)?.push(measured.cpuSeconds);
        memory.get(name)?.push(measured.maxRss);
      }
    }
  } finally {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  }
  return names.map((name) => {
    const middle = (of: ReadonlyMap<string, number[]>) => median(of.get(name) ?? []);
    return { name, seconds: middle(seconds), cpuSeconds: middle(processor), maxRss: middle(memory) };
  });
}
