import { Command } from 'commander';
import type { Exit, Terminal } from './terminal.js';
import type { VerifyFlags } from './verify.js';

const EXAMPLES = `
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
    .addHelpText('after', EXAMPLES)
    .action(async (url: string, flags: VerifyFlags) => {
      const { verify } = await import('./verify.js');
      exit(await verify(url, flags, terminal));
    });
}
