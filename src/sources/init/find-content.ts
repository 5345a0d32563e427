import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { SourceType } from '../../config/config.js';
import { compareText } from '../../core/compare.js';
import { isFolder } from '../../core/files.js';
import { addTo } from '../../core/multimap.js';
import { words } from '../../core/text.js';
import { Warnings } from '../../core/warnings.js';
import { isAccessDenied } from '../access-denied.js';
import { archiveKind } from '../archive-names.js';
import { configText } from '../files/config-values.js';
import { guessGenerator } from '../files/find-layout.js';
import type { FoundConfig } from '../files/generator-config.js';
import { SITE_FILE } from '../files/library.js';
import { filesSource } from '../files/row.js';
import { MARKDOWN_FILE } from '../names.js';
import type { Source } from '../port.js';
import { openSource, sources } from '../table.js';

/** Something to read, relative to the searched folder. */
export interface FoundSource {
  /** `auto` for a path that a user has typed. */
  readonly type: SourceType | 'auto';
  /** With `/`; `.` for the folder itself. */
  readonly path: string;
}

/** Exports of one site. */
interface FoundExports {
  readonly sources: readonly FoundSource[];
  /** The site's address, where an export contains it. */
  readonly baseUrl: string | undefined;
  /** Exports of other sites, and unreadable files that look like exports. */
  readonly others: readonly string[];
}

/** Kinds of sources that an archive at the top of a folder may contain. */
const EXPORTS: ReadonlySet<SourceType> = new Set(['wxr', 'ghost']);

/** Folders in which generators without a configuration of their own, and people, keep content. */
const CONTENT_FOLDERS = words('content src/content src/posts src posts blog docs pages articles');

/**
 * Finds the exports at the top of a folder. Parts of one site's export belong together; of several sites the one
 * with the most parts is taken.
 */
export async function findExports(folder: string): Promise<FoundExports> {
  const sites = new Map<string, FoundSource[]>();
  const unreadable: string[] = [];
  for (const path of exportNames(folder)) {
    const source = await openExportAt(join(folder, path));
    if (source === undefined) continue;
    const baseUrl = typeof source === 'string' ? undefined : await siteOf(source);
    if (typeof source === 'string' || baseUrl === undefined) unreadable.push(path);
    else addTo(sites, baseUrl, { type: source.type, path });
  }
  const [best, ...rest] = [...sites].sort(
    ([a, parts], [b, others]) => others.length - parts.length || compareText(a, b),
  );
  const others = [...rest.flatMap(([, parts]) => parts.map(({ path }) => path)), ...unreadable].sort();
  return { sources: best?.[1] ?? [], baseUrl: best?.[0] || undefined, others };
}

function exportNames(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map(({ name }) => name)
    .sort(compareText);
}

/** An export, also in an archive; `unreadable` for a file that looks like one. */
async function openExportAt(path: string): Promise<Source | 'unreadable' | undefined> {
  if (archiveKind(path) !== undefined) {
    const source = await openSource({ type: 'auto', path, label: path, options: {} }).catch(() => undefined);
    return source !== undefined && EXPORTS.has(source.type) ? source : undefined;
  }
  for (const definition of sources) {
    if (definition.traits.isFolder || (await definition.detect(path)) !== 2) continue;
    return definition.open({ path }).catch(() => 'unreadable' as const);
  }
  return /\.(?:xml|json|zip|gz)$/i.test(path) && isAccessDenied(path) ? 'unreadable' : undefined;
}

/** The address of an export's site, empty when it is missing; undefined for an unreadable one. */
async function siteOf(source: Source): Promise<string | undefined> {
  try {
    for await (const item of source.read({ warnings: new Warnings(), timeZone: 'UTC' })) {
      // The site comes first.
      return item.kind === 'site' ? (item.site.baseUrl ?? '') : '';
    }
    return '';
  } catch {
    return undefined;
  }
}

/**
 * Finds the folder with the content files.
 * @param config of the generator, if there is one
 */
export async function findContent(
  folder: string,
  config: FoundConfig | undefined,
): Promise<FoundSource | undefined> {
  const files = (path: string): FoundSource => ({ type: 'files', path });
  if (existsSync(join(folder, SITE_FILE))) return files('.');
  if (config !== undefined) return files(generatorFolder(folder, config));
  for (const name of CONTENT_FOLDERS) {
    if (existsSync(join(folder, name, SITE_FILE))) return files(name);
    // A folder of such a name with Markdown is meant; elsewhere front matter is required.
    if ((await filesMark(join(folder, name))) >= (name === 'src' ? 2 : 1)) {
      return files((await isWholeSite(folder)) ? '.' : name);
    }
  }
  return (await isWholeSite(folder)) || guessGenerator(folder) !== 'plain' ? files('.') : undefined;
}

/** Hugo keeps content in one folder; the others mix it with other files, and know which are which. */
function generatorFolder(folder: string, { generator, values }: FoundConfig): string {
  if (generator !== 'hugo') return '.';
  const written = configText(values, 'contentDir');
  // Another name would not be recognised as part of the project.
  return (written === undefined || written === 'content') && isFolder(join(folder, 'content'))
    ? 'content'
    : '.';
}

/** Pages at the top of the folder, or Jekyll's own folders: then the folder as a whole is the site. */
async function isWholeSite(folder: string): Promise<boolean> {
  const names = readdirSync(folder);
  if (names.includes('_posts')) return true;
  const isPage = (name: string) =>
    MARKDOWN_FILE.test(name) && !/^(?:readme|license|changelog|contributing)\b/i.test(name);
  return names.some(isPage) && (await filesMark(folder)) === 2;
}

async function filesMark(path: string): Promise<0 | 1 | 2> {
  if (!isFolder(path)) return 0;
  return filesSource.detect(path);
}
