/** Recognises that nothing has changed since the last build, by what that build read and how. */

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Config, LoadedConfig } from '../../config/config.js';
import type { Settings } from '../../config/settings.js';
import { settingsHash } from '../../config/settings-merge.js';
import { CODE, isReadableName, PROGRAM, statIfThere } from '../../core/files.js';
import { hashTexts } from '../../core/hash.js';
import { joinPieces, type Piece } from '../../core/join-pieces.js';
import { type FileStamp, isUntouched } from '../../deploy/file-states.js';
import type { Output } from '../../deploy/output.js';
import { joinInside } from '../../deploy/safe-path.js';
import { lastChange, STAT_NUMBERS, statFile } from '../../sources/file-stat.js';
import { CONVERSION_SETTINGS, type ConvertContext } from '../convert.js';
import type { BuildReport } from '../report.js';
import type { LastState, NewState } from './build-state.js';

/** A file that changed within this time before a run began may change again within the same timestamp. */
export const UNSURE_MS = 2000;

/** The record of the last run, used to detect a repetition. */
interface RunRow {
  /** Hash of configuration, settings and inputs; the state file covers the program. */
  readonly key: string;
  /** Unix seconds of the run, and of the next change by itself; null for never. */
  readonly now: number;
  readonly until: number | null;
  readonly report: BuildReport;
}

/** Codes of warnings about actions that a repeated run doesn't take. */
const DONE_ONCE: ReadonlySet<string> = new Set(['signing-key-created']);

/** The report of a run that changes nothing. */
const NO_CHANGES = { published: [], withdrawn: [], added: [], changed: [], removed: [], converted: 0 };

/** The data of a run to record. */
interface RunRecord {
  readonly report: BuildReport;
  /** Milliseconds by the system's clock, before the inputs were read. */
  readonly began: number;
  /** Unix seconds of the run. */
  readonly now: number;
  /** Unix seconds of the next change by itself. */
  readonly until: number | undefined;
}

/** The identity of a run. */
interface RunIdentity {
  readonly loaded: LoadedConfig;
  /** The inputs; undefined for a run that is never a repetition. */
  readonly inputs: InputsState | undefined;
  readonly settings: Settings;
  /** Changes with the other inputs of the output, such as the signing keys. */
  stamp(): string;
}

/** Plugins may depend on anything, and a run with another history isn't a repetition. */
export function canBeRepeated({ config, run }: LoadedConfig): boolean {
  const { rehypePlugins, remarkPlugins } = config.converter;
  const plugins = config.plugins.length + rehypePlugins.length + remarkPlugins.length;
  return plugins === 0 && run.previous === undefined && !run.full;
}

/**
 * The report of the last run, when this one would only repeat it: with the same program, configuration, settings and
 * inputs, and with an unchanged output. The only place that decides this.
 * @param now Unix seconds
 */
export function repeatedReport(identity: RunIdentity, last: LastState, now: number): BuildReport | undefined {
  const row = last.get<RunRow>('run', 'report');
  if (row === undefined || identity.inputs === undefined || now < row.now) return undefined;
  if (row.until !== null && now >= row.until) return undefined;
  if (row.key !== keyOf(identity)) return undefined;
  const { out } = identity.loaded.config;
  let unchanged = 0;
  for (const [file, facts] of last.rows<FileStamp>('file')) {
    if (!isUntouched(joinInside(out, String(file)), facts)) return undefined;
    unchanged += 1;
  }
  return { ...row.report, unchanged };
}

/** Records a committed run and its files. */
export function recordRun(
  next: NewState,
  identity: RunIdentity,
  { report, began, now, until }: RunRecord,
  output: Pick<Output, 'files' | 'factsOf'>,
): void {
  if (identity.inputs === undefined || identity.inputs.youngest > began - UNSURE_MS) return;
  for (const file of output.files()) next.add('file', file, output.factsOf(file));
  // Only part of a first build's report.
  const { reservations: _reservations, ...kept } = report;
  const warnings = report.warnings.filter(({ code }) => !DONE_ONCE.has(code));
  const row: RunRow = {
    key: keyOf(identity),
    now,
    until: until ?? null,
    report: { ...kept, ...NO_CHANGES, warnings },
  };
  next.add('run', 'report', row);
}

function keyOf({ loaded, settings, inputs, stamp }: RunIdentity): string {
  return hashTexts([JSON.stringify(loaded.config), settingsHash(settings), inputs?.hash ?? '', stamp()]);
}

/** Everything that a run may read, by name. */
interface InputList {
  /** The configured paths, and whether each is a folder. */
  readonly heads: readonly string[];
  /** Absolute paths of all files. */
  readonly paths: readonly string[];
}

/** The stamps of a run's inputs, without reading any. */
interface InputsState {
  readonly hash: string;
  /** Time of the newest file in milliseconds: one newer than the run itself may have changed unseen. */
  readonly youngest: number;
}

const NOT_CONTENT = new Set(['node_modules', '.git', '.svc']);

/**
 * Lists every file that a run may read: the sources, the generators' configuration files next to them, and the
 * site's own folders.
 */
export function listInputs({ source, siteDir, publicDir, out }: Config): InputList {
  const paths: string[] = [];
  const named = [...source.map(({ path }) => path), siteDir, publicDir].filter((path) => path !== undefined);
  const heads = named.map((path) => {
    const found = statIfThere(path);
    if (found?.isFile() === true) paths.push(path);
    if (found?.isDirectory() !== true) return `${path}\0`;
    listBelow(path, paths, out);
    // Generators are configured in the folder above the content.
    listBelow(dirname(path), paths);
    return `${path}/\0`;
  });
  return { heads, paths };
}

/** @param out the output folder, which isn't entered; left out, no folder is */
function listBelow(folder: string, paths: string[], out?: string): void {
  const start = join(folder, sep);
  const entries = readdirSync(folder, { withFileTypes: true });
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    if (!isReadableName(entry.name)) continue;
    if (entry.isFile()) paths.push(start + entry.name);
    else if (out !== undefined && entry.isDirectory() && !NOT_CONTENT.has(entry.name)) {
      if (start + entry.name !== out) listBelow(start + entry.name, paths, out);
    }
  }
}

/**
 * Reads size and times of all inputs. Many tools set the modification time to that of a commit, or to a constant, so
 * the change time and the inode count too.
 */
export function statInputs({ heads, paths }: InputList): InputsState {
  const numbers = new Float64Array(paths.length * STAT_NUMBERS);
  for (const [place, path] of paths.entries()) {
    const found = statFile(path);
    if (found !== undefined) numbers.set(found, place * STAT_NUMBERS);
  }
  let youngest = 0;
  for (let at = 0; at < numbers.length; at += STAT_NUMBERS)
    youngest = Math.max(youngest, lastChange(numbers, at));
  return { hash: hashTexts(joinPieces(facts())), youngest };

  function* facts(): Iterable<Piece> {
    yield* heads;
    for (const path of paths) yield `${path}\0`;
    yield new Uint8Array(numbers.buffer);
  }
}

interface ConversionInputs
  extends Pick<ConvertContext, 'documentContext' | 'sourceBases' | 'topics' | 'checks'> {
  readonly config: Config;
}

/** A hash of the inputs that the documents of all entries share; another one means: convert all again. */
export function conversionKey(inputs: ConversionInputs): string {
  const { documentContext, sourceBases, topics, config, checks } = inputs;
  const { readPrefix, restApi, sidecar, types } = documentContext;
  const { baseUrl, timeZone } = documentContext.site;
  const settings = CONVERSION_SETTINGS.map((key) => documentContext.settings[key]);
  const served = [
    documentContext.isAvailable('llms'),
    ...['markdown', 'rest-item'].map((id) => documentContext.served(id)),
  ];
  const facts = {
    baseUrl,
    timeZone,
    settings,
    readPrefix,
    restApi,
    sidecar,
    types,
    served,
    sourceBases,
    topics,
    checks,
    privacy: config.privacy,
    converter: config.converter,
  };
  const { rehypePlugins, remarkPlugins } = config.converter;
  const plugins = [...config.plugins, ...[...rehypePlugins, ...remarkPlugins].map(({ name }) => name)];
  return hashTexts([codeVersion(), JSON.stringify(facts), ...plugins.map(pluginText)]);
}

/** A plugin's own text; of a package only the name, since its version is in the lockfile of the site. */
function pluginText(plugin: string): string {
  return statSync(plugin, { throwIfNoEntry: false })?.isFile() === true
    ? readFileSync(plugin, 'utf8')
    : plugin;
}

/**
 * A text that changes with this program: output of an older version is converted again.
 * Sizes and times of its files are enough, since an installation never changes a file without changing its time.
 */
export function codeVersion(): string {
  version ??= hashCode();
  return version;
}

let version: string | undefined;

function hashCode(): string {
  const beside = ['templates', 'schemas'].map((name) => new URL(name, PROGRAM));
  return hashTexts([CODE, ...beside].flatMap((folder) => [...fileFacts(fileURLToPath(folder))]));
}

function* fileFacts(folder: string): Iterable<string> {
  const names = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of names) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* fileFacts(path);
    else if (/\.(?:c?js|ts|css|json)$/.test(entry.name) && !entry.name.endsWith('.d.ts')) {
      const { size, mtimeMs } = statSync(path);
      yield `${entry.name} ${size} ${mtimeMs}\n`;
    }
  }
}
