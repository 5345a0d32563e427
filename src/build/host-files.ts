import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/config.js';
import { settingsHash } from '../config/settings-merge.js';
import { shortHash } from '../core/hash.js';
import type { Piece } from '../core/join-pieces.js';
import { type HostFacts, MARKER } from '../deploy/hosts/host.js';
import { type ReportedLimit, rulesOfHosts } from '../deploy/hosts/table.js';
import type { HeadersManifest } from '../deploy/manifests/neutral.js';
import type { Output } from '../deploy/output.js';
import type { Body } from '../documents/document-row.js';
import type { Run } from './build.js';
import type { BuildEntry } from './build-entry.js';
import { MANIFEST_FILE, packManifest } from './manifest.js';
import type { WrittenDocuments } from './write-table.js';

/** The hosts' rules. */
export interface HostFiles {
  /** Files for `deploy/`, by name. */
  readonly deploy: ReadonlyMap<string, string>;
  readonly limits: readonly ReportedLimit[];
}

/**
 * Adds the files that hosts read from the published folder to the output; where the site has one of its own, ours
 * is appended to its text. Called after all other files have been added.
 */
export function putHostFiles(
  config: Config,
  manifest: HeadersManifest,
  { output, digests }: { readonly output: Output; readonly digests: Digests },
): HostFiles {
  const { files, limits } = rulesOfHosts(config.hosts, manifest, factsOf(config));
  for (const { name, text, place } of files) {
    if (place !== 'out') continue;
    const whole = ownText(config, name) + text;
    output.put(name, whole);
    digests.add(name, whole);
  }
  const deploy = files
    .filter(({ place }) => place === 'deploy')
    .map(({ name, text }) => [name, text] as const);
  return { deploy: new Map(deploy), limits };
}

function factsOf({ sidecar, sidecarAddress }: Config): HostFacts {
  return {
    sidecar: sidecar === true ? `http://${sidecarAddress}` : sidecar || undefined,
    isElsewhere: typeof sidecar === 'string',
  };
}

/** The site's own text of a file that is ours too; undefined for one that an earlier build wrote. */
function ownText({ publicDir, siteDir }: Config, name: string): string {
  for (const folder of [publicDir, siteDir]) {
    const path = folder === undefined ? undefined : join(folder, name);
    if (path === undefined || !existsSync(path)) continue;
    const text = readFileSync(path, 'utf8');
    if (text === '' || text.includes(MARKER)) return '';
    return `${text.replace(/\n*$/, '')}\n\n`;
  }
  return '';
}

/** The results of a build. */
interface BuildResult {
  readonly baseUrl: string;
  /** As in `Manifest`; undefined for one that is missing. */
  readonly foreign: readonly (string | undefined)[];
  /** Dated, ascending by id. */
  readonly entries: readonly BuildEntry[];
  readonly written: WrittenDocuments;
  /** Files for `deploy/`, by name. */
  readonly deploy: ReadonlyMap<string, string>;
}

/** Adds the manifest, when all other files have been added. */
export function putManifest(run: Run, { baseUrl, foreign, entries, written, deploy }: BuildResult): void {
  const { output, loaded, prepared } = run;
  const canonicals = Object.fromEntries(
    entries.flatMap(({ twin, canonical }) => (canonical === undefined ? [] : [[twin, canonical]])),
  );
  const deployed = new Digests();
  for (const [name, text] of deploy) deployed.add(name, text);
  const others = foreign.filter((url) => url !== undefined);
  const bytes = packManifest({
    settings: settingsHash(prepared.settings),
    sidecar: loaded.config.sidecar,
    baseUrl,
    ...(others.length > 0 && { foreign: others }),
    ...(Object.keys(canonicals).length > 0 && { canonicals }),
    feed: written.feed,
    signatures: written.signed.map(({ record }) => record),
    security: written.security,
    digests: written.digests.list(),
    deploy: deployed.list(),
    entries,
    tombstones: written.tombstones,
    files: output.files().filter((file) => file !== MANIFEST_FILE),
  });
  output.put(MANIFEST_FILE, bytes);
}

/** Hex digits of a digest, as in `shortHash`. */
const DIGITS = 16;

/**
 * Short digests of the files that a build makes from more than one entry, by path. `svc validate` compares them with
 * the files. The documents of single entries have a hash of their own in the manifest.
 */
export class Digests {
  readonly #found = new Map<string, string>();

  /** Records the digest of a file. */
  add(file: string, content: string | Uint8Array): void {
    this.#found.set(file, shortHash(content));
  }

  /**
   * The same for a body that is passed on.
   * @returns the body to write; that of a text in pieces is recorded once all of them have been read
   */
  through(file: string, body: Body): Body;
  through(file: string, body: Iterable<Piece>): Iterable<Piece>;
  through(file: string, body: string | Iterable<Piece>): string | Iterable<Piece> {
    if (typeof body !== 'string') return this.#pieces(file, body);
    this.add(file, body);
    return body;
  }

  /** Records a digest from an earlier build. */
  set(file: string, digest: string): void {
    this.#found.set(file, digest);
  }

  /** The digest of a file; undefined where none was recorded. */
  of(file: string): string | undefined {
    return this.#found.get(file);
  }

  *#pieces(file: string, pieces: Iterable<Piece>): Iterable<Piece> {
    const hash = createHash('sha256');
    for (const piece of pieces) {
      hash.update(piece);
      yield piece;
    }
    this.#found.set(file, hash.digest('hex').slice(0, DIGITS));
  }

  /** By path, ascending. */
  list(): Readonly<Record<string, string>> {
    return Object.fromEntries([...this.#found].sort(([a], [b]) => (a < b ? -1 : 1)));
  }
}
