import { Command } from 'commander';
import type { IngestFlags } from './activity-ingest.js';
import type { LogFlags } from './activity-read.js';
import { databaseCommand } from './shared-options.js';
import type { Exit, Terminal } from './terminal.js';

const EXAMPLES = `
Examples:
  svc activity summary
      who reads the site, in numbers
  svc activity log --agent Googlebot --from 2026-07-01 --limit 50
      the latest visits of a client
  svc activity ingest /var/log/nginx/access.log*
      the log of today and the rotated ones before it, packed or not
  svc activity ingest --format cloudfront logs/*.gz
      logs of a CDN, where their format is not recognised
  svc activity ingest --map userAgent=req.ua --map time=when app.json
      JSON with names of your own
  ssh web zcat /var/log/apache2/access.log.2.gz | svc activity ingest -
      standard input

What has been read is never counted again: files are known by how they begin, whatever they are called later.
The format is detected; an unknown name after --format lists all formats.
Exit codes: 0 done, 1 failed, 2 wrong usage.`;

/** The command `svc activity`. Its code is loaded when it runs. */
export function activityCommand(terminal: Terminal, style: { readonly json: boolean }, exit: Exit): Command {
  const activity = new Command('activity')
    .description('The log of visits by agents.')
    .addHelpText('after', EXAMPLES);
  const ingest = new Command('ingest')
    .description('Reads access logs of web servers and CDNs into the visit log.')
    .argument('<log...>', 'access logs; - for standard input')
    .option('-c, --config <file>', 'configuration (default: svc.config.json here)')
    .option('-b, --base-url <url>', 'address of the site')
    .option('--database <url>', 'postgres:// address or path of a SQLite file')
    .option('--format <name>', 'format of the logs; recognised when left out')
    .option(
      '--map <field=key>',
      'JSON with your own key names: the key of time, address, method, target, request, status, referrer, userAgent or host; may be repeated',
      (pair: string, before: readonly string[]) => [...before, pair],
      [],
    )
    .option('--again', 'read logs from their beginning that have been read before')
    .option('--without-agents', 'read logs that name hardly any User-Agent')
    .option('--host <name>', 'of a log of several sites, count the lines of this host only')
    .option('--json', 'print one JSON object')
    .option('--debug', 'show the stack of errors')
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
      .option('--agent <label>', 'a client, as the log calls it')
      .option('--document <label>', 'a document, as the log calls it')
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
