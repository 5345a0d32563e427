import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { stringify } from 'yaml';
import { CONFIG_FILES, loadConfig } from '../../config/load.js';
import { configSchema, deref, type Schema } from '../../config/schema.js';
import { SvcError, writeTo } from '../../core/errors.js';
import { isHttpUrl } from '../../core/parsable-url.js';
import { traitsOf } from '../table.js';
import { type DetectedSite, detectSite } from './detect-site.js';

/** The common keys in the order of the file, with a start value. The schema explains them. */
const KEYS: readonly (readonly [key: string, example: unknown])[] = [
  ['site.url', 'https://example.org'],
  ['site.name', 'My site'],
  ['site.description', 'What the site is about, in one sentence.'],
  ['site.lang', 'en'],
  ['site.timezone', 'Europe/Lisbon'],
  ['site.public', true],
  ['site.privacyPolicyUrl', '/privacy/'],
  ['source', 'content'],
  ['siteDir', '_site'],
  ['inPlace', true],
  ['publicDir', 'public'],
  ['out', 'out'],
  ['html', 'render'],
  ['languages', ['fr']],
  ['identity', { type: 'Organization', name: 'My organisation' }],
  ['hosts', ['netlify']],
  ['restApi', 'static'],
  ['sidecar', false],
  ['profile', 'max-readiness'],
  ['plugins', ['./plugin.mjs']],
];

/** The origin of an address that a user has typed. */
export const ANSWER = 'your answer';

const HEAD = `# Configuration of svc. Paths are relative to this file; every key is described in docs/configuration.md.
# To use a key that is switched off, remove the # in front of it (and of the lines that belong to it).`;

/**
 * The text of a configuration: detected values are filled in, the other common keys are commented out.
 * @returns YAML, since JSON has no comments and a module would be a program
 */
function configText(findings: DetectedSite): string {
  const schema = configSchema();
  const found = valuesOf(findings);
  const blocks = KEYS.filter(([key]) => !key.includes('.')).map(([key, example]) =>
    keyBlock(schema, key, found.get(key), example, reasonOf(key, findings)),
  );
  return `${[HEAD, siteBlock(schema, findings), ...blocks].join('\n\n')}\n`;
}

function valuesOf({
  sources: found,
  siteDir,
  inPlace,
  publicDir,
  out,
  url,
  hosts,
}: DetectedSite): ReadonlyMap<string, unknown> {
  const sources = found.map((one) =>
    one.type !== 'auto' && traitsOf(one.type).needsUrl && url !== undefined
      ? { ...one, options: { url: url.url } }
      : one,
  );
  const [first] = sources;
  const values: readonly (readonly [string, unknown])[] = [
    ['source', sources.length > 1 ? sources : first],
    ['siteDir', siteDir],
    ['inPlace', inPlace || undefined],
    ['publicDir', publicDir],
    ['out', out === 'out' ? undefined : out],
    ['hosts', hosts.length === 0 ? undefined : hosts],
  ];
  return new Map(values.filter(([, value]) => value !== undefined));
}

/** The explanation of a value that was filled in. */
function reasonOf(
  key: string,
  { generator, others, out, siteDir, inPlace }: DetectedSite,
): string | undefined {
  if (key === 'source') {
    const left =
      others.length === 0
        ? ''
        : `Not used, because they belong to another site or are unreadable: ${others.join(', ')}.`;
    return generator === undefined ? left || undefined : `Files of a site made with ${generator}.`;
  }
  if (key === 'inPlace' && inPlace) return `${siteDir} already has files of such a build.`;
  if (key === 'out' && out.startsWith('../'))
    return 'Next to this folder, which is the content itself or has a folder "out" of its own.';
  if (key === 'out' && siteDir === 'out') return 'The folder "out" holds the built site.';
  return undefined;
}

function siteBlock(schema: Schema, { url }: DetectedSite): string {
  const lines = KEYS.filter(([key]) => key.startsWith('site.')).flatMap(([key, example]) => {
    const name = key.slice('site.'.length);
    const isFound = name === 'url' && url !== undefined;
    const text = stringify({ [name]: isFound ? url.url : example }).trimEnd();
    const isGiven = url?.from === '--base-url' || url?.from === ANSWER;
    const origin = isFound && !isGiven ? [`  # Found in ${oneLine(url.from)}.`] : [];
    return [`  # ${describe(schema, key)}`, ...origin, isFound ? `  ${text}` : `#  ${text}`];
  });
  return [`# ${describe(schema, 'site')}`, 'site:', ...lines].join('\n');
}

function keyBlock(
  schema: Schema,
  key: string,
  value: unknown,
  example: unknown,
  reason: string | undefined,
): string {
  const lines = stringify({ [key]: value ?? example })
    .trimEnd()
    .split('\n');
  return [
    `# ${describe(schema, key)}`,
    ...(reason === undefined ? [] : [`# ${oneLine(reason)}`]),
    ...(value === undefined ? lines.map((line) => `#${line}`) : lines),
  ].join('\n');
}

/** The schema's own words for a key: the reference and this file say the same. */
function describe(root: Schema, key: string): string {
  let at: Schema = root;
  for (const part of key.split('.')) {
    const properties = (deref(root, at)['properties'] ?? {}) as Readonly<Record<string, Schema>>;
    at = properties[part] ?? {};
  }
  return oneLine(String(at['description'] ?? ''));
}

/** File names are untrusted: they must not end the comment. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');
}

/** The name of the file that is written. */
export const CONFIG_FILE = 'svc.config.yaml';

/** The result of `svc init`; `--json` prints it as it is. */
export interface InitReport {
  readonly ok: true;
  readonly dryRun: boolean;
  /** Absolute. */
  readonly file: string;
  readonly found: DetectedSite;
  /** Missing lines of `.gitignore`. */
  readonly ignore: readonly string[];
}

/** The options of an initialisation. */
interface InitOptions {
  /** Absolute path. */
  readonly folder: string;
  /** For messages. */
  readonly label: string;
  readonly baseUrl: string | undefined;
  readonly dryRun: boolean;
  /** Completes what was found, before it is written. */
  readonly complete?: ((found: DetectedSite) => Promise<DetectedSite>) | undefined;
}

/**
 * Writes a configuration for the content of a folder.
 * @throws SvcError `SVC_USAGE` if the folder is missing or the address is invalid, `SVC_OUT_OCCUPIED` if there is a
 * configuration already
 */
export async function initFolder(options: InitOptions): Promise<InitReport> {
  const { folder, label, baseUrl, dryRun, complete } = options;
  const stats = statSync(folder, { throwIfNoEntry: false });
  if (stats?.isDirectory() !== true) {
    if (isHttpUrl(label)) {
      throw new SvcError('SVC_USAGE', `expected a folder, found the address "${label}"`, {
        fix: `In the folder of the site, run: svc init --base-url ${label}`,
      });
    }
    const isFile = stats !== undefined;
    throw new SvcError(
      'SVC_USAGE',
      isFile ? 'expected a folder, found a file' : 'there is no folder at this path',
      {
        file: label,
        fix: isFile
          ? `Name its folder: svc init ${dirname(label)}`
          : 'Name the folder with the export, the content or the built site.',
      },
    );
  }
  const present = configIn(folder);
  if (present !== undefined) throw alreadyThere(present);
  if (baseUrl !== undefined) await assertAddress(folder, baseUrl);
  const detected = await detectSite(folder, { baseUrl });
  const found = (await complete?.(detected)) ?? detected;
  const file = join(folder, CONFIG_FILE);
  if (!dryRun) write(file, configText(found));
  return { ok: true, dryRun, file, found, ignore: missingInGitignore(folder, found) };
}

/** True where a folder has a configuration of any name. */
export function hasConfig(folder: string): boolean {
  return configIn(folder) !== undefined;
}

function configIn(folder: string): string | undefined {
  return CONFIG_FILES.find((name) => existsSync(join(folder, name)));
}

/** The same check, and the same message, as for the flag of a build. */
async function assertAddress(folder: string, baseUrl: string): Promise<void> {
  await loadConfig({ cwd: folder, flags: { baseUrl }, env: {} });
}

function write(file: string, text: string): void {
  try {
    // A foreign file is never replaced, not even one that has just appeared.
    writeTo(file, () => writeFileSync(file, text, { flag: 'wx' }));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw alreadyThere(CONFIG_FILE);
    rmSync(file, { force: true });
    throw error;
  }
}

function alreadyThere(name: string): SvcError {
  return new SvcError('SVC_OUT_OCCUPIED', 'there is already a configuration', {
    file: name,
    fix: 'Edit it, or move it and run svc init again.',
  });
}

/** The state of builds contains a private key; the output can be rebuilt anywhere. */
function missingInGitignore(folder: string, { out }: DetectedSite): readonly string[] {
  const wanted = out.startsWith('../') ? ['.svc/', 'deploy/'] : ['.svc/', `${out}/`, 'deploy/'];
  const file = join(folder, '.gitignore');
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split(/\r?\n/) : [];
  const isIgnored = (entry: string) =>
    lines.some((line) => line.trim().replace(/^\/|\/$/g, '') === entry.replace(/\/$/, ''));
  return wanted.filter((entry) => !isIgnored(entry));
}
