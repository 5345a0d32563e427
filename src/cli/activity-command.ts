import { Command } from 'commander';
import type { IngestFlags } from './activity-ingest.js';
import type { LogFlags } from './activity-read.js';
import { configOption, databaseCommand, repeatableOption } from './shared-options.js';
import type { Exit, Terminal } from './terminal.js';

const EXAMPLES = `
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
export function activityCommand(terminal: Terminal, exit: Exit, style: { readonly json: boolean }): Command {
  const activity = new Command('activity')
    .description('Reads and shows the log of visits by agents.')
    .addHelpText('after', EXAMPLES);
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
    .addHelpText('after', EXAMPLES)
    .action(async (logs: readonly string[], flags: IngestFlags) => {
      const { activityIngest } = await import('./activity-ingest.js');
      exit(await activityIngest(logs, { ...flags, json: style.json }, terminal));
    });
  activity.addCommand(
    readCommand('summary', 'Shows how many visits each client makes.', terminal, style, exit),
  );
  activity.addCommand(
    readCommand('log', 'Shows the latest visits.', terminal, style, exit)
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

function readCommand(
  name: 'summary' | 'log',
  description: string,
  terminal: Terminal,
  style: { readonly json: boolean },
  exit: Exit,
): Command {
  return databaseCommand(name, description)
    .addHelpText('after', EXAMPLES)
    .action(async (flags: LogFlags) => {
      const { activityLog, activitySummary } = await import('./activity-read.js');
      const run = name === 'log' ? activityLog : activitySummary;
      exit(await run({ ...flags, json: style.json }, terminal));
    });
}
