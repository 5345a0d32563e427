import { Command } from 'commander';
import type { CheckFlags } from './check.js';
import { configOption, repeatableOption } from './shared-options.js';
import type { Exit, Terminal } from './terminal.js';

const EXAMPLES = `
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
    .addHelpText('after', EXAMPLES)
    .action(async (url: string | undefined, flags: CheckFlags) => {
      const { check } = await import('./check.js');
      exit(await check(url === undefined ? flags : { ...flags, url }, terminal));
    });
}
