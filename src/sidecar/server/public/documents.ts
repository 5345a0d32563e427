/** Public responses with documents of the build. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bodyText, type DocumentRow } from '../../../documents/document-row.js';
import { headersOf, profileHeaders, untransformed } from '../../../documents/headers.js';
import {
  carriesUsageHeaders,
  documentLinkHeaders,
  formatLink,
  twinLinkHeaders,
  usageHeaders,
} from '../../../documents/page-head/links.js';
import { endpointOf, LIVE_DISCOVERY } from '../../../insights/activity/endpoints.js';
import type { IndexEntry } from '../../../site/site.js';
import { type FileVersion, fileVersion } from '../find-file.js';
import { type Answer, bodyAnswer, type Fields, type Validity } from './answer.js';
import type { Snapshot } from './public-site.js';
import type { Document } from './target.js';
import { DIRECTORY_TYPE } from './variant.js';

/** Seconds for which the `discovery.json` of a build is valid (spec section 8). */
const DISCOVERY_FOR = 3600;

/** An answer with its validity. */
export interface RenderedDocument extends Validity {
  readonly answer: Answer;
}

/** The circumstances of a request for a document. */
interface DocumentRequest {
  /** Unix seconds. */
  readonly now: number;
  /** Respond with the registered type of key directories instead of plain JSON. */
  readonly asDirectory?: boolean;
  /** At an address that its signature doesn't cover. */
  readonly isElsewhere?: boolean;
  /** At its address below the admin API, where it is always current: it may be cached only as long as lists. */
  readonly isLive?: boolean;
}

/**
 * Returns the answer to a request for a document of the service: from its file if that was built with the current
 * settings, otherwise rendered now.
 * @returns undefined when its file is missing; the next build creates it
 */
export async function documentAnswer(
  snapshot: Snapshot,
  document: Document,
  { now, asDirectory = false, isElsewhere = false, isLive = false }: DocumentRequest,
): Promise<RenderedDocument | undefined> {
  const body = await documentBody(snapshot, document, now);
  if (body === undefined) return undefined;
  const { row, instance } = document;
  const proof = isElsewhere ? undefined : snapshot.documents.sign(row.id, instance.path, body.bytes, now);
  const own = documentFields(snapshot, document);
  const fields: Fields = {
    ...(proof === undefined ? own : untransformed(own)),
    ...(isLive ? profileHeaders('restApi', row.contentType, snapshot.documents.ctx.settings) : {}),
    ...(asDirectory ? { 'Content-Type': DIRECTORY_TYPE } : {}),
    ...proof?.headers,
  };
  const until = [proof?.renewal, body.until].filter((time) => time !== undefined);
  return {
    answer: bodyAnswer(200, fields, body.bytes),
    file: body.file,
    until: until.length === 0 ? undefined : Math.min(...until),
  };
}

/** Returns the header fields of a document, except for those derived from its bytes. */
export function documentFields({ documents: { ctx } }: Snapshot, { row, instance }: Document): Fields {
  const usage = carriesUsageHeaders(instance.path, ctx.readPrefix) ? usageHeaders(ctx) : {};
  const own = row.id === 'markdown' ? twinLinkHeaders(ctx, instance.params as IndexEntry) : [];
  const links = [...documentLinkHeaders(ctx, row.path), ...own];
  return {
    ...headersOf(row, ctx.settings),
    ...usage,
    ...(links.length === 0 ? {} : { Link: links.map(formatLink) }),
  };
}

interface Bytes {
  readonly bytes: Buffer;
  readonly file?: FileVersion;
  /** Unix seconds. */
  readonly until?: number;
}

/** Returns the bytes of a document. */
export async function documentBody(
  { content, documents, isAsBuilt }: Snapshot,
  { row, instance, file }: Document,
  now: number,
): Promise<Bytes | undefined> {
  const isFresh = row.id !== 'discovery' || now - content.built < DISCOVERY_FOR;
  if (row.perEntry || (isAsBuilt && isFresh)) {
    const found = await readSeen(join(content.out, file));
    if (found !== undefined)
      return row.id === 'discovery' ? { ...found, until: content.built + DISCOVERY_FOR } : found;
    // Documents of entries exist only as files.
    if (row.perEntry) return undefined;
  }
  return { bytes: Buffer.from(bodyText(await documents.render(row, instance)), 'utf8') };
}

async function readSeen(path: string): Promise<{ bytes: Buffer; file: FileVersion } | undefined> {
  try {
    const file = fileVersion(path);
    return file && { bytes: await readFile(path), file };
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EISDIR'].includes((error as NodeJS.ErrnoException).code ?? ''))
      return undefined;
    throw error;
  }
}

/** The properties of an answer that the log and the guard use. */
type Marks = Pick<Answer, 'endpoint' | 'isPage' | 'isGuarded'>;

/** Provided documents are guarded, but not recorded. */
export const PROVIDED: Marks = { isGuarded: true };
/** A page is open to everyone; a visit counts when an assistant has sent the reader. */
export const PAGE: Marks = { isPage: true };
/** Markdown instead of a page. */
export const NEGOTIATED: Marks = { endpoint: 'markdown', isGuarded: true };
/** The discovery document below the admin API, which is never refused. */
export const LIVE: Marks = { endpoint: LIVE_DISCOVERY };

/**
 * Returns the marks of a generated document. Recorded documents and `security.txt` are guarded; `robots.txt`, feeds
 * and the REST API are open to everyone.
 * @param path requested address, below the base, decoded
 */
export function documentMarks(row: Pick<DocumentRow, 'guarded' | 'activity'>, path: string): Marks {
  const endpoint = endpointOf(row, path);
  if (endpoint !== undefined) return { endpoint, isGuarded: true };
  return row.guarded ? { isGuarded: true } : {};
}

/** Adds marks to an answer. */
export function marked<M extends RenderedDocument>(made: M, marks: Marks): M {
  return { ...made, answer: { ...made.answer, ...marks } };
}
