import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { attempt } from '../../core/attempt.js';
import type { Output } from '../../deploy/output.js';
import type { DocumentContext } from '../../documents/document-row.js';
import { fileOf } from '../../documents/instances.js';
import type { Keyring } from '../../documents/signing/keys.js';
import { type Renewed, renewSignature } from '../../documents/signing/renew.js';
import { DIRECTORY_ID, type SignatureRecord, type SignedFile } from '../../documents/signing/sign.js';
import { isRealFile, madeInstances, wellKnownPlaces } from '../../documents/well-known-files.js';
import type { ClaimedDocument } from '../../site/registry/registry.js';
import type { RealFiles } from '../real-files.js';

/** Passes the documents of providers to the output; redirects are left to the hosts' rules. */
export function putClaimed(
  ctx: DocumentContext,
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
  ctx: DocumentContext,
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
function aliasesOf(ctx: DocumentContext, path: string): readonly string[] {
  return ctx.table
    .filter((row) => row.path === path && isRealFile(ctx, row) && ctx.served(row.id))
    .flatMap((row) => madeInstances(row, ctx).map(fileOf));
}

function isSame(source: string, target: string): boolean {
  // The target does not exist yet.
  return attempt(() => realpathSync(source) === realpathSync(target)) ?? false;
}

/** Signs documents, each over exactly the bytes that are sent. */
export class DocumentSigner {
  readonly #signatures: Map<string, SignatureRecord>;

  /** @param past signatures of the last build */
  constructor(
    private readonly keyring: Keyring,
    past: readonly SignatureRecord[],
  ) {
    this.#signatures = new Map(past.map((record) => [record.path, record]));
  }

  /**
   * Signs a document, or keeps its signature while it is fresh.
   * @param bytesOf called for documents that are signed
   * @returns undefined for documents that aren't signed: those that are neither listed nor the key directory itself
   */
  sign(
    ctx: DocumentContext,
    { documentId, path }: Pick<SignedFile, 'documentId' | 'path'>,
    bytesOf: () => Uint8Array,
    now = ctx.now,
  ): Renewed | undefined {
    const isDirectory = documentId === DIRECTORY_ID;
    if (!isDirectory && ctx.signing?.signedIds.has(documentId) !== true) return undefined;
    const url = ctx.site.baseUrl + path;
    const { pathname } = new URL(url);
    const renewed = renewSignature(this.#signatures.get(pathname), {
      bytes: bytesOf(),
      url,
      key: this.keyring.current,
      created: now,
      maxAgeDays: ctx.settings.signature_max_age_days,
      ...(isDirectory && { form: 'directory' as const }),
    });
    this.#signatures.set(pathname, renewed.record);
    return renewed;
  }
}
