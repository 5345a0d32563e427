import { instancesOf } from '../instances.js';
import type { SurfaceContext } from '../surface.js';
import { isRealFile } from '../well-known-files.js';
import { specLabel } from './spec-labels.js';

const FOLDER = '/.well-known/';

/** Folders of proofs for certificate authorities (RFC 8555 section 8.3): they come and go, and serve nothing else. */
const PROOFS = /^(?:acme-challenge|pki-validation)\//;

/** True for a file of the site that the index lists, by its path below `/.well-known/`. */
export function isIndexed(name: string): boolean {
  return !name.startsWith('.') && !PROOFS.test(name);
}

/** The producer of a document below `/.well-known/`: the site itself, a provider, or the service. */
export type WellKnownOrigin = 'file' | 'managed' | 'generated';

/** One row of the well-known index (spec section 2.1.4). */
export interface WellKnownEntry {
  /** Path below `/.well-known/`. */
  readonly name: string;
  readonly url: string;
  readonly source: WellKnownOrigin;
  readonly spec?: string;
}

/**
 * `well_known` of the discovery document: every address below `/.well-known/` that answers. A real file comes
 * before a generated document, and that before a provider's; a name keeps its place whatever serves it.
 * @see spec sections 2.1.4 and 4.2.1
 */
export function wellKnownIndex(ctx: SurfaceContext): readonly WellKnownEntry[] {
  const sources = new Map<string, WellKnownOrigin>();
  for (const [name, source] of namesOfTable(ctx)) sources.set(name, source);
  for (const { name } of ctx.published.claims) if (!sources.has(name)) sources.set(name, 'managed');
  for (const name of ctx.files.wellKnown) if (isIndexed(name)) sources.set(name, 'file');
  return [...sources].map(([name, source]) => toEntry(ctx, name, source));
}

function* namesOfTable(ctx: SurfaceContext): Iterable<readonly [string, WellKnownOrigin]> {
  for (const row of ctx.table) {
    if (!row.path.startsWith(FOLDER)) continue;
    const isServed = ctx.served(row.id);
    const isLiteral = row.instances === undefined;
    if (!isServed && !isLiteral) continue;
    for (const instance of instancesOf(row, ctx)) {
      const name = decodeURIComponent(instance.path.slice(FOLDER.length));
      if (isRealFile(ctx, instance)) yield [name, 'file'];
      else if (isServed) yield [name, 'generated'];
    }
  }
}

function toEntry(ctx: SurfaceContext, name: string, source: WellKnownOrigin): WellKnownEntry {
  const path = name.split('/').map(encodeURIComponent).join('/');
  const spec = specLabel(name, ctx.asked.specs);
  return { name, url: ctx.site.baseUrl + FOLDER + path, source, ...(spec === '' ? {} : { spec }) };
}
