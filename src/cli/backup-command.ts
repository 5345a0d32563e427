import type { Command } from 'commander';
import type { BackupFlags } from './backup.js';
import { databaseCommand } from './shared-options.js';
import type { Exit, Terminal } from './terminal.js';

const BACKUP_EXAMPLES = `
Examples:
  svc backup backups/monday.db
      the database of the configuration, or .svc/svc.db; a server can keep running
  svc backup backups/site.db --config site/svc.config.json --json
      for a scheduled job: one JSON object; replaces a backup of the same name once the new one is complete

The file contains accounts and hashes of secrets, so only its owner can read it. Use pg_dump for PostgreSQL. Exit codes: 0 done, 1 failed, 2 wrong usage.`;

const RESTORE_EXAMPLES = `
Examples:
  svc restore backups/monday.db
      stop "svc serve" first; the old database stays next to it as svc.db.before-restore-<time>
  svc restore backups/monday.db --database /srv/site/svc.db
      into a file that isn't in the configuration

The backup is copied and checked before anything is replaced. Accounts, sessions and connections, also those that you
have revoked since, are then as they were at the time of the backup. Exit codes: 0 done, 1 failed, 2 wrong usage.`;

/** The command `svc backup`. Its code is loaded when it runs. */
export function backupCommand(terminal: Terminal, exit: Exit, style: { readonly json: boolean }): Command {
  return databaseCommand('backup', 'Backs up the embedded database, even while a server uses it.')
    .argument('<file>', 'file of the backup')
    .addHelpText('after', BACKUP_EXAMPLES)
    .action(async (file: string, flags: BackupFlags) => {
      const { backup } = await import('./backup.js');
      exit(await backup(file, { ...flags, json: style.json }, terminal));
    });
}

/** The command `svc restore`. Its code is loaded when it runs. */
export function restoreCommand(terminal: Terminal, exit: Exit, style: { readonly json: boolean }): Command {
  return databaseCommand('restore', 'Replaces the embedded database with a backup.')
    .argument('<file>', 'file that "svc backup" wrote')
    .addHelpText('after', RESTORE_EXAMPLES)
    .action(async (file: string, flags: BackupFlags) => {
      const { restore } = await import('./backup.js');
      exit(await restore(file, { ...flags, json: style.json }, terminal));
    });
}
