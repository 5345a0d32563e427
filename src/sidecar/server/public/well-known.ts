import { readFile } from 'node:fs/promises';
import { profileHeaders } from '../../../documents/headers.js';
import type { ClaimedDocument } from '../../../site/registry/registry.js';
import { findWellKnown } from '../find-file.js';
import { bodyAnswer, emptyAnswer } from './answer.js';
import type { RenderedDocument } from './documents.js';
import { rootsOf } from './pages.js';
import type { Snapshot } from './snapshot.js';

const FOLDER = '/.well-known/';

/**
 * Returns a file of the site below `.well-known`, unchanged.
 * @param path below the base, decoded
 * @param isListed true for a file that the build found; any other file counts unless the build wrote it
 */
export async function realFile(
  snapshot: Snapshot,
  path: string,
  isListed: boolean,
): Promise<RenderedDocument | undefined> {
  const { content, made } = snapshot;
  const { publicDir, own, out } = content;
  const roots = isListed ? [...(publicDir === undefined ? [] : [publicDir]), ...own, out] : rootsOf(snapshot);
  const found = findWellKnown(roots, path);
  if (found === undefined) return undefined;
  if (!isListed && found.root === content.out && made.has(found.file)) return undefined;
  const type = path.endsWith('.json') ? 'application/json' : 'text/plain';
  const { path: file, seen } = found;
  const fields = profileHeaders('wellKnown', type, snapshot.documents.ctx.settings);
  return { answer: bodyAnswer(200, fields, await readFile(file)), file: seen };
}

/** Returns a provider's document at an address: a body, or a redirect. */
export function providedDocument(
  { documents: { ctx, claimed } }: Snapshot,
  path: string,
): RenderedDocument | undefined {
  const document = claimed.get(path.slice(FOLDER.length));
  if (document === undefined) return undefined;
  if (document.kind === 'file') {
    const fields = profileHeaders('wellKnown', document.claim.contentType, ctx.settings);
    return { answer: bodyAnswer(200, fields, Buffer.from(document.body)) };
  }
  const Location = headerSafe(target(document, ctx.site.baseUrl));
  // Without the CORS field, a page of another origin may not follow the redirect.
  const fields = { Location, 'Access-Control-Allow-Origin': '*', 'Content-Length': '0' };
  return { answer: emptyAnswer(302, fields) };
}

function target({ to }: Extract<ClaimedDocument, { kind: 'redirect' }>, baseUrl: string): string {
  return to.startsWith('/') ? baseUrl + to : to;
}

/** Encodes an address for a header: addresses from plugins may contain line breaks or characters outside of ASCII. */
function headerSafe(address: string): string {
  return address.replace(/[^\x21-\x7e]/g, (char) => encodeURIComponent(char));
}
