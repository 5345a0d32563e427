import { fileOf, instancesOf } from '../surfaces/instances.js';
import type { SurfaceContext } from '../surfaces/surface.js';
import type { SigningKey } from './key.js';
import { renewSignature } from './renew.js';
import { DIRECTORY_SURFACE, type SignatureRecord, type SignedHeaders } from './sign.js';

/** A file of the output folder that is sent with a signature. */
export interface SignedFile {
  /** Id of its surface. */
  readonly surface: string;
  /** Path below the base address, percent-encoded, with leading slash. */
  readonly path: string;
  /** Path below the output folder. */
  readonly file: string;
  /** Size of the file. */
  readonly bytes: number;
  readonly record: SignatureRecord;
  readonly headers: SignedHeaders;
}

/** What documents are signed with. */
export interface SignSurfacesOptions {
  readonly key: SigningKey;
  /** What the last build kept; used by path. */
  readonly previous: readonly SignatureRecord[];
  /** The bytes of a file of this build, exactly as they are on disk. */
  read(file: string): Uint8Array;
}

/**
 * Signs every served document that is to be signed, and the key directory, in the order of the table. An
 * unchanged document keeps its signature until half of its validity is spent.
 * @returns nothing while signing is off
 */
export function signSurfaces(
  ctx: SurfaceContext,
  { key, previous, read }: SignSurfacesOptions,
): readonly SignedFile[] {
  const { signing, site, settings, now } = ctx;
  if (signing === undefined) return [];
  const past = new Map(previous.map((record) => [record.path, record]));
  const common = { key, created: now, maxAgeDays: settings.signature_max_age_days };
  const isSigned = (id: string) => signing.surfaces.has(id) || id === DIRECTORY_SURFACE;
  return ctx.table
    .filter((row) => isSigned(row.id) && ctx.served(row.id))
    .flatMap((row) =>
      [...instancesOf(row, ctx)].map((instance) => {
        const [file, url] = [fileOf(instance), site.baseUrl + instance.path];
        const bytes = read(file);
        const form = row.id === DIRECTORY_SURFACE ? 'directory' : 'document';
        const signed = renewSignature(past.get(new URL(url).pathname), { ...common, bytes, url, form });
        return { surface: row.id, path: instance.path, file, bytes: bytes.length, ...signed };
      }),
    );
}
