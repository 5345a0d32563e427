import { join, sep } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { LoadedConfig } from '../../config/config.js';
import { SETTINGS_FILE } from '../../config/settings-store.js';
import { entriesIn, statIfThere } from '../../core/files.js';

/** Milliseconds between two scans. */
const EVERY = 300;
/** Number of files that are checked before requests get their turn. */
const AT_ONCE = 200;
/** Scans take at most one part in this many of the time. */
const SHARE = 20;

/** The inputs of a watcher. */
interface WatchOptions {
  /** Returns absolute paths of files and folders; called for each scan. */
  paths(): readonly string[];
  /** Returns absolute paths to skip. */
  ignored?(): readonly string[];
  /** Milliseconds between two scans. */
  readonly every?: number;
}

/**
 * Reports when a file, or anything below a folder, has changed. It scans repeatedly, since notifications of the system
 * get lost on network drives, in containers and where editors replace files.
 * @returns a function that ends it
 */
export function watchFiles(
  { paths, ignored, every = EVERY }: WatchOptions,
  onChange: () => void,
): () => void {
  let before: string | undefined;
  let timer: NodeJS.Timeout;
  let isEnded = false;
  const poll = async (): Promise<void> => {
    const began = performance.now();
    const now = await stampOf(paths(), ignored?.() ?? []);
    if (isEnded) return;
    if (before !== undefined && now !== before) onChange();
    before = now;
    timer = setTimeout(poll, Math.max(every, (performance.now() - began) * SHARE)).unref();
  };
  void poll();
  return () => {
    isEnded = true;
    clearTimeout(timer);
  };
}

/** Returns a text that differs when anything has changed. */
async function stampOf(paths: readonly string[], ignored: readonly string[]): Promise<string> {
  let count = 0;
  let sum = 0;
  const waiting = [...paths];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const here = path;
    if (ignored.some((one) => here === one || here.startsWith(one + sep))) continue;
    const found = statIfThere(here);
    if (found === undefined) continue;
    count += 1;
    if (count % AT_ONCE === 0) await setImmediate();
    if (found.isDirectory()) {
      for (const { name } of entriesIn(here)) if (!IGNORED.has(name)) waiting.push(join(here, name));
      sum = mix(sum, here, 0, 0);
    } else sum = mix(sum, here, found.size, found.mtimeMs + found.ino);
  }
  return `${count} ${sum}`;
}

const IGNORED = new Set(['node_modules', '.git']);

function mix(sum: number, path: string, size: number, time: number): number {
  let hash = sum >>> 0;
  for (let index = 0; index < path.length; index += 1) {
    hash = (Math.imul(hash, 31) + path.charCodeAt(index)) >>> 0;
  }
  hash = (Math.imul(hash, 31) + size) >>> 0;
  return (Math.imul(hash, 31) + Math.trunc(time * 1000)) >>> 0;
}

/** Returns the files and folders that a build reads. */
export function watchedPaths(loaded: LoadedConfig | undefined): readonly string[] {
  if (loaded === undefined) return [];
  const { source, siteDir, publicDir, plugins } = loaded.config;
  const paths = [...source.map(({ path }) => path), siteDir, publicDir, loaded.file, ...plugins];
  return [...new Set(paths.filter((path) => path !== undefined))];
}

/** Returns the settings file. */
export function settingsPaths(loaded: LoadedConfig | undefined): readonly string[] {
  return [join(loaded?.folder ?? '', SETTINGS_FILE)];
}

/**
 * Returns the folders that a build writes.
 * @param state folder of its state; `.svc` next to the configuration when absent
 */
export function ignoredPaths(loaded: LoadedConfig | undefined, state: string | undefined): readonly string[] {
  if (loaded === undefined) return [];
  const { config, folder } = loaded;
  return [config.out, state ?? join(folder, '.svc'), join(folder, 'deploy')];
}
