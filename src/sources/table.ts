/** All sources, and how the one of a path is chosen. */

import { lstatSync, readdirSync, statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join, posix } from 'node:path';
import type { PrivacyRules, SourceType } from '../config/config.js';
import { SvcError } from '../core/errors.js';
import { listNames } from '../core/files.js';
import { findAccessDenied } from './access-denied.js';
import { archiveKind } from './archive-names.js';
import { filesSource } from './files/row.js';
import { ghostSource } from './ghost/row.js';
import { htmlSource } from './html/row.js';
import type { Source, SourceDefinition, SourcePart, SourceTraits } from './port.js';
import { projectSource } from './project/row.js';
import { FOLLOW_LINKS } from './walk-folder.js';
import { wxrSource } from './wxr/row.js';

/** Every source that a build can read. On equal scores the earlier row is chosen. */
export const sources: readonly SourceDefinition[] = [
  wxrSource,
  ghostSource,
  projectSource,
  filesSource,
  htmlSource,
];

/** A request to open a source. */
interface SourceRequest {
  readonly type: SourceType | 'auto';
  /** Absolute. */
  readonly path: string;
  /** The path for messages. */
  readonly label: string;
  readonly options: Readonly<Record<string, unknown>>;
  /** All sources of the run: the same list for each. */
  readonly all?: readonly SourcePart[];
  /** Unix seconds of the run. */
  readonly now?: number;
  /** Reads the sources of a project although it is built. */
  readonly sourceOnly?: boolean;
  /** Absolute: the folder of the built site, if the owner has named it; the pages of a project may be there. */
  readonly site?: string | undefined;
  /** The owner's rules for names that sound like a restriction. Left out, nothing is cut from the texts of entries. */
  readonly privacy?: PrivacyRules;
}

/**
 * Detects the source at a path. Its reader isn't loaded yet.
 * @returns how to open it
 * @throws SvcError `SVC_SOURCE_MISSING` when there is nothing, `SVC_SOURCE_UNKNOWN` when no source can read it
 */
export async function detectSource(request: SourceRequest): Promise<() => Promise<Source>> {
  const { path, label, options, all, now, sourceOnly = false, site, privacy } = request;
  await stat(path).catch((cause: unknown) => {
    throw new SvcError('SVC_SOURCE_MISSING', 'there is no file or folder at this path', {
      file: label,
      fix: 'Check the path: "source" in the configuration is relative to its file, any other to the current folder.',
      cause,
    });
  });
  const place = archiveKind(path) === undefined ? path : await unpackedPlace(path, label);
  const definition = request.type === 'auto' ? await detect(place, place !== path) : byType(request.type);
  if (definition === undefined) throw unknown(request);
  const common = {
    options,
    sourceOnly,
    ...(now === undefined ? {} : { now }),
    ...(site === undefined ? {} : { site }),
  };
  const open = async (): Promise<Source> => {
    const files = exportsIn(place, definition);
    if (files === undefined && place === path)
      return definition.open({ path, ...common, ...(all && { parts: all }) });
    const { SourceList } = await import('./source-list.js');
    const parts = (files ?? ['']).map((file) => ({
      path: join(place, file),
      label: file === '' ? label : `${label}/${file}`,
    }));
    return new SourceList(
      label,
      await Promise.all(parts.map((part) => definition.open({ ...part, ...common, parts }))),
    );
  };
  return privacy === undefined ? open : async () => gated(await open(), privacy, definition.traits);
}

async function unpackedPlace(path: string, label: string): Promise<string> {
  const { unpack } = await import('./unpack.js');
  return onlyFolder(await unpack(path, label));
}

async function gated(source: Source, privacy: PrivacyRules, traits: SourceTraits): Promise<Source> {
  const { GatedSource } = await import('./privacy/gated-source.js');
  return new GatedSource(source, privacy, traits);
}

/**
 * Opens the source at a path; `auto` detects it.
 * @throws SvcError as `detectSource`
 */
export async function openSource(request: SourceRequest): Promise<Source> {
  const open = await detectSource(request);
  return open();
}

/** Detects the type of the source at a path. Returns undefined for nothing, and for an unreadable input. */
export async function typeOfSource(path: string): Promise<SourceType | undefined> {
  const found = await detect(path).catch(() => undefined);
  return found?.type;
}

/** @param isArchive its pages may be those of a theme beside the export */
async function detect(path: string, isArchive = false): Promise<SourceDefinition | undefined> {
  const marks = await Promise.all(sources.map((source) => source.detect(path)));
  const best = Math.max(...marks);
  if (best < 2) {
    // Notes may be next to an export, but an export deep below them belongs to them.
    const depth = best === 0 || isArchive ? undefined : 0;
    const exported = sources.find((source) => exportsIn(path, source, depth) !== undefined);
    if (exported !== undefined || best === 0) return exported;
  }
  return sources[marks.indexOf(best as 0 | 1 | 2)];
}

/** The traits of a kind of source. */
export function traitsOf(type: SourceType): SourceTraits {
  return (byType(type) as SourceDefinition).traits;
}

function byType(type: SourceType): SourceDefinition | undefined {
  return sources.find((source) => source.type === type);
}

function hasLinks(path: string): boolean {
  return (
    statSync(path).isDirectory() &&
    readdirSync(path, { withFileTypes: true }).some((entry) => entry.isSymbolicLink())
  );
}

function unknown({ type, label, path }: SourceRequest): SvcError {
  const known = sources.map((source) => source.type).join(', ');
  const denied = type === 'auto' ? findAccessDenied(path) : undefined;
  if (denied !== undefined) {
    return new SvcError('SVC_SOURCE_MISSING', "permission denied: svc can't read this", {
      file: denied === '' ? label : posix.join(label, denied),
      fix: 'Give the user who runs svc the right to read it, or name another source.',
    });
  }
  if (type === 'auto' && hasLinks(path)) {
    return new SvcError(
      'SVC_SOURCE_UNKNOWN',
      'this folder has symbolic links, which aren’t followed, and nothing else to read',
      { file: label, fix: FOLLOW_LINKS },
    );
  }
  return type === 'auto'
    ? new SvcError('SVC_SOURCE_UNKNOWN', "this isn't an export or a content folder that svc can read", {
        file: label,
        fix: `Give a WordPress export (.xml), a Ghost export (.json), a ZIP or .gz of one, or a folder of Markdown files or built pages, or name its type (${known}).`,
      })
    : new SvcError('SVC_SOURCE_UNKNOWN', `there's no source type "${type}"`, {
        file: label,
        field: 'source.type',
        fix: `Use one of: ${known}.`,
      });
}

/** How deep archives of platforms keep their export. */
const MAX_DEPTH = 5;
const MAX_EXPORTS = 1000;

/**
 * The exports of one kind in a folder and those below it, in the order of their names. Links to them count, since only
 * a file that is an export is read.
 * @param maxDepth 0 for the folder itself
 * @returns undefined when there is none
 */
function exportsIn(
  root: string,
  source: SourceDefinition,
  maxDepth = MAX_DEPTH,
): readonly string[] | undefined {
  const found: string[] = [];
  if (source.isExport === undefined) return undefined;
  if (statSync(root, { throwIfNoEntry: false })?.isDirectory() === true) search('', 0);
  return found.length === 0 ? undefined : found;

  function search(below: string, depth: number): void {
    for (const name of visibleNames(join(root, below))) {
      const path = below + name;
      const stats = statSync(join(root, path), { throwIfNoEntry: false });
      const isFolder = stats?.isDirectory() === true;
      if (isFolder && depth < maxDepth && !isLinkTo(join(root, path))) search(`${path}/`, depth + 1);
      else if (/(?:\.xml|\.json|^[^.]+)$/i.test(name) && source.isExport?.(join(root, path)) === true)
        found.push(path);
      if (found.length >= MAX_EXPORTS) return;
    }
  }
}

/** The folder in which an archive holds everything; the folder itself where there are several things. */
function onlyFolder(root: string): string {
  const [only, ...others] = visibleNames(root);
  if (only === undefined || others.length > 0) return root;
  const path = join(root, only);
  return statSync(path).isDirectory() ? onlyFolder(path) : root;
}

/** Folders behind links may contain themselves. */
function isLinkTo(path: string): boolean {
  return lstatSync(path).isSymbolicLink();
}

function visibleNames(folder: string): readonly string[] {
  return listNames(folder).filter((name) => !name.startsWith('.') && name !== 'node_modules');
}
