import type { Warnings } from '../core/warnings.js';
import { twinPath } from '../documents/addresses.js';
import type { DocumentContext } from '../documents/document-row.js';
import type { BuildEntry } from './build-entry.js';
import { entryName } from './place.js';

type Needs = (path: string) => boolean;

/**
 * Finds the prefix of the read API: the configured one, or another if a page needs the address of its index or of one
 * of its files. Pages below the index don't conflict with anything.
 * @param ctx without entries
 */
export function placeReadApi(
  { restPrefix, files }: Pick<DocumentContext, 'restPrefix' | 'files'>,
  entries: readonly BuildEntry[],
  warnings: Warnings,
): string {
  for (let number = 0; ; number++) {
    const prefix = number === 0 ? restPrefix : `svc-api${number === 1 ? '' : `-${number}`}`;
    const needs = needsPlace(prefix);
    const entry = entries.find(({ path }) => needs(path));
    if (entry === undefined && !files.has(`/${prefix}/index.html`)) return prefix;
    const page = entry === undefined ? `the site has /${prefix}/index.html` : claim(entry);
    const message = `The read API isn't at /${prefix}/, because ${page}.`;
    const fix =
      'Set "restPrefix" to a name that no page uses, or keep it: every document names the new address.';
    warnings.add({ code: 'read-api-moved', message, fix });
  }
}

function claim({ title, id, path }: BuildEntry): string {
  return `${entryName(title, id)} has the address ${path}`;
}

function needsPlace(prefix: string): Needs {
  return (path) =>
    path.replace(/\/$/, '') === `/${prefix}` || `${path}/`.startsWith(`/${prefix}/content/v1/`);
}

/** Reports the documents that aren't written, because a page or its twin has their address. */
export function warnOfYielded(
  { table, served }: DocumentContext,
  entries: readonly BuildEntry[],
  warnings: Warnings,
): void {
  const yielding = new Set(table.filter((row) => row.yields && served(row.id)).map((row) => row.path));
  for (const entry of entries) {
    const path = [entry.path, twinPath(entry)].find((one) => yielding.has(one));
    if (path === undefined) continue;
    const message = `The document ${path} isn't written, because ${claim(entry)}.`;
    const fix = 'Change the slug of the page to have both.';
    warnings.add({ code: 'document-replaced', message, fix });
  }
}

/** Reports the site's own indexes: they are published, and the generated ones aren't. */
export function warnOfOwnIndexes({ files, settings, served }: DocumentContext, warnings: Warnings): void {
  const wanted = [
    ['llms', 'llms.txt', 'enable_llms_txt'],
    ['llms-full', 'llms-full.txt', 'enable_llms_full'],
  ] as const;
  for (const [id, file, setting] of wanted) {
    if (!settings[setting] || served(id) || !files.has(`/${file}`)) continue;
    const message = "The site has its own file: it is published as it is, and the build doesn't write one.";
    const fix = `To publish the generated file, delete this one. To keep this one without a warning, set ${setting} to false.`;
    warnings.add({ code: 'own-index', file, message, fix });
  }
}
