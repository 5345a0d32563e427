/** The commands for the data of a sidecar: accounts, settings, backups and visits. */

import { Command } from 'commander';
import type { IngestFlags } from './activity-ingest.js';
import type { LogFlags } from './activity-read.js';
import type { SettingsFlags } from './settings.js';
import { configOption, type DatabaseFlags, databaseCommand, repeatableOption } from './shared-options.js';
import type { Exit, Terminal } from './terminal.js';
import type { UserFlags } from './user.js';

const USER_EXAMPLES = `
Examples:
  svc user add ada
      adds an account; asks for role and password
  svc user add ada --role administrator --password-stdin < password.txt
      the same in a script; ignores a line feed at the end of the password
  svc user list
      lists every account with its role
  svc user passwd ada --password-stdin
      sets a new password and signs the account out everywhere
  svc user remove ada
      removes the account and its sessions

Roles: administrator, editor, author, contributor, subscriber. Accounts are in the database of the configuration, or
else in .svc/svc.db. Exit codes: 0 done, 1 failed, 2 wrong usage.`;

/** The command `svc user`. Its code is loaded when it runs. */
export function userCommand(terminal: Terminal, exit: Exit): Command {
  const user = new Command('user')
    .description('Manages the accounts of the sidecar.')
    .addHelpText('after', USER_EXAMPLES);
  const add = (verb: 'add' | 'list' | 'passwd' | 'remove', description: string): Command => {
    const command = databaseCommand(verb, description).addHelpText('after', USER_EXAMPLES);
    if (verb !== 'list') command.argument('<name>', 'name of the account');
    command.action(async (...args: readonly unknown[]) => {
      const name = verb === 'list' ? '' : String(args[0]);
      const flags = args[verb === 'list' ? 0 : 1] as UserFlags;
      const { user: run } = await import('./user.js');
      exit(await run(verb, name, flags, terminal));
    });
    user.addCommand(command);
    return command;
  };
  add('add', 'Adds an account.')
    .option('--role <role>', 'what the account may do')
    .option('--email <address>', 'e-mail address, never public')
    .option('--password-stdin', 'read the password from standard input');
  add('list', 'Lists the accounts.');
  add('passwd', 'Sets the password of an account.').option('--password-stdin', 'read it from standard input');
  add('remove', 'Removes an account.');
  return user;
}

const SETTINGS_EXAMPLES = `
Examples:
  svc settings get
      shows every setting
  svc settings get identity.about
      shows a setting, or a part of it
  svc settings set enable_mcp_server true
      changes a setting; values are JSON or plain text
  svc settings set identity.expertise '["Seals", "Lamps"]'
      changes a list
  svc settings reset topics_max
      restores the default of a setting
  svc settings reset --yes
      restores all defaults; without --yes, a terminal asks first

Exit codes: 0 done, 1 failed, 2 wrong usage.`;

/** The command `svc settings`. Its code is loaded when it runs. */
export function settingsCommand(terminal: Terminal, exit: Exit): Command {
  const settings = new Command('settings')
    .description('Reads and changes the settings, like the admin API.')
    .addHelpText('after', SETTINGS_EXAMPLES);
  const add = (verb: 'get' | 'set' | 'reset', description: string, parameters: readonly string[]): void => {
    const command = databaseCommand(verb, description).addHelpText('after', SETTINGS_EXAMPLES);
    for (const parameter of parameters) command.argument(parameter);
    if (verb === 'reset') command.option('-y, --yes', 'reset all settings without asking');
    command.action(async (...args: readonly unknown[]) => {
      const [key, value] = args.slice(0, parameters.length) as (string | undefined)[];
      const flags = args[parameters.length] as SettingsFlags;
      const { settings: run } = await import('./settings.js');
      exit(await run({ verb, key, value }, flags, terminal));
    });
    settings.addCommand(command);
  };
  add('get', 'Shows settings.', ['[key]']);
  add('set', 'Changes one setting.', ['<key>', '<value>']);
  add('reset', 'Restores the default of one setting, or of all.', ['[key]']);
  return settings;
}

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
export function backupCommand(terminal: Terminal, exit: Exit): Command {
  return databaseCommand('backup', 'Backs up the embedded database, even while a server uses it.')
    .argument('<file>', 'file of the backup')
    .addHelpText('after', BACKUP_EXAMPLES)
    .action(async (file: string, flags: DatabaseFlags) => {
      const { backup } = await import('./backup.js');
      exit(await backup(file, flags, terminal));
    });
}

/** The command `svc restore`. Its code is loaded when it runs. */
export function restoreCommand(terminal: Terminal, exit: Exit): Command {
  return databaseCommand('restore', 'Replaces the embedded database with a backup.')
    .argument('<file>', 'file that "svc backup" wrote')
    .addHelpText('after', RESTORE_EXAMPLES)
    .action(async (file: string, flags: DatabaseFlags) => {
      const { restore } = await import('./backup.js');
      exit(await restore(file, flags, terminal));
    });
}

const ACTIVITY_EXAMPLES = `
Examples:
  svc activity summary
      shows who reads the site, in numbers
  svc activity log --agent Googlebot --from 2026-07-01 --limit 50
      shows the latest visits of a client
  svc activity ingest /var/log/nginx/access.log*
      reads the log of today and the rotated logs, compressed or not
  svc activity ingest --format cloudfront logs/*.gz
      reads logs of a CDN whose format isn't recognised
  svc activity ingest --map userAgent=req.ua --map time=when app.json
      reads JSON with your own key names
  ssh web zcat /var/log/apache2/access.log.2.gz | svc activity ingest -
      reads standard input

A log that has been read isn't counted again, even under another name: its first lines identify it.
The format is detected; an unknown name after --format lists all formats.
Exit codes: 0 done, 1 failed, 2 wrong usage.`;

/** The command `svc activity`. Its code is loaded when it runs. */
export function activityCommand(terminal: Terminal, exit: Exit): Command {
  const activity = new Command('activity')
    .description('Reads and shows the log of visits by agents.')
    .addHelpText('after', ACTIVITY_EXAMPLES);
  const ingest = new Command('ingest')
    .description('Reads access logs of web servers and CDNs into the visit log.')
    .argument('<log...>', 'access logs; - for standard input')
    .addOption(configOption())
    .option('-b, --base-url <url>', 'address of the site')
    .option('--database <url>', 'postgres:// address, or path of a SQLite file')
    .option('--format <name>', 'format of the logs (default: detected)')
    .addOption(
      repeatableOption(
        '--map <field=key>',
        'JSON with your own key names: the key of time, address, method, target, request, status, referrer, userAgent or host; may be repeated',
      ),
    )
    .option('--again', 'read logs again from their beginning')
    .option('--without-agents', 'accept logs with hardly any User-Agent')
    .option('--host <name>', 'in a log of several sites, count only the lines of this host')
    .addHelpText('after', ACTIVITY_EXAMPLES)
    .action(async (logs: readonly string[], flags: IngestFlags) => {
      const { activityIngest } = await import('./activity-ingest.js');
      exit(await activityIngest(logs, flags, terminal));
    });
  activity.addCommand(readCommand('summary', 'Shows how many visits each client makes.', terminal, exit));
  activity.addCommand(
    readCommand('log', 'Shows the latest visits.', terminal, exit)
      .option('--from <day>', 'first day, such as 2026-07-01 (UTC)')
      .option('--to <day>', 'last day')
      .option('--agent <label>', 'name of a client in the log')
      .option('--document <label>', 'name of a document in the log')
      .option('--verdict <name>', 'unchecked, verified, spoofed or refused')
      .option('--ua <text>', 'beginning of the User-Agent')
      .option('--limit <n>', 'lines, 1 to 200 (default: 20)'),
  );
  activity.addCommand(ingest);
  return activity;
}

function readCommand(name: 'summary' | 'log', description: string, terminal: Terminal, exit: Exit): Command {
  return databaseCommand(name, description)
    .addHelpText('after', ACTIVITY_EXAMPLES)
    .action(async (flags: LogFlags) => {
      const { activityLog, activitySummary } = await import('./activity-read.js');
      const run = name === 'log' ? activityLog : activitySummary;
      exit(await run(flags, terminal));
    });
}
