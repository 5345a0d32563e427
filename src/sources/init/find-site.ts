import { closeSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isParsableUrl } from '../../core/parsable-url.js';
import { type FoundConfig, siteFromConfig } from '../files/generator-config.js';
import { isOwnOutput } from '../own-output.js';

/** An address and its origin. */
export interface FoundUrl {
  readonly url: string;
  readonly from: string;
}

const BUILT_FOLDERS = (
  '_site public dist out build site _build/html build/site .output/public website/build docs/build docs/book book ' +
  'docs/.vitepress/dist .vitepress/dist docs/.vuepress/dist .vuepress/dist docs/_build/html docs/_site'
).split(' ');
/** Folders of files that are published as they are. */
const PUBLIC_FOLDERS = ['public', 'static'];
const HEAD_BYTES = 4096;

/** Finds a folder of built pages: its `index.html` is a page that this program didn't write. */
export function findBuiltSite(folder: string): string | undefined {
  return ['.', ...BUILT_FOLDERS].find(
    (name) => isPage(join(folder, name, 'index.html')) && !isOwnOutput(join(folder, name)),
  );
}

function isPage(file: string): boolean {
  // A page with front matter is a source, not a built page.
  return /^\uFEFF?\s*(?:<!--[\s\S]*?-->\s*)*<(?:!doctype\b|html\b)/i.test(startOf(file));
}

function startOf(file: string): string {
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) return '';
  const descriptor = openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(HEAD_BYTES);
    return bytes.toString('utf8', 0, readSync(descriptor, bytes, 0, HEAD_BYTES, 0));
  } finally {
    closeSync(descriptor);
  }
}

/** Finds the folder of real files that belong to the site, such as `robots.txt` and images. */
export function findPublic(folder: string, built: string | undefined): string | undefined {
  return PUBLIC_FOLDERS.find(
    (name) =>
      name !== built &&
      statSync(join(folder, name), { throwIfNoEntry: false })?.isDirectory() === true &&
      !isOwnOutput(join(folder, name)) &&
      readdirSync(join(folder, name)).some((file) => file !== 'index.html'),
  );
}

/**
 * Finds the address of the site: in the generator's configuration, in a `CNAME` file, as `homepage` of
 * `package.json`, in that order. Placeholders that generators and tools leave behind do not count.
 */
export function findUrl(folder: string, config: FoundConfig | undefined): FoundUrl | undefined {
  const candidates: readonly (readonly [from: string, url: string | undefined])[] = [
    [config?.file ?? '', config && siteFromConfig(config, folder).baseUrl],
    ...['CNAME', 'public/CNAME', 'static/CNAME', 'docs/CNAME'].map(
      (name) => [name, cnameUrl(join(folder, name))] as const,
    ),
    ['package.json', homepage(join(folder, 'package.json'))],
  ];
  for (const [from, url] of candidates) {
    const usable = url === undefined ? undefined : usableUrl(url);
    if (usable !== undefined) return { url: usable, from };
  }
  return undefined;
}

function cnameUrl(file: string): string | undefined {
  const host = readText(file)?.trim().split(/\s/, 1)[0] ?? '';
  return /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i.test(host) ? `https://${host.toLowerCase()}` : undefined;
}

function homepage(file: string): string | undefined {
  try {
    const { homepage: written } = JSON.parse(readText(file) ?? '{}') as { readonly homepage?: unknown };
    // Many packages name the page of their repository.
    return typeof written === 'string' && !/github\.com|gitlab\.com|npmjs\.com/i.test(written)
      ? written
      : undefined;
  } catch {
    return undefined;
  }
}

const PLACEHOLDER =
  /^(?:localhost|(?:www\.)?example\.(?:com|org|net)|(?:www\.)?(?:yoursite|your-domain|mysite|yourdomain)\.\w+|\d+(?:\.\d+){3})$/i;

function usableUrl(text: string): string | undefined {
  if (!/^https?:\/\//i.test(text) || !isParsableUrl(text)) return undefined;
  const { hostname, origin, pathname } = new URL(text);
  return PLACEHOLDER.test(hostname) ? undefined : origin + pathname.replace(/\/+$/, '');
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
