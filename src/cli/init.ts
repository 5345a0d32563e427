import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Host } from '../config/config.js';
import { type ExitCode, SvcError } from '../core/errors.js';
import { isHttpUrl } from '../core/parsable-url.js';
import { printable } from '../core/text.js';
import { hostTable } from '../deploy/hosts/table.js';
import { ANSWER, CONFIG_FILE, hasConfig, type InitReport, initFolder } from '../sources/init/config-text.js';
import type { DetectedSite } from '../sources/init/detect-site.js';
import { askSome, askText, canAsk } from './ask.js';
import { CI_SERVICES, type CiPlan, type CiService, planCi } from './init-ci/plan-ci.js';
import { type Colours, printResult, shellQuoted, shownPath } from './print.js';
import type { Terminal } from './terminal.js';

/** The flags of `svc init` from commander. */
export interface InitFlags {
  readonly baseUrl?: string;
  readonly ci?: string;
  readonly program?: string;
  readonly yes?: boolean;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

/**
 * `svc init`. With `--ci`, a configuration that is there already is kept.
 * @param dir relative to the current folder, the default
 * @throws SvcError errors of `initFolder` and `planCi`
 */
export async function init(dir: string | undefined, flags: InitFlags, terminal: Terminal): Promise<ExitCode> {
  const { cwd } = terminal;
  const folder = resolve(cwd, dir ?? '.');
  const service = serviceOf(flags);
  const plan = service && (await planCi(service, folder, flags.program));
  const report =
    plan && hasConfig(folder) ? undefined : await initConfig(folder, dir ?? '.', flags, terminal);
  if (flags.dryRun !== true) plan?.write();
  const next = report && nextCommand(report, cwd);
  const isUnnamed = report !== undefined && report.found.url === undefined;
  const ci = plan && {
    files: plan.files,
    next: [...(isUnnamed ? [`Set site.url in ${CONFIG_FILE}.`] : []), ...plan.next],
  };
  const dryRun = flags.dryRun ?? false;
  if (flags.json) {
    terminal.out(
      `${JSON.stringify({ ok: true, dryRun, ...report, ...(next && { next }), ...(ci && { ci }) }, null, 2)}\n`,
    );
    return 0;
  }
  if (report && next) {
    printResult(terminal, dryRun, (colours) => formatInit(report, next, cwd, colours));
  }
  if (ci) printResult(terminal, dryRun, (colours) => formatCi(ci, dryRun, cwd, colours));
  return 0;
}

function initConfig(
  folder: string,
  label: string,
  flags: InitFlags,
  terminal: Terminal,
): Promise<InitReport> {
  const { baseUrl, dryRun = false } = flags;
  const asks = !flags.yes && !flags.json && !dryRun && canAsk(terminal);
  const complete = asks ? (found: DetectedSite) => askInit(folder, found) : undefined;
  return initFolder({ folder, label, baseUrl, dryRun, complete });
}

function serviceOf({ ci, program }: InitFlags): CiService | undefined {
  const service = CI_SERVICES.find((one) => one === ci);
  if (ci !== undefined && service === undefined) {
    throw new SvcError('SVC_USAGE', `--ci is "${ci}"`, { fix: `Use one of: ${CI_SERVICES.join(', ')}.` });
  }
  if (program !== undefined && ci === undefined) {
    throw new SvcError('SVC_USAGE', '--program needs --ci', { fix: 'Add --ci, or leave it out.' });
  }
  return service;
}

function nextCommand({ file, found }: InitReport, cwd: string): string {
  const path = shownPath(file, cwd);
  const config = path.includes('/') || path.includes('\\') ? ` --config ${shellQuoted(path)}` : '';
  return `svc build${config}${found.url === undefined ? ' --base-url https://example.org' : ''}`;
}

function formatInit(
  { file, found, ignore, dryRun }: InitReport,
  next: string,
  cwd: string,
  pc: Colours,
): string {
  const path = printable(shownPath(file, cwd));
  const missing = [
    ...(found.sources.length === 0 && found.siteDir === undefined ? ['"source"'] : []),
    ...(found.url === undefined ? ['"site.url"'] : []),
  ];
  const lines = [
    ...findingLines(found).map(([what, value]) => `${pc.dim(what.padEnd(8))} ${printable(value)}`),
    dryRun ? `${pc.green('Nothing was written (--dry-run)')}: ${path}` : `${pc.green('Written')}: ${path}`,
    ...(ignore.length === 0 ? [] : [`Add to .gitignore: ${printable(ignore.join(' '))}`]),
    `Next: ${printable(missing.length > 0 ? `set ${missing.join(' and ')} in ${path}, then run svc build` : next)}`,
  ];
  return `${lines.join('\n')}\n`;
}

function formatCi({ files, next }: Omit<CiPlan, 'write'>, dryRun: boolean, cwd: string, pc: Colours): string {
  const verb = dryRun ? 'Nothing was written (--dry-run)' : 'Written';
  const lines = [
    ...files.map((file) => `${pc.green(verb)}: ${printable(shownPath(file, cwd))}`),
    ...next.map((one) => `Next: ${one.split('\n').map(printable).join('\n')}`),
  ];
  return `${lines.join('\n')}\n`;
}

function findingLines(found: DetectedSite): [string, string][] {
  const { sources, generator, siteDir, notBuilt, publicDir, url, others } = found;
  const lines: [string, string][] = sources.map(({ type, path }) => [
    type,
    generator === undefined ? path : `${path} (${generator})`,
  ]);
  if (siteDir !== undefined) lines.push(['built', siteDir]);
  if (notBuilt !== undefined) {
    // A source of the type project that isn't built has nothing to read yet.
    const isNeeded = sources.some(({ type }) => type === 'project');
    const why = isNeeded ? 'svc build reads' : 'texts and addresses are better in';
    lines.push(['unbuilt', `run "${notBuilt.command}" first: ${why} ${notBuilt.folder}/`]);
  }
  if (publicDir !== undefined) lines.push(['public', publicDir]);
  if (lines.length === 0)
    lines.push(['nothing', 'to read was found here: name it as "source" in the configuration']);
  if (others.length > 0) lines.push(['not used', `${others.join(', ')} (of another site, or unreadable)`]);
  lines.push(['address', url === undefined ? 'not found' : `${url.url} (${url.from})`]);
  return lines;
}

/** Files that show where a site is published. */
const HOST_FILES: readonly (readonly [file: string, host: Host])[] = [
  ['netlify.toml', 'netlify'],
  ['wrangler.toml', 'cloudflare'],
  ['wrangler.jsonc', 'cloudflare'],
  ['vercel.json', 'vercel'],
  ['Caddyfile', 'caddy'],
];

/**
 * Asks for what a folder doesn't tell, with the findings as answers to accept.
 * @param folder absolute path
 * @throws SvcError `SVC_USAGE` when a question is cancelled
 */
async function askInit(folder: string, found: DetectedSite): Promise<DetectedSite> {
  const address = await askText('Address of the site', found.url?.url ?? '', addressProblem);
  const isEmpty = found.sources.length === 0 && found.siteDir === undefined;
  const sources = isEmpty ? await askSource(folder) : found.sources;
  const hosts = await askSome(
    'Hosts to write header rules for',
    Object.keys(hostTable) as Host[],
    HOST_FILES.filter(([file]) => existsSync(join(folder, file))).map(([, host]) => host),
  );
  const url = address === found.url?.url ? found.url : { url: address.replace(/\/+$/, ''), from: ANSWER };
  return { ...found, sources, hosts, url: address === '' ? undefined : url };
}

async function askSource(folder: string): Promise<DetectedSite['sources']> {
  const path = await askText('Export or folder to read', '', (text) =>
    text.trim() === '' || existsSync(join(folder, text.trim()))
      ? undefined
      : 'There is no such file or folder.',
  );
  return path === '' ? [] : [{ type: 'auto', path }];
}

function addressProblem(text: string): string | undefined {
  if (text.trim() === '' || isHttpUrl(text.trim())) return undefined;
  return 'Write it as https://example.org, or leave it empty for now.';
}
