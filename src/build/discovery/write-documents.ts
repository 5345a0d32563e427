import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { Output } from '../../deploy/output.js';
import { fileOf } from '../../documents/instances.js';
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
  try {
    return realpathSync(source) === realpathSync(target);
  } catch {
    // The target does not exist yet.
    return false;
  }
}
