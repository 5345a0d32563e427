import { readFileSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { type Manifest, readManifest } from '../build/manifest.js';
import { findRealFiles } from '../build/real-files.js';
import { storedNotices } from '../build/report.js';
import type { Config, LoadedConfig } from '../config/config.js';
import { Hooks } from '../config/hooks/hooks.js';
import { baseSettings } from '../config/settings-merge.js';
import { fileSettingsStore } from '../config/settings-store.js';
import { attempt } from '../core/attempt.js';
import { systemClock } from '../core/clock.js';
import { SvcError } from '../core/errors.js';
import { objectOf } from '../core/json.js';
import { Warnings } from '../core/warnings.js';
import { DEPLOY_FOLDER, HEADERS_FILE } from '../deploy/deploy.js';
import type { BuildRecord, KnownSettings, ValidateReport } from '../quality/validate/rule.js';
import { openSubject, type SubjectOptions, validateFolder } from '../quality/validate/validate.js';
import type { Project } from './project.js';

/** Which folder to validate. */
export interface ValidateTarget {
  /** Relative to the current folder; undefined for the output folder of the configuration. */
  readonly dir: string | undefined;
  /** True where the call names its configuration, so that a folder that it names belongs to it. */
  readonly isNamed: boolean;
}

/** Validates an output folder of a project that is loaded. */
export async function validateProject(
  { loaded, cwd, env }: Project,
  { dir, isNamed }: ValidateTarget,
): Promise<ValidateReport> {
  const out = dir === undefined ? loaded.config.out : resolve(cwd, dir);
  await assertFolder(out);
  // A named folder may belong to another project than the configuration in the current folder.
  const isOwn = isNamed || loaded.config.out === out;
  const manifest = await readManifest(out).catch(unreadable);
  const deploy = join(isOwn ? loaded.folder : dirname(out), DEPLOY_FOLDER);
  const options: SubjectOptions = {
    out,
    now: systemClock(env).now(),
    record: manifest && recordOf(manifest),
    // Notices of the build of another folder are not about this one.
    notices: isOwn ? storedNotices(join(loaded.folder, '.svc')) : [],
    headers: await readHeaders(deploy),
    deployFile: (name) => readIfThere(join(deploy, name)),
    ...(isOwn ? { ...(await knownOfConfig(loaded, manifest)) } : {}),
  };
  return validateFolder(openSubject(options), { strict: loaded.run.strict });
}

async function assertFolder(out: string): Promise<void> {
  const isFolder = await stat(out).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (isFolder) return;
  const fix = 'Run svc build first, or name the folder: svc validate <dir>.';
  throw new SvcError('SVC_SOURCE_MISSING', 'there is no output folder', { file: out, fix });
}

/** A rule reports a folder without manifest; an unreadable one counts as missing. */
function unreadable(error: unknown): undefined {
  if (error instanceof SvcError) return undefined;
  throw error;
}

function recordOf({
  files,
  sidecar,
  baseUrl,
  foreign,
  canonicals,
  digests,
  deploy,
  entries,
  tombstones,
}: Manifest): BuildRecord {
  const all = { [Symbol.iterator]: () => entries.values() };
  const known = { files, sidecar, baseUrl, ...(foreign && { foreign }), canonicals, tombstones };
  return { ...known, digests: recordOfTexts(digests), deploy: recordOfTexts(deploy), entries: all };
}

/** A manifest may come from anywhere: only digests are used. */
function recordOfTexts(value: unknown): Readonly<Record<string, string>> | undefined {
  const texts = Object.entries(objectOf(value)).filter(([, one]) => typeof one === 'string');
  return value === undefined ? undefined : (Object.fromEntries(texts) as Record<string, string>);
}

function readIfThere(path: string): Uint8Array | undefined {
  return attempt(() => readFileSync(path));
}

/**
 * The manifest of headers next to the configuration.
 * @returns undefined when there is none; an empty object for invalid JSON, which a rule reports
 */
async function readHeaders(deploy: string): Promise<unknown> {
  const text = await readFile(join(deploy, HEADERS_FILE), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return {};
  }
}

type Known = Pick<
  SubjectOptions,
  'baseUrl' | 'restPrefix' | 'pages' | 'settings' | 'foreign' | 'realWellKnown' | 'siteHas'
>;

async function knownOfConfig(loaded: LoadedConfig, manifest: Manifest | undefined): Promise<Known> {
  const { config } = loaded;
  const written = new Set(manifest?.files);
  const { files, sitemap, feed } = findRealFiles(config, manifest?.baseUrl ?? '', (file) =>
    written.has(file),
  );
  const api = config.restApi.mode === 'external' ? [config.restApi.base] : [];
  return {
    baseUrl: config.site.url,
    restPrefix: config.restPrefix,
    pages: pagesOf(config),
    settings: await knownSettings(loaded),
    foreign: [...api, sitemap, feed].filter((url) => url !== undefined),
    realWellKnown: files.wellKnown,
    siteHas: (path) => files.has(path),
  };
}

/** Pages that are changed in place may stay outside the output folder. */
function pagesOf({ html, inPlace, out, siteDir }: Config): SubjectOptions['pages'] {
  if (inPlace && out !== siteDir) return 'none';
  return html === 'render' ? 'all' : undefined;
}

async function knownSettings({ config, folder }: LoadedConfig): Promise<KnownSettings> {
  const base = baseSettings(config.profile, config.identity);
  const store = fileSettingsStore({ folder, base, warnings: new Warnings(), hooks: new Hooks() });
  const { suppressed_resources, markdown_front_matter } = await store.read();
  return { suppressed: suppressed_resources, frontMatter: markdown_front_matter };
}
