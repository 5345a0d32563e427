import type { Keyring } from '../../documents/signing/keys.js';
import { renewalTime, renewSignature } from '../../documents/signing/renew.js';
import { DIRECTORY_SURFACE, type SignatureRecord, type SignedFile } from '../../documents/signing/sign.js';
import type { SurfaceContext } from '../../documents/surface.js';

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
    return documentId === DIRECTORY_SURFACE || ctx.signing?.surfaces.has(documentId) === true;
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
