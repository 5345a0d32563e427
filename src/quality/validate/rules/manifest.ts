import { shortHash } from '../../../core/hash.js';
import { addTo } from '../../../core/multimap.js';
import { decodeToNfc } from '../../../core/percent.js';
import { perObject } from '../../../core/remembered.js';
import { twinPath } from '../../../documents/addresses.js';
import { twinHashes } from '../../../documents/markdown-twin.js';
import type { OddPath } from '../folder.js';
import type { Rule } from '../rule.js';
import { type BuildRecord, DISCOVERY_FILE } from '../subject.js';

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
const hashesOf = perObject((record: BuildRecord): ReadonlyMap<string, readonly string[]> => {
  const hashes = new Map<string, string[]>();
  for (const { path, hash } of record.digests === undefined ? [] : record.entries) {
    const file = fileOf(twinPath({ path }));
    addTo(hashes, file, hash);
  }
  return hashes;
});

function fileOf(path: string): string {
  return decodeToNfc(path.slice(1));
}

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
