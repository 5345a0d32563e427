import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { Output } from '../../emit/output.js';
import type { ClaimedDocument } from '../../registry/registry.js';
import type { RealFiles } from '../real-files.js';

/** Hands the documents of providers to the output; redirects are left to the host's rules. */
export function putClaimed(claimed: readonly ClaimedDocument[], output: Output): void {
  for (const document of claimed) {
    if (document.kind === 'file') output.put(`.well-known/${document.claim.name}`, document.body);
  }
}

/**
 * Takes the site's own files in `.well-known` along. Where the site is its own output folder they are there
 * already, and never become ours.
 * @param out the output folder
 */
export function putWellKnownFiles({ wellKnown }: RealFiles, out: string, output: Output): void {
  for (const { file, source } of wellKnown) {
    if (!isSame(source, join(out, file))) output.put(file, readFileSync(source));
  }
}

function isSame(source: string, target: string): boolean {
  try {
    return realpathSync(source) === realpathSync(target);
  } catch {
    // There is no such target yet.
    return false;
  }
}
