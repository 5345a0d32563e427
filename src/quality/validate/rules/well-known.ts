import { listOf, objectOf, textOf } from '../../../core/json.js';
import { encodeSegments } from '../../../core/percent.js';
import { isIndexed } from '../../../documents/discovery/well-known-index.js';
import { withPrefix } from '../../../documents/rest-addresses.js';
import { resolveUrl } from '../resolve-url.js';
import type { Rule } from '../rule.js';
import { DISCOVERY_FILE, type Subject } from '../subject.js';
import { inDiscovery } from './resource-rules.js';

const FOLDER = '.well-known/';

interface Entry {
  readonly pointer: string;
  readonly name: string;
  readonly url: string;
  readonly source: string;
}

function entriesOf({ discovery }: Subject): readonly Entry[] {
  return listOf(discovery['well_known']).map((item, index) => {
    const { name, url, source } = objectOf(item);
    return { pointer: `/well_known/${index}`, name: textOf(name), url: textOf(url), source: textOf(source) };
  });
}

/** A file of the site overrides everything, and the index says so. */
export const realFiles: Rule = {
  id: 'M9',
  covers: ['T12'],
  level: 'error',
  title: "A real file in the site's `.well-known` is in the folder and listed with `source: file`",
  *check(subject) {
    const entries = entriesOf(subject);
    for (const name of subject.realWellKnown ?? []) {
      const file = FOLDER + name;
      // An address that is a folder too has its file inside.
      if (![file, `${file}/index.json`, `${file}/index`].some((place) => subject.folder.has(place))) {
        const fix = 'Build again.';
        yield { file, code: 'real-file-missing', message: "The site's own file isn't in the folder.", fix };
      }
      const entry = entries.find((one) => one.name === name);
      if (entry?.source === 'file' || !isIndexed(name)) continue;
      const found = entry === undefined ? "it isn't listed" : `it is listed as "${entry.source}"`;
      const message = `The site has its own file at ${name}, but ${found}.`;
      yield { ...inDiscovery(entry?.pointer ?? '/well_known'), code: 'real-file-unlisted', message };
    }
  },
};

/** Each entry names its true producer. */
export const wellKnownSources: Rule = {
  id: 'T13',
  level: 'error',
  title: 'Every `source` in `well_known` is file, managed or generated, and names the true producer',
  *check(subject) {
    for (const { pointer, name, source } of entriesOf(subject)) {
      const wrong = wrongSource(name, source, subject);
      if (wrong !== undefined)
        yield { ...inDiscovery(`${pointer}/source`), code: 'well-known-source', message: wrong };
    }
  },
};

function wrongSource(name: string, source: string, { rowOf, realWellKnown }: Subject): string | undefined {
  switch (source) {
    case 'generated':
      return rowOf(FOLDER + name) === undefined ? `The program writes no document "${name}".` : undefined;
    case 'file': {
      const isReal = realWellKnown === undefined || realWellKnown.includes(name);
      return isReal ? undefined : `The site has no file called "${name}".`;
    }
    case 'managed':
      return undefined;
    default:
      return `Expected file, managed or generated, found "${source}".`;
  }
}

/** The index is complete. */
export const wellKnownIndex: Rule = {
  id: 'well-known-index',
  level: 'error',
  title: '`well_known` lists every document below `/.well-known/` once, at its address',
  *check(subject) {
    const { folder, deployment } = subject;
    if (!folder.has(DISCOVERY_FILE)) return;
    const names = new Set<string>();
    for (const { pointer, name, url } of entriesOf(subject)) {
      if (names.has(name)) {
        yield { ...inDiscovery(pointer), code: 'well-known-repeated', message: `"${name}" is listed twice.` };
      }
      names.add(name);
      const expected = `${deployment.baseUrl}/${FOLDER}${encodeSegments(name)}`;
      if (url === expected) continue;
      const message = `Expected the address ${expected}, found "${url}".`;
      yield { ...inDiscovery(`${pointer}/url`), code: 'well-known-address', message };
    }
    for (const name of namesIn(subject)) {
      if (names.has(name)) continue;
      const message = `${FOLDER}${name} is there, but not in the index.`;
      yield { ...inDiscovery('/well_known'), code: 'well-known-unlisted', message };
    }
  },
};

/** Documents of the service at any depth, and all other files directly in the folder. */
function* namesIn({ folder, rowOf }: Subject): Iterable<string> {
  for (const file of folder.files(FOLDER.slice(0, -1))) {
    const path = rowOf(file)?.path;
    const name = (path ?? `/${file}`).slice(FOLDER.length + 1);
    if (path !== undefined || (!name.includes('/') && !name.startsWith('.'))) yield name;
  }
}

/** A document with several addresses has the same bytes at each. */
export const aliases: Rule = {
  id: 'aliases',
  level: 'error',
  title: 'A document and its aliases have the same bytes',
  *check({ table, folder, deployment }) {
    for (const row of table.filter((one) => (one.aliases?.length ?? 0) > 0 && !one.path.includes('{'))) {
      const document = folder.document(row.path.slice(1));
      if (document?.source !== 'generated') continue;
      for (const path of row.aliases ?? []) {
        const file = withPrefix(path, deployment).slice(1);
        const alias = folder.document(file) ?? folder.document(`${file}/index.json`);
        if (alias === undefined && resolveUrl(deployment.baseUrl + path, deployment, folder) === 'missing') {
          const fix = 'Build again.';
          yield { file, code: 'alias-missing', message: `This address of ${document.file} is missing.`, fix };
        } else if (alias?.source === 'generated' && !Buffer.from(alias.bytes()).equals(document.bytes())) {
          const message = `The bytes differ from those of ${document.file}.`;
          yield { file: alias.file, code: 'alias-differs', message, fix: 'Build again.' };
        }
      }
    }
  },
};
