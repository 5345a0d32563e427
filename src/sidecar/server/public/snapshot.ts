import type { Settings } from '../../../config/settings.js';
import { settingsHash } from '../../../config/settings-merge.js';
import { decodeToNfc } from '../../../core/percent.js';
import type { LiveContent, LiveDocuments } from '../../../documents/live-content.js';
import type { IndexEntry } from '../../../site/entry.js';
import type { Answer } from './answer.js';
import { AnswerCache } from './answer-cache.js';
import { Routes } from './routes.js';

/** The site at one version of its content and settings. */
export interface Snapshot {
  readonly content: LiveContent;
  readonly documents: LiveDocuments;
  readonly routes: Routes;
  /** True when the files in the output folder were built with the current settings. */
  readonly isAsBuilt: boolean;
  /** Files of the output folder that the service wrote, except for those of single entries. */
  readonly made: ReadonlySet<string>;
  /** Unix seconds. */
  readonly since: number;
  readonly answers: AnswerCache;
  /** Answers in progress, by their cache key. */
  readonly pending: Map<string, Promise<Answer | undefined>>;
  /** Finds the public entry at an address; a trailing slash is ignored. */
  entryAt(path: string): IndexEntry | undefined;
  /** Checks for the address of a list of entries. */
  isArchive(path: string): boolean;
}

/**
 * Takes a snapshot.
 * @param now Unix seconds
 */
export async function createSnapshot(
  content: LiveContent,
  settings: Settings,
  now: number,
): Promise<Snapshot> {
  const documents = await content.under(settings, now);
  const isAsBuilt = settingsHash(settings) === content.builtWith;
  const routes = new Routes(documents.ctx);
  let entries: ReadonlyMap<string, IndexEntry> | undefined;
  let archives: ReadonlySet<string> | undefined;
  return {
    content,
    documents,
    routes,
    isAsBuilt,
    made: await madeFiles(content, isAsBuilt ? documents : undefined),
    since: now,
    answers: new AnswerCache(),
    pending: new Map(),
    entryAt(path) {
      entries ??= new Map(documents.ctx.entries.map((entry) => [plainPath(decodeToNfc(entry.path)), entry]));
      return entries.get(plainPath(path));
    },
    isArchive(path) {
      archives ??= new Set(archivePaths(content, documents));
      return archives.has(plainPath(path).replace(/\/page\/\d+$/, ''));
    },
  };
}

const known = new WeakMap<LiveContent, ReadonlySet<string>>();

/** Lists the written files. They stay in place until the next build, even when their document is switched off. */
async function madeFiles(
  content: LiveContent,
  same: LiveDocuments | undefined,
): Promise<ReadonlySet<string>> {
  const before = known.get(content);
  if (before !== undefined) return before;
  const { ctx, claimed } = same ?? (await content.under(content.settings, content.built));
  const files = [...new Routes(ctx).list()].map(({ file }) => file);
  const provided = [...claimed.keys()].map((name) => `.well-known/${name}`);
  const made = new Set([...files, ...provided]);
  known.set(content, made);
  return made;
}

function* archivePaths({ archives }: LiveContent, { ctx }: LiveDocuments): Iterable<string> {
  for (const path of archives) yield plainPath(decodeToNfc(path));
  const { baseUrl } = ctx.site;
  for (const { url } of ctx.terms) {
    if (url.startsWith(`${baseUrl}/`)) yield plainPath(decodeToNfc(url.slice(baseUrl.length)));
  }
}

function plainPath(path: string): string {
  return path.replace(/\/+$/, '');
}
