import { readFile, realpath, stat } from 'node:fs/promises';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import type { Notice } from '../../site/registry/notice.js';
import type { ClaimedDocument, WellKnownClaim } from '../../site/registry/registry.js';

/** The longest body that a provider may give a well-known document, in bytes. */
const MAX_BYTES = 8 << 20;

/**
 * Gets the bodies of the documents that providers have claimed. A failure only affects its own document: it is
 * neither written nor advertised.
 * @param folder the configuration's folder, to which paths of files are relative
 * @param note called for every claim without a result
 */
export async function openClaims(
  claims: readonly WellKnownClaim[],
  folder: string,
  note: (notice: Notice) => void,
): Promise<readonly ClaimedDocument[]> {
  const documents: ClaimedDocument[] = [];
  for (const claim of claims) {
    try {
      documents.push(await openClaim(claim, folder));
    } catch (error) {
      note({
        level: 'error',
        code: 'provider_error',
        message: `${claim.origin} claimed the well-known document "${claim.name}", but ${messageOf(error)}`,
        fix: 'Correct the plugin. Until then, the document is left out.',
        origin: claim.origin,
      });
    }
  }
  return documents;
}

async function openClaim(claim: WellKnownClaim, folder: string): Promise<ClaimedDocument> {
  const { source } = claim;
  if (source.kind === 'redirect') return { kind: 'redirect', claim, to: source.to };
  const body =
    source.kind === 'file' ? await readBody(folder, source.file) : toBody(await called(source.body));
  if (Buffer.byteLength(body) > MAX_BYTES) throw new Error(`its body is longer than ${MAX_BYTES} bytes`);
  return { kind: 'file', claim, body };
}

/**
 * A file of the project, after links are resolved: files outside it, and hidden ones inside, aren't public.
 * The message names no path.
 */
async function readBody(folder: string, file: string): Promise<Uint8Array> {
  const path = await realpath(resolve(folder, file)).catch(() => undefined);
  if (path === undefined) throw new Error('its file is missing');
  const steps = relative(await realpath(folder), path).split(sep);
  if (steps[0] === '..' || isAbsolute(steps.join(sep))) throw new Error('its file is outside the project');
  if (steps.some((step) => step.startsWith('.') && step !== '.well-known'))
    throw new Error('its file is hidden');
  const found = await stat(path).catch(() => undefined);
  if (found?.isFile() !== true) throw new Error('its file is missing');
  if (found.size > MAX_BYTES) throw new Error(`its file is longer than ${MAX_BYTES} bytes`);
  return readFile(path);
}

async function called(callback: () => unknown): Promise<unknown> {
  try {
    return await callback();
  } catch (cause) {
    throw new Error(`its callback failed: ${messageOf(cause)}`, { cause });
  }
}

function toBody(value: unknown): string | Uint8Array {
  if (typeof value === 'string' || value instanceof Uint8Array) return value;
  if (typeof value === 'object' && value !== null) return JSON.stringify(value, null, 4);
  throw new Error('its callback must return text, bytes or an object');
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : "it threw something that isn't an error";
}
