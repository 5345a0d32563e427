import { copyFile, mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { SvcError } from '../core/errors.js';
import type { Warnings } from '../core/warnings.js';
import { isUntouched } from '../deploy/file-states.js';
import { joinInside } from '../deploy/safe-path.js';
import type { EntryRow } from './lookups.js';
import { MANIFEST_FILE, type Manifest, readManifest, unpackManifest } from './manifest.js';
import { LastState } from './state/build-state.js';

/** Copies the manifest of a sidecar's output, whose builds must go on when the manifest itself is damaged. */
export async function copyManifest(out: string, state: string): Promise<void> {
  const folder = join(state, 'cache');
  await mkdir(folder, { recursive: true });
  await copyFile(join(out, MANIFEST_FILE), join(folder, MANIFEST_FILE));
}

/**
 * Reads the manifest of the output folder, or the sidecar's copy of a damaged one.
 * @throws SvcError `SVC_PREVIOUS_UNREADABLE` for a damaged manifest without a copy
 */
export async function readOwn(out: string, state: string, warnings: Warnings): Promise<Manifest | undefined> {
  try {
    return await readManifest(out);
  } catch (error) {
    const copy = await readManifest(join(state, 'cache')).catch(() => undefined);
    if (copy === undefined) throw error;
    const message = 'The manifest was damaged. The build used a copy of it, and has written it again.';
    warnings.add({ code: 'manifest-damaged', message, file: join(out, MANIFEST_FILE) });
    return copy;
  }
}

/**
 * Lists the files that earlier builds wrote for entries, for an output folder whose manifest was deleted. The build can
 * then remove those that are no longer public. Files that were changed since are left out.
 * @param state the folder of the state. It is read here because a full build ignores it otherwise
 */
export function entryFilesOf(out: string, state: string): readonly string[] {
  const rows = [...LastState.read(state).rows<EntryRow>('entry')];
  return rows
    .flatMap(([, { files }]) => files)
    .filter(([file, facts]) => isUntouched(joinInside(out, file), facts))
    .map(([file]) => file);
}

const TIMEOUT_MS = 30_000;
const MAX_BYTES = 256 * 1024 * 1024;

/**
 * The manifest of the last deployment, for a runner without a state of its own.
 * @param previous absolute folder or http(s) URL of the deployment
 * @returns undefined for a first deployment, which is a warning
 * @throws SvcError `SVC_PREVIOUS_UNREADABLE` for any other failure; nothing has been written then
 */
export async function readPrevious(previous: string, warnings: Warnings): Promise<Manifest | undefined> {
  const manifest = /^https?:\/\//i.test(previous)
    ? await fetchManifest(previous)
    : await fromFolder(previous);
  if (manifest === undefined) {
    const message = `The previous deployment has no ${MANIFEST_FILE}, so this counts as the first deployment, without tombstones.`;
    warnings.add({ code: 'first-deployment', message, file: previous });
  }
  return manifest;
}

async function fromFolder(folder: string): Promise<Manifest | undefined> {
  const found = await stat(folder).catch(() => undefined);
  if (found?.isDirectory() !== true) throw unreadable(folder, 'there is no such folder');
  return readManifest(folder);
}

async function fetchManifest(url: string): Promise<Manifest | undefined> {
  const address = `${url.replace(/\/+$/, '')}/${MANIFEST_FILE}`;
  let response: Response;
  try {
    response = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS), headers: { accept: '*/*' } });
  } catch (cause) {
    throw unreadable(address, "the address doesn't respond", cause);
  }
  if (response.status === 404 || response.status === 410) return undefined;
  if (!response.ok) throw unreadable(address, `the response has status ${response.status}`);
  const size = Number(response.headers.get('content-length') ?? 0);
  if (size > MAX_BYTES) throw unreadable(address, 'the response is larger than any manifest');
  const bytes = await response.arrayBuffer().catch((cause: unknown) => {
    throw unreadable(address, 'the response ended early', cause);
  });
  return unpackManifest(new Uint8Array(bytes), address);
}

function unreadable(where: string, what: string, cause?: unknown): SvcError {
  const message = `the previous deployment can't be read: ${what}`;
  const fix = 'Check --previous and try again; leave it out for a first deployment.';
  return new SvcError('SVC_PREVIOUS_UNREADABLE', message, { file: where, fix, cause });
}
