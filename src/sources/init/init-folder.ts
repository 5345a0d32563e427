import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONFIG_FILES, loadConfig } from '../../config/load.js';
import { SvcError, writeTo } from '../../core/errors.js';
import { isParsableUrl } from '../../core/parsable-url.js';
import { configText } from './config-text.js';
import { detectSite, type Findings } from './detect-site.js';

/** The name of the file that is written. */
export const CONFIG_FILE = 'svc.config.yaml';

/** The result of `svc init`; `--json` prints it as it is. */
export interface InitReport {
  readonly ok: true;
  readonly dryRun: boolean;
  /** Absolute. */
  readonly file: string;
  readonly found: Findings;
  /** Missing lines of `.gitignore`. */
  readonly ignore: readonly string[];
}

/** The options of an initialisation. */
export interface InitOptions {
  /** Absolute path. */
  readonly folder: string;
  /** For messages. */
  readonly label: string;
  readonly baseUrl: string | undefined;
  readonly dryRun: boolean;
  /** Completes what was found, before it is written. */
  readonly complete?: ((found: Findings) => Promise<Findings>) | undefined;
}

/**
 * Writes a configuration for the content of a folder.
 * @throws SvcError `SVC_USAGE` where there is no folder or the address is invalid, `SVC_OUT_OCCUPIED` where there is a
 * configuration already
 */
export async function initFolder(options: InitOptions): Promise<InitReport> {
  const { folder, label, baseUrl, dryRun, complete } = options;
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) {
    if (isAddress(label)) {
      throw new SvcError('SVC_USAGE', `expected a folder, found the address "${label}"`, {
        fix: `In the folder of the site, run: svc init --base-url ${label}`,
      });
    }
    throw new SvcError('SVC_USAGE', 'there is no folder at this path', {
      file: label,
      fix: 'Name the folder with the export, the content or the built site.',
    });
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

function isAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && isParsableUrl(text);
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
function missingInGitignore(folder: string, { out }: Findings): readonly string[] {
  const wanted = out.startsWith('../') ? ['.svc/', 'deploy/'] : ['.svc/', `${out}/`, 'deploy/'];
  const file = join(folder, '.gitignore');
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split(/\r?\n/) : [];
  const isIgnored = (entry: string) =>
    lines.some((line) => line.trim().replace(/^\/|\/$/g, '') === entry.replace(/\/$/, ''));
  return wanted.filter((entry) => !isIgnored(entry));
}
