/** Rules about the manifest of a build. */

import { shortHash } from '../../../core/hash.js';
import { type JsonObject, listOf, objectOf, textOf } from '../../../core/json.js';
import { memoisedByObject } from '../../../core/memoised.js';
import { addTo } from '../../../core/multimap.js';
import { decodeToNfc } from '../../../core/percent.js';
import { twinPath } from '../../../documents/addresses.js';
import { headersOf } from '../../../documents/headers.js';
import { twinHashes } from '../../../documents/markdown-twin.js';
import type { OddPath } from '../folder.js';
import { resolveUrl } from '../resolve-url.js';
import {
  type BuildRecord,
  DISCOVERY_FILE,
  type RawFinding,
  type Rule,
  type StoredNotice,
  type Subject,
} from '../rule.js';
import { lostLink } from './links.js';

/** The folder contains the files of the last build, and none of an earlier one. */
export const manifest: Rule = {
  id: 'manifest',
  level: 'error',
  title: 'Every file of the last build is there, and no document of an earlier one',
  *check({ record, folder, deployment }) {
    if (record === undefined) {
      const message = 'There is no readable manifest, so the files of the deployment are unknown.';
      const fix = folder.has(DISCOVERY_FILE)
        ? 'Deploy the manifest with the other files, or build again.'
        : 'Name the folder that svc build has written, or run svc build.';
      yield { code: 'manifest-missing', file: 'svc-manifest.json.gz', message, fix };
      return;
    }
    for (const file of record.files) {
      if (folder.has(file)) continue;
      const fix = 'Build again.';
      yield { code: 'file-missing', file, message: "The manifest lists this file, but it's missing.", fix };
    }
    for (const file of folder.leftovers()) {
      // If the site is its own output folder, its files are next to the generated ones.
      if (deployment.siteHas(`/${file}`)) continue;
      const message = "This looks like a generated document, but the last build didn't write it.";
      yield { level: 'warning', code: 'leftover', file, message, fix: 'Remove it, unless it is your own.' };
    }
  },
};

const FIX = 'Build again, and let nothing change the files after the build.';

/**
 * The files are those that the build wrote. The manifest contains digests of documents that are made from more than one
 * entry, of host rules, and a hash of the title and text of each entry.
 */
export const built: Rule = {
  id: 'built',
  level: 'error',
  isFallback: true,
  title: 'Documents, twins and the files in `deploy/` are as the build wrote them',
  *check({ record, folder, deployFile }) {
    for (const [file, digest] of Object.entries(record?.digests ?? {})) {
      const found = folder.digestOf(file);
      // The manifest's rule reports missing files.
      if (found === undefined || found === digest) continue;
      const message = 'The file has changed since the build wrote it.';
      yield { code: 'file-changed', file, message, fix: FIX };
    }
    for (const [name, digest] of Object.entries(record?.deploy ?? {})) {
      const bytes = deployFile(name);
      if (bytes === undefined || shortHash(bytes) === digest) continue;
      const message = `deploy/${name} has changed since the build of this folder wrote it.`;
      const fix = 'Build again; keep your own rules in another file.';
      yield { code: 'deploy-changed', file: '', message, fix };
    }
  },
  *checkDocument(document, { record }) {
    if (!document.isWholeTwin) return;
    const hashes = record === undefined ? undefined : hashesOf(record).get(document.file);
    if (hashes === undefined || twinHashes(document.text()).some((hash) => hashes.includes(hash))) return;
    const message = 'The title or the text of the twin has changed since the build wrote it.';
    yield { code: 'twin-changed', file: document.file, message, fix: FIX };
  },
};

/**
 * The hashes of entries by the files of their twins, of which `/a` and `/a/` have one; none for manifests of builds
 * that made no digests.
 */
const hashesOf = memoisedByObject((record: BuildRecord): ReadonlyMap<string, readonly string[]> => {
  const hashes = new Map<string, string[]>();
  for (const { path, hash } of record.digests === undefined ? [] : record.entries) {
    const file = decodeToNfc(twinPath({ path }).slice(1));
    addTo(hashes, file, hash);
  }
  return hashes;
});

const WHAT: Readonly<Record<OddPath['kind'], readonly [code: string, message: string, fix: string]>> = {
  link: [
    'symbolic-link',
    "This symbolic link could lead out of the folder, so it wasn't followed.",
    'Put the file itself there, or remove the link.',
  ],
  special: ['special-file', 'This is neither a file nor a folder.', 'Remove it.'],
  name: [
    'odd-name',
    'No address can name this file: its name has control characters, a backslash, or decomposed letters (not NFC).',
    'Rename it, or build again.',
  ],
};

/** No path in the folder leads out of it or has a name that no address can have. */
export const paths: Rule = {
  id: 'paths',
  level: 'error',
  title: 'Only regular files and folders, under names that an address can have',
  *check({ folder }) {
    for (const { file, kind } of folder.oddPaths()) {
      const [code, message, fix] = WHAT[kind];
      yield { code, file, message, fix };
    }
  },
};

/** The build stored no notice of a refused registration or a failed hook. */
export const notices: Rule = {
  id: 'notices',
  level: 'error',
  title: 'The build had no refused registration and no failed hook',
  *check(subject) {
    for (const notice of subject.notices) yield toFound(notice);
  },
};

function toFound({ level, code, message, fix, origin, hook }: StoredNotice): RawFinding {
  const isNamed = origin === undefined || message.includes(origin);
  const who = isNamed ? '' : `${origin}${hook === undefined ? '' : ` in ${hook}`}: `;
  return {
    level,
    code: (code ?? 'hook-failed').replaceAll('_', '-'),
    file: '',
    message: who + message,
    fix: fix ?? 'Correct the plugin and build again.',
  };
}

/** Documents that list resources, with their relevant members. */
const SHOWN: readonly (readonly [file: string, list: string, key: string])[] = [
  ['.well-known/discovery.json', 'resources', 'id'],
  ['.well-known/discovery.json', 'apis', 'id'],
  ['.well-known/discovery.json', 'agents', 'id'],
  ['.well-known/agent-card.json', 'agents', 'id'],
  ['.well-known/agent-skills/index.json', 'skills', 'resource'],
];

/** Suppressed resources are in no document. */
export const suppressed: Rule = {
  id: 'M14',
  level: 'error',
  title: 'No resource that the owner suppressed is in any document',
  *check({ settings, folder }) {
    const hidden = settings?.suppressed ?? [];
    for (const [file, list, key] of hidden.length === 0 ? [] : SHOWN) {
      for (const [index, item] of listOf(objectOf(folder.value(file))[list]).entries()) {
        const id = objectOf(item)[key];
        if (typeof id !== 'string' || !hidden.includes(id)) continue;
        const message = `The setting suppressed_resources hides "${id}", but it is listed here.`;
        const fix = 'Build again after a change of the settings.';
        yield { code: 'suppressed-resource', file, pointer: `/${list}/${index}`, message, fix };
      }
    }
  },
};

/** The manifest's headers of pages. */
function pageLinks({ headers }: Subject): readonly string[] {
  return listOf(objectOf(headers?.['pages'])['links']).map(textOf);
}

/** Every page links to the master index. */
export const discoveryLink: Rule = {
  id: 'S1',
  covers: ['T14'],
  level: 'error',
  title: 'Pages have a `Link` header to `discovery.json`, and the targets of all their `Link` headers exist',
  *check(subject) {
    if (subject.headers === undefined) return;
    const url = `${subject.deployment.baseUrl}/.well-known/discovery.json`;
    const links = pageLinks(subject);
    for (const relation of ['service-desc', 'discovery']) {
      if (links.some((link) => link.startsWith(`<${url}>`) && link.includes(`rel="${relation}"`))) continue;
      const message = `Pages are sent without a link to ${url} with rel="${relation}".`;
      yield { code: 'link-header', file: '', message, fix: 'Build again.' };
    }
    for (const link of links) {
      const lost = lostLink(/^<([^>]*)>/.exec(link)?.[1] ?? '', subject);
      if (lost !== undefined)
        yield { ...lost, code: 'link-header', file: '', message: `A Link header of pages: ${lost.message}` };
    }
  },
};

/** The hosts' rules name existing files. */
export const hostHeaders: Rule = {
  id: 'headers',
  level: 'error',
  title:
    '`deploy/headers.json` is of this build: its files are there, its address is the same, and each document has the headers that its row names',
  *check(subject) {
    const { headers, deployment, folder } = subject;
    if (headers === undefined) return;
    if (headers['baseUrl'] !== deployment.baseUrl) {
      const message = `deploy/headers.json is for ${JSON.stringify(headers['baseUrl'])}, the folder for ${deployment.baseUrl}.`;
      yield { code: 'headers-base', file: '', message, fix: 'Build again.' };
      return;
    }
    for (const rule of listOf(headers['rules']).map(objectOf)) {
      yield* wrongHeaders(rule, subject);
      const path = textOf(rule['path']);
      const file = textOf(rule['file']);
      if (path === '' || folder.has(file)) continue;
      // A file of the site may be deployed from elsewhere.
      if (resolveUrl(deployment.baseUrl + path, deployment, folder) === 'elsewhere') continue;
      const message = `There is a rule for ${path}, but the file is missing.`;
      yield { code: 'headers-file', file, message, fix: 'Build again.' };
    }
  },
};

/** Headers that a setting may make stricter. */
const CACHING = /^(?:cdn-|cloudflare-cdn-)?cache-control$|^x-accel-/i;

/** The headers that every build writes for a document, whatever its settings. */
function* wrongHeaders(rule: JsonObject, { table }: Subject): Iterable<RawFinding> {
  const row = table.find(({ id }) => id === rule['surface']);
  if (row === undefined) return;
  const found = { ...objectOf(rule['headers']), 'Content-Type': rule['contentType'] } as JsonObject;
  for (const [name, value] of Object.entries(headersOf(row, { bypass_shared_cache: false }))) {
    if (found[name] === value || (CACHING.test(name) && found[name] !== undefined)) continue;
    if (name === 'Content-Type' && found[name] === row.registeredType) continue;
    const where = textOf(rule['path']) || textOf(rule['pattern']);
    const message = `deploy/headers.json sends ${where} with ${name}: ${JSON.stringify(found[name]) ?? 'nothing'}; expected "${value}".`;
    yield { code: 'headers-value', file: '', message, fix: 'Build again.' };
  }
}
