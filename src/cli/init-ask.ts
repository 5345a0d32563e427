import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Host } from '../config/config.js';
import { hostTable } from '../deploy/hosts/table.js';
import { ANSWER } from '../sources/init/config-text.js';
import type { Findings } from '../sources/init/detect-site.js';
import { askSome, askText } from './ask.js';

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
export async function askInit(folder: string, found: Findings): Promise<Findings> {
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

async function askSource(folder: string): Promise<Findings['sources']> {
  const path = await askText('Export or folder to read', '', (text) =>
    text.trim() === '' || existsSync(join(folder, text.trim()))
      ? undefined
      : 'There is no such file or folder.',
  );
  return path === '' ? [] : [{ type: 'auto', path }];
}

function addressProblem(text: string): string | undefined {
  if (text.trim() === '' || (/^https?:\/\//i.test(text.trim()) && URL.canParse(text.trim())))
    return undefined;
  return 'Write it as https://example.org, or leave it empty for now.';
}
