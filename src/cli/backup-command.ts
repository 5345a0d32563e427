import type { Command } from 'commander';
import type { BackupFlags } from './backup.js';
import { databaseCommand } from './shared-options.js';
import type { Exit, Terminal } from './terminal.js';

const BACKUP_EXAMPLES = `
Examples:
  svc backup backups/monday.db
      the database of the configuration, else .svc/svc.db; a server may go on meanwhile
  svc backup backups/site.db --config site/svc.config.json --json
      for a timer: one JSON object; a backup of the same name is replaced once the new one is complete

The file holds accounts and hashes of secrets: only its owner can read it. A PostgreSQL database is backed up with
pg_dump. Exit codes: 0 done, 1 failed, 2 wrong usage.`;

const RESTORE_EXAMPLES = `
Examples:
  svc restore backups/monday.db
      stop "svc serve" first; what was there is kept beside it, as svc.db.before-restore-<time>
  svc restore backups/monday.db --database /srv/site/svc.db
      into a file that the configuration does not name

Nothing is touched before the backup has been copied and checked. Accounts, sessions, connections and what was revoked
are then as they were at the time of the backup. Exit codes: 0 done, 1 failed, 2 wrong usage.`;

/** The command `svc backup`. Its code is loaded when it runs. */
export function backupCommand(terminal: Terminal, style: { readonly json: boolean }, exit: Exit): Command {
  return databaseCommand('backup', 'Backs up the embedded database, also while a server uses it.')
    .argument('<file>', 'file of the backup')
    .addHelpText('after', BACKUP_EXAMPLES)
    .action(async (file: string, flags: BackupFlags) => {
      const { backup } = await import('./backup.js');
      exit(await backup(file, { ...flags, json: style.json }, terminal));
    });
}

/** The command `svc restore`. Its code is loaded when it runs. */
export function restoreCommand(terminal: Terminal, style: { readonly json: boolean }, exit: Exit): Command {
  return databaseCommand('restore', 'Replaces the embedded database by a backup.')
    .argument('<file>', 'file that "svc backup" has made')
    .addHelpText('after', RESTORE_EXAMPLES)
    .action(async (file: string, flags: BackupFlags) => {
      const { restore } = await import('./backup.js');
      exit(await restore(file, { ...flags, json: style.json }, terminal));
    });
}
