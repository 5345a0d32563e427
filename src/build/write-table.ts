import { EventLoopShare } from '../core/event-loop-share.js';
import { hashTexts, shortHash } from '../core/hash.js';
import type { FileStamp } from '../deploy/file-states.js';
import { type HeadersManifest, headersManifest } from '../deploy/manifests/neutral.js';
import { selectChanges } from '../documents/changes.js';
import {
  type Body,
  bodyText,
  type DocumentContext,
  type DocumentHooks,
  type DocumentRow,
} from '../documents/document-row.js';
import { renderDocument } from '../documents/render.js';
import { restItemFile } from '../documents/rest-addresses.js';
import { type Keyring, keysChangeAt } from '../documents/signing/keys.js';
import { renewalTime } from '../documents/signing/renew.js';
import type { SignedFile } from '../documents/signing/sign.js';
import { documentTable, fileOf } from '../documents/table.js';
import { isRealFile, madeInstances, wellKnownPlaces } from '../documents/well-known-files.js';
import { schemaErrors } from '../quality/validate/ajv.js';
import { changeTime, createTombstones } from '../site/history.js';
import type { IndexEntry, Tombstone } from '../site/site.js';
import type { TermIndex } from '../site/term-index.js';
import type { RawTerm } from '../sources/port.js';
import type { Run } from './build.js';
import type { BuildEntry } from './build-entry.js';
import { entriesByTerm } from './callbacks.js';
import { type BaseFacts, type ConvertedFacts, documentContextOf } from './context.js';
import { gatherDiscovery } from './discovery/gather.js';
import type { SecurityExpiry } from './discovery/security-expiry.js';
import { DocumentSigner, putClaimed, putWellKnownFiles } from './discovery/write-documents.js';
import { Digests } from './host-files.js';
import type { Manifest } from './manifest.js';
import type { PageRedirect } from './redirects.js';
import { readTwin, type TwinReader } from './twin-files.js';

interface WriteOptions {
  readonly baseFacts: BaseFacts;
  readonly entries: readonly BuildEntry[];
  readonly terms: TermIndex;
  /** Addresses of generated lists of entries, below the base. */
  readonly archives: readonly string[];
  readonly redirects: readonly PageRedirect[];
  /** Absolute address of a term's archive; empty where there is none. */
  termUrl(term: Pick<RawTerm, 'taxonomy' | 'slug' | 'url'>): string;
}

/** The data for the manifest. */
export interface WrittenDocuments {
  readonly feed: Manifest['feed'];
  readonly tombstones: readonly Tombstone[];
  /** Of documents that are made from more than one entry. */
  readonly digests: Digests;
  readonly signed: readonly SignedFile[];
  readonly keyring: Keyring | undefined;
  /** The rules for web servers. */
  readonly headers: HeadersManifest;
  readonly security: SecurityExpiry;
  /** Unix seconds at which a signature or a validity must be renewed. */
  readonly until: number | undefined;
  /** The inputs of the documents, with texts that are read again. */
  collectedFrom(reader: TwinReader): ConvertedFacts;
}

/** Renders every document that is made from more than one entry and adds it to the output. */
export async function writeTable(run: Run, options: WriteOptions): Promise<WrittenDocuments> {
  const { past, output, prepared, loaded, notices } = run;
  const keyring = await run.openKeyring();
  const { entries } = options;
  const before = options.baseFacts;
  const tombstones = createTombstones({
    past,
    entries,
    baseUrl: before.site.baseUrl,
    now: before.rules.gate.now,
    deletedAt: changeTime(past, before.rules.gate.now),
    retainDays: before.rules.retainDays,
    record: before.settings.enable_changes,
  });
  const collected = collect(output, options, tombstones);
  const feed = dateFeed(documentContextOf(before, collected), past);
  const { facts, claimed, security } = await gatherDiscovery(
    { prepared, folder: loaded.folder, keyring, pastExpiry: past?.security, note: notices.add },
    before,
    collected,
  );
  const baseFacts = { ...before, discovery: facts };
  const ctx = documentContextOf(baseFacts, { ...collected, feedGenerated: feed.generated });
  const signer = keyring && new DocumentSigner(keyring, past?.signatures ?? []);
  const digests = new Digests();
  const signed = await writeDocuments(run, ctx, { signer, digests });
  putClaimed(ctx, claimed, {
    put: (file, body) => {
      if (typeof body === 'string' || body instanceof Uint8Array) digests.add(file, body);
      return output.put(file, body);
    },
  });
  putWellKnownFiles(ctx, baseFacts.real, { out: loaded.config.out, output });
  const maxAge = ctx.settings.signature_max_age_days;
  const renewals = [
    ...signed.map(({ record }) => renewalTime(record)),
    ctx.signing && keysChangeAt(ctx.signing.keys, maxAge),
    ctx.served('security-txt') ? security.renewal : undefined,
  ];
  const known = renewals.filter((time) => time !== undefined);
  const { expires, days } = security;
  return {
    feed,
    tombstones,
    digests,
    signed,
    keyring,
    headers: headersManifest(ctx, {
      signed,
      archives: options.archives,
      redirects: options.redirects,
      hosts: loaded.config.hosts,
    }),
    security: { expires, days },
    until: known.length === 0 ? undefined : Math.min(...known),
    collectedFrom: (reader) => ({ ...collect(reader, options, tombstones), feedGenerated: feed.generated }),
  };
}

/** Where documents are signed and their digests noted. */
interface DocumentWriters {
  readonly signer: DocumentSigner | undefined;
  readonly digests: Digests;
}

/**
 * Writes every document of the table except those of single entries, which are written already.
 * @returns those that are signed, in the order of the table
 */
async function writeDocuments(
  run: Run,
  ctx: DocumentContext,
  { signer, digests }: DocumentWriters,
): Promise<readonly SignedFile[]> {
  const { output, prepared, notices } = run;
  const signed: SignedFile[] = [];
  const hooks: DocumentHooks = {
    apply: (name, value, ...args) => prepared.hooks.apply(name, value, ...args),
    note: notices.add,
    check: schemaErrors,
  };
  const placeOf = wellKnownPlaces(ctx);
  const share = new EventLoopShare();
  for (const row of documentTable) {
    if (row.perEntry || !ctx.served(row.id)) continue;
    // The aliases of a document are copies of the site's own file.
    if (isRealFile(ctx, row)) continue;
    for (const instance of madeInstances(row, ctx)) {
      await share.yieldTurn();
      const file = placeOf(fileOf(instance));
      const joins = row.joins?.(instance.params);
      if (joins !== undefined) {
        putItemList(run, file, joins, () => row.render(ctx, instance.params));
        continue;
      }
      const body = await renderDocument(row, ctx, instance, hooks);
      output.put(file, digests.through(file, body));
      checkDocument(row, file, body, hooks);
      const document = { documentId: row.id, path: instance.path };
      const renewed = signer?.sign(ctx, document, () => Buffer.from(bodyText(body), 'utf8'));
      if (renewed === undefined) continue;
      signed.push({ ...document, file, bytes: Buffer.byteLength(bodyText(body)), ...renewed });
    }
  }
  return signed;
}

/** The gate of every JSON document: one that its schema refuses is a finding. */
function checkDocument(row: DocumentRow, file: string, body: Body, { check, note }: DocumentHooks): void {
  if (row.schema === undefined) return;
  const [error] = check(row.schema, JSON.parse(bodyText(body)));
  if (error === undefined) return;
  note({
    level: 'error',
    code: 'document_invalid',
    message: `${file} violates its schema: ${error}`,
    fix: 'Check the settings and plugins that it is made from.',
    origin: 'svc',
  });
}

function collect(
  output: TwinReader,
  { baseFacts, entries, terms, termUrl }: WriteOptions,
  tombstones: readonly Tombstone[],
): ConvertedFacts {
  const lists = entries.map((entry) => entry.terms);
  const addresses = documentContextOf(baseFacts);
  return {
    entries,
    terms: terms.used(lists, termUrl),
    entriesOf: entriesByTerm(entries, terms),
    tombstones,
    feedGenerated: 0,
    twinText: (entry) => readTwin(output, addresses, entry),
    itemJson: (entry) => output.read(restItemFile(addresses, entry) ?? ''),
  };
}

/** The feed keeps its time while its items stay the same. */
function dateFeed(ctx: DocumentContext, past: Manifest | undefined): Manifest['feed'] {
  const { items, truncated } = selectChanges(ctx);
  const hash = hashTexts([JSON.stringify([items, truncated])]);
  return { hash, generated: past?.feed.hash === hash ? past.feed.generated : changeTime(past, ctx.now) };
}

/** The state file's record of a list. */
interface ListRow {
  /** Hash of the ids of its entries. */
  readonly key: string;
  readonly facts: FileStamp;
}

/**
 * Writes a list of the read API, which consists of the items of entries only. Keeps that of the last build when the
 * entries are the same and their items are unchanged: rendering it would mean reading all items.
 * @param render makes the list
 */
function putItemList(
  { output, last, next }: Pick<Run, 'output' | 'last' | 'next'>,
  file: string,
  entries: readonly IndexEntry[],
  render: () => Body,
): void {
  const key = shortHash(entries.map(({ id }) => id).join());
  const before = last.get<ListRow>('list', file);
  const isSame =
    before?.key === key &&
    entries.every((entry) => (entry as BuildEntry).isReused) &&
    output.keep(file, before.facts);
  if (isSame) next.keep('list', file);
  else next.add('list', file, { key, facts: output.put(file, render()) });
}
