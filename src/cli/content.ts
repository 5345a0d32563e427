import type { LoadedConfig } from '../config/config.js';
import { loadConfig } from '../config/load.js';
import { systemClock } from '../core/clock.js';
import { formatUtcZ } from '../core/dates.js';
import { type ExitCode, errorMessage, SvcError } from '../core/errors.js';
import { AbilityError } from '../sidecar/abilities/ability.js';
import { restoreRevision } from '../sidecar/content/write/revisions.js';
import { ContentWriter } from '../sidecar/content/write/writer.js';
import { openStorage } from '../storage/open.js';
import { databaseAddress } from '../storage/open-settings.js';
import type { Storage } from '../storage/port.js';
import { type Revision, revisionsOf } from '../storage/tables/revisions.js';
import { userById } from '../storage/tables/users.js';
import type { DatabaseFlags } from './shared-options.js';
import type { Terminal } from './terminal.js';

/** Maximum number of listed revisions. */
const LISTED = 100;

/** `svc content revisions|restore`. */
export async function content(
  verb: 'revisions' | 'restore',
  number: string,
  flags: DatabaseFlags,
  terminal: Terminal,
): Promise<ExitCode> {
  const id = numberOf(number, verb);
  const loaded = await loadConfig({ ...terminal, flags });
  const storage = await openStorage(databaseAddress(loaded.config, loaded.folder));
  try {
    if (verb === 'revisions') await list(storage, id, flags, terminal);
    else await restore(storage, id, { ...loaded, flags }, terminal);
    return 0;
  } finally {
    await storage.close();
  }
}

function numberOf(text: string, verb: string): number {
  if (/^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text))) return Number(text);
  const what = verb === 'restore' ? 'revision number' : 'page id';
  throw new SvcError('SVC_USAGE', `"${text}" isn't a ${what}`, { fix: 'Give a whole number from 1.' });
}

async function list(
  storage: Storage,
  id: number,
  { json }: DatabaseFlags,
  terminal: Terminal,
): Promise<void> {
  const revisions = await revisionsOf(storage.db, id, LISTED);
  const rows = await Promise.all(revisions.map((revision) => toRow(revision, storage)));
  if (json === true) {
    terminal.out(`${JSON.stringify({ revisions: rows })}\n`);
    return;
  }
  for (const { id: revision, created, user, file, bytes } of rows) {
    terminal.out(`${String(revision).padStart(6)}  ${created}  ${user}  ${file}  ${bytes} bytes\n`);
  }
  if (rows.length === 0) terminal.err(`There are no revisions of the page ${id}.\n`);
}

async function toRow({ id, created, userId, title, file, head, body }: Revision, { db }: Storage) {
  const user = (await userById(db, userId))?.name ?? '-';
  return { id, created: formatUtcZ(created), user, title, file, bytes: Buffer.byteLength(head + body) };
}

async function restore(
  storage: Storage,
  id: number,
  { config, folder, flags }: LoadedConfig & { readonly flags: DatabaseFlags },
  terminal: Terminal,
): Promise<void> {
  const writer = new ContentWriter({
    config,
    folder,
    storage,
    now: () => systemClock(terminal.env).now(),
    logError: (error, what) => terminal.err(`${what}: ${errorMessage(error)}\n`),
  });
  const note = { userId: 0, subject: `Restore revision ${id}` };
  const restored = await restoreRevision(writer, { config, folder, storage }, id, note).catch(
    (error: unknown) => {
      if (!(error instanceof AbilityError)) throw error;
      throw new SvcError('SVC_CONTENT', error.message, { cause: error });
    },
  );
  const { file, kept, changed } = restored;
  if (flags.json === true) terminal.out(`${JSON.stringify(restored)}\n`);
  else if (!changed) terminal.err(`${file} is as revision ${id} keeps it.\n`);
  else
    terminal.err(`Restored ${file}.${kept === 0 ? '' : ` The former text is kept as revision ${kept}.`}\n`);
}
