import { readFile } from 'node:fs/promises';
import { memoisedByObject } from '../../../core/memoised.js';
import { onSite } from '../../../core/paths.js';
import { createDocumentContext } from '../../../documents/context.js';
import { bodyText, type DocumentContext } from '../../../documents/document-row.js';
import { headersOf, profileHeaders } from '../../../documents/headers.js';
import { findWellKnown } from '../find-file.js';
import { bodyAnswer, emptyAnswer } from './answer.js';
import { documentMarks, marked, type RenderedDocument } from './documents.js';
import { rootsOf } from './pages.js';
import type { Snapshot } from './public-site.js';
import { Routes } from './target.js';

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
  const Location = headerSafe(onSite(document.to, ctx.site.baseUrl));
  // Without the CORS field, a page of another origin may not follow the redirect.
  const fields = { Location, 'Access-Control-Allow-Origin': '*', 'Content-Length': '0' };
  return { answer: emptyAnswer(302, fields) };
}

/** Encodes an address for a header: addresses from plugins may contain line breaks or characters outside of ASCII. */
function headerSafe(address: string): string {
  return address.replace(/[^\x21-\x7e]/g, (char) => encodeURIComponent(char));
}

/**
 * Returns the OAuth metadata of a sidecar on another origin than the site's. They belong to the origin of this
 * program, and aren't documents of the site.
 * @param path with leading slash, decoded
 */
export function metadataElsewhere(
  { documents: { ctx } }: Snapshot,
  path: string,
): RenderedDocument | undefined {
  if (ctx.sidecar || ctx.sidecarBase === undefined) return undefined;
  const origin = originOf(ctx);
  const route = origin.routes.find(path);
  if (typeof route !== 'object' || !route.row.ofSidecar) return undefined;
  const body = bodyText(route.row.render(origin.ctx, route.instance.params));
  const fields = headersOf(route.row, ctx.settings);
  return marked(
    { answer: bodyAnswer(200, fields, Buffer.from(body, 'utf8')) },
    documentMarks(route.row, path),
  );
}

const originOf = memoisedByObject((ctx: DocumentContext) => {
  const here = createDocumentContext({ ...ctx, sidecar: true }, ctx.table);
  return { ctx: here, routes: new Routes(here) };
});
