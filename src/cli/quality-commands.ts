import { Command } from 'commander';
import type { AuditFlags } from './audit.js';
import type { CheckFlags } from './check.js';
import { configOption, repeatableOption, sourceOption } from './shared-options.js';
import type { Exit, Terminal } from './terminal.js';
import type { ValidateFlags } from './validate.js';
import type { VerifyFlags } from './verify.js';

const VALIDATE_EXAMPLES = `
Examples:
  svc validate
      the output folder of the site in this folder
  svc validate public
      a folder that svc build has written; needs no configuration
  svc validate --strict --json > findings.json
      warnings count too; for machines, one JSON object on standard output

Reads the files only: it builds, writes and fetches nothing.
Environment variables: SVC_CONFIG, SVC_OUT, SVC_SITE, SVC_STRICT, SVC_JSON.
Exit codes: 0 valid, 1 found an error (with --strict also a warning), 2 wrong usage.`;

/** The command line of `svc validate`. Its code is loaded when it runs. */
export function validateCommand(terminal: Terminal, exit: Exit): Command {
  return new Command('validate')
    .description('Checks every written document against its schema and the rules of its standard.')
    .argument('[dir]', 'the output folder (default: that of the configuration)')
    .addOption(configOption())
    .option('-o, --out <dir>', 'the output folder')
    .option('--site <dir>', 'folder of the built HTML site that you deploy with it')
    .option('--strict', 'warnings fail too')
    .addHelpText('after', VALIDATE_EXAMPLES)
    .action(async (dir: string | undefined, flags: ValidateFlags) => {
      const { validate } = await import('./validate.js');
      exit(await validate(dir, flags, terminal));
    });
}

const CHECK_EXAMPLES = `
Examples:
  svc check
      the site in this folder: its score, and what is missing
  svc check --min-score 90 --format github
      in a CI job: annotations, and exit code 1 below 90
  svc check --build-report build.json --max-new-pages 0 --max-broken-links 0
      after svc build --json > build.json: fails if a page becomes public or a link breaks
  svc check --format markdown >> "$GITHUB_STEP_SUMMARY"
      adds a summary to a GitHub job
  svc check https://example.org
      a live site, as any visitor sees it
  svc check https://example.org --format html > report.html
      a page to share: what agents get, and what to do first

Environment variables: SVC_CONFIG, SVC_OUT, SVC_SITE, SVC_MIN_SCORE, SVC_URL, SVC_FORMAT, SVC_JSON, and with
--build-report SVC_MAX_LOST_WORDS, SVC_MAX_BROKEN_LINKS, SVC_MAX_NEW_PAGES, SVC_MAX_LLMS_SIZE.
Exit codes: 0 done, 1 below the lowest score, above a limit or failed, 2 wrong usage.`;

/** The command line of `svc check`. Its code is loaded when it runs. */
export function checkCommand(terminal: Terminal, exit: Exit): Command {
  return new Command('check')
    .description('Shows how ready the site is for agents, what to do next, and its score.')
    .argument('[url]', 'address of a live site to check instead, like --url')
    .addOption(configOption())
    .option('-o, --out <dir>', 'the output folder')
    .option('--site <dir>', 'folder of the built HTML site')
    .option('--min-score <n>', 'exit with 1 below this score, 0–100')
    .option('--url <live site>', 'check a live site instead, from outside')
    .option(
      '--format <format>',
      'text, json, html, markdown, github (annotations), gitlab (code quality), junit or sarif (default: text)',
    )
    .addOption(
      repeatableOption(
        '--write <format=file>',
        'also write the report in a format to a file; may be repeated',
      ),
    )
    .option('--build-report <file>', 'report of svc build --json; the --max-… options need it')
    .option('--before <file>', 'report of an earlier svc check --json, to show the score before')
    .option('--max-lost-words <percent>', 'exit with 1 if twins lack more than this part of the words')
    .option('--max-broken-links <n>', 'exit with 1 if there are more broken links')
    .option('--max-new-pages <n>', 'exit with 1 if more pages become public')
    .option('--max-llms-size <kB>', 'exit with 1 if llms.txt is larger')
    .option('--judges', 'with a live site: also run the outside scanners that are installed')
    .addHelpText('after', CHECK_EXAMPLES)
    .action(async (url: string | undefined, flags: CheckFlags) => {
      const { check } = await import('./check.js');
      exit(await check(url === undefined ? flags : { ...flags, url }, terminal));
    });
}

const VERIFY_EXAMPLES = `
Examples:
  svc verify https://example.org
      a live deployment, as agents see it
  svc verify http://127.0.0.1:8787 --sample 50
      a site on this machine, with more items of each list
  svc verify https://example.org --user-agents "ExampleBot/2.0" --json > report.json
      tries another bot too; prints one JSON object on standard output
  svc verify https://example.org --out out
      compares each response with the built file, byte for byte
  SVC_MCP_TOKEN=... svc verify https://example.org --connect
      also connects as an assistant, with a connection token for the calls

Environment variables: SVC_TIMEOUT, SVC_SAMPLE, SVC_USER_AGENTS, SVC_CONNECT, SVC_JSON.
Exit codes: 0 no check failed, 1 a check failed, 2 wrong usage.`;

/** The command line of `svc verify`. Its code is loaded when it runs. */
export function verifyCommand(terminal: Terminal, exit: Exit): Command {
  return new Command('verify')
    .description('Fetches a live deployment as agents do, and names the hop that fails, with the fix.')
    .argument('<url>', 'the address of the site')
    .option('--timeout <seconds>', 'how long to wait for a response (default: 10)')
    .option('--sample <n>', 'how many items of each list to fetch (default: 20)')
    .option('--user-agents <list>', 'further User-Agents to try, comma-separated')
    .option('--connect', 'also try to connect as an assistant: sign-in, registration, consent page, MCP')
    .option('-o, --out <dir>', 'the output folder that was deployed, to compare each response with')
    .addHelpText('after', VERIFY_EXAMPLES)
    .action(async (url: string, flags: VerifyFlags) => {
      const { verify } = await import('./verify.js');
      exit(await verify(url, flags, terminal));
    });
}

const AUDIT_EXAMPLES = `
Examples:
  svc audit export.xml --base-url https://example.org
      everything that a build would hold back, with the rule and the setting
  svc audit --previous https://example.org
      also what would become public for the first time
  svc audit --strict --json > audit.json
      for machines; exit code 1 if a name that only sounds like a restriction holds text back

Options are also environment variables, the same as for svc build.
Exit codes: 0 done, 1 failed or --strict with a finding, 2 wrong usage.`;

/** The command line of `svc audit`. Its code is loaded when it runs. */
export function auditCommand(terminal: Terminal, exit: Exit): Command {
  return new Command('audit')
    .description('Lists what a build would hold back and why, and every gate; writes nothing.')
    .argument('[path...]', 'what to read, like --source')
    .addOption(configOption())
    .addOption(sourceOption())
    .option('--site <dir>', 'folder of the built HTML site')
    .option('-b, --base-url <url>', 'address of the site')
    .option('--previous <dir or url>', 'the last deployment: also list what is new since then')
    .option('--strict', 'exit with 1 if content is skipped, or held back by a guess')
    .addHelpText('after', AUDIT_EXAMPLES)
    .action(async (paths: readonly string[], flags: AuditFlags) => {
      const { audit } = await import('./audit.js');
      const source = [...(flags.source ?? []), ...paths];
      exit(await audit(source.length === 0 ? flags : { ...flags, source }, terminal));
    });
}
