import { Command } from 'commander';
import type { AuditFlags } from './audit.js';
import { configOption, sourceOption } from './shared-options.js';
import type { Exit, Terminal } from './terminal.js';

const EXAMPLES = `
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
    .addHelpText('after', EXAMPLES)
    .action(async (paths: readonly string[], flags: AuditFlags) => {
      const { audit } = await import('./audit.js');
      const source = [...(flags.source ?? []), ...paths];
      exit(await audit(source.length === 0 ? flags : { ...flags, source }, terminal));
    });
}
