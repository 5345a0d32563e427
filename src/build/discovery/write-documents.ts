import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { attempt } from '../../core/attempt.js';
import type { Output } from '../../deploy/output.js';
import { fileOf } from '../../documents/instances.js';
import type { Keyring } from '../../documents/signing/keys.js';
import { renewalTime, renewSignature } from '../../documents/signing/renew.js';
import { DIRECTORY_SURFACE, type SignatureRecord, type SignedFile } from '../../documents/signing/sign.js';
import type { SurfaceContext } from '../../documents/surface.js';
import { isRealFile, madeInstances, wellKnownPlaces } from '../../documents/well-known-files.js';
import type { ClaimedDocument } from '../../site/registry/registry.js';
import type { RealFiles } from '../real-files.js';

/** Passes the documents of providers to the output; redirects are left to the hosts' rules. */
export function putClaimed(
  ctx: SurfaceContext,
  claimed: readonly ClaimedDocument[],
  output: Pick<Output, 'put'>,
): void {
  const placeOf = wellKnownPlaces(ctx);
  for (const document of claimed) {
    if (document.kind === 'file') output.put(placeOf(`.well-known/${document.claim.name}`), document.body);
  }
}

/**
 * Copies the site's own files in `.well-known`, also to the further addresses of the documents that they
 * replace. Where the site is its own output folder they are there already, and never become ours.
 * @param target.out the output folder
 */
export function putWellKnownFiles(
  ctx: SurfaceContext,
  { wellKnown }: RealFiles,
  { out, output }: { readonly out: string; readonly output: Pick<Output, 'put'> },
): void {
  const placeOf = wellKnownPlaces(ctx);
  for (const { file, source } of wellKnown) {
    const place = placeOf(file);
    if (!isSame(source, join(out, place))) output.put(place, readFileSync(source));
    for (const copy of aliasesOf(ctx, `/${file}`)) output.put(placeOf(copy), readFileSync(source));
  }
}

/** Files of the addresses that answer with the same bytes as a document of the site itself. */
function aliasesOf(ctx: SurfaceContext, path: string): readonly string[] {
  return ctx.table
    .filter((row) => row.path === path && isRealFile(ctx, row) && ctx.served(row.id))
    .flatMap((row) => madeInstances(row, ctx).map(fileOf));
}

function isSame(source: string, target: string): boolean {
  // The target does not exist yet.
  return attempt(() => realpathSync(source) === realpathSync(target)) ?? false;
}

/** What the signer needs besides the documents. */
export interface SignerOptions {
  readonly keyring: Keyring;
  /** Signatures of the last build. */
  readonly past: readonly SignatureRecord[];
}

/** Signs the documents of one build, each over exactly the bytes that are written. */
export class DocumentSigner {
  readonly #keyring: Keyring;
  readonly #past: ReadonlyMap<string, SignatureRecord>;
  readonly #signed: SignedFile[] = [];

  constructor({ keyring, past }: SignerOptions) {
    this.#keyring = keyring;
    this.#past = new Map(past.map((record) => [record.path, record]));
  }

  /** True for a surface whose documents are signed: those of the list, and the key directory itself. */
  signs(ctx: SurfaceContext, documentId: string): boolean {
    return documentId === DIRECTORY_SURFACE || ctx.signing?.signedIds.has(documentId) === true;
  }

  /** Signs one file, or keeps its signature while it is fresh. */
  sign(
    ctx: SurfaceContext,
    document: Pick<SignedFile, 'documentId' | 'path' | 'file'>,
    bytes: Uint8Array,
  ): void {
    const url = ctx.site.baseUrl + document.path;
    const { record, headers } = renewSignature(this.#past.get(new URL(url).pathname), {
      bytes,
      url,
      key: this.#keyring.current,
      created: ctx.now,
      maxAgeDays: ctx.settings.signature_max_age_days,
      ...(document.documentId === DIRECTORY_SURFACE && { form: 'directory' as const }),
    });
    this.#signed.push({ ...document, bytes: bytes.length, record, headers });
  }

  /** In the order of the table. */
  files(): readonly SignedFile[] {
    return this.#signed;
  }

  /** When the first signature must be renewed, Unix seconds. */
  renewal(): number | undefined {
    const times = this.#signed.map(({ record }) => renewalTime(record));
    return times.length === 0 ? undefined : Math.min(...times);
  }
}
