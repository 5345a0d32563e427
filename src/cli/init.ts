import { resolve } from 'node:path';
import type { ExitCode } from '../core/errors.js';
import { printable } from '../core/printable.js';
import { type InitReport, initFolder } from '../sources/init/init-folder.js';
import type { Findings } from '../sources/init/look.js';
import { type Colours, coloursOf } from './colours.js';
import { shellQuoted } from './shell-quoted.js';
import { shownPath } from './shown-path.js';
import type { Terminal } from './terminal.js';

/** The flags of `svc init` from commander. */
export interface InitFlags {
  readonly baseUrl?: string;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

/**
 * `svc init`.
 * @param dir relative to the current folder, the default
 * @throws SvcError errors of `initFolder`
 */
export async function init(dir: string | undefined, flags: InitFlags, terminal: Terminal): Promise<ExitCode> {
  const { cwd } = terminal;
  const report = await initFolder({
    folder: resolve(cwd, dir ?? '.'),
    label: dir ?? '.',
    baseUrl: flags.baseUrl,
    dryRun: flags.dryRun ?? false,
  });
  const next = nextCommand(report, cwd);
  if (flags.json) terminal.out(`${JSON.stringify({ ...report, next }, null, 2)}\n`);
  else terminal.err(formatInit(report, next, cwd, coloursOf(terminal)));
  return 0;
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
  const lines = [
    ...findingLines(found).map(([what, value]) => `${pc.dim(what.padEnd(8))} ${printable(value)}`),
    dryRun ? `${pc.green('Nothing was written (--dry-run)')}: ${path}` : `${pc.green('Written')}: ${path}`,
    ...(ignore.length === 0 ? [] : [`Add to .gitignore: ${printable(ignore.join(' '))}`]),
    `Next: ${printable(next)}`,
  ];
  return `${lines.join('\n')}\n`;
}

function findingLines(found: Findings): [string, string][] {
  const { sources, generator, siteDir, notBuilt, publicDir, url, others } = found;
  const lines: [string, string][] = sources.map(({ type, path }) => [
    type,
    generator === undefined ? path : `${path} (${generator})`,
  ]);
  if (siteDir !== undefined) lines.push(['built', siteDir]);
  if (notBuilt !== undefined)
    lines.push([
      'unbuilt',
      `run "${notBuilt.command}" first: texts and addresses are better in ${notBuilt.folder}/`,
    ]);
  if (publicDir !== undefined) lines.push(['public', publicDir]);
  if (lines.length === 0)
    lines.push(['nothing', 'to read was found here: name it as "source" in the configuration']);
  if (others.length > 0) lines.push(['not used', `${others.join(', ')} (of another site, or unreadable)`]);
  lines.push(['address', url === undefined ? 'not found: set "site.url"' : `${url.url} (${url.from})`]);
  return lines;
}
