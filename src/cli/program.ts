import { Command } from 'commander';
import { type Flags, options } from '../config/env.js';
import { programVersion } from '../config/program-version.js';
import {
  activityCommand,
  backupCommand,
  restoreCommand,
  settingsCommand,
  userCommand,
} from './admin-commands.js';
import { auditCommand, checkCommand, validateCommand, verifyCommand } from './quality-commands.js';
import { configOption, sourceOption } from './shared-options.js';
import {
  contentCommand,
  importCommand,
  initCommand,
  keysCommand,
  previewCommand,
  serveCommand,
} from './site-commands.js';
import type { Exit, Terminal } from './terminal.js';
import { MIN_WRAP, wrapHelp } from './wrap-help.js';

/**
 * The command line with every command. The code of a command is loaded when it runs, not before.
 * @param style with `json` nothing is printed about wrong usage: the caller reports it
 */
export function createProgram(terminal: Terminal, style: { readonly json: boolean }, exit: Exit): Command {
  const program = new Command('svc')
    .description(
      'Makes a site readable by software agents. Reads a CMS export, a content folder or built pages.',
    )
    .version(programVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show this help')
    .helpCommand('help [command]', 'show the help of a command')
    .showSuggestionAfterError()
    .configureHelp({ minWidthToWrap: MIN_WRAP })
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.out(wrapHelp(text, terminal.columns)),
      writeErr: (text) => style.json || terminal.err(text),
    });
  const commands = [
    ...[
      buildCommand,
      auditCommand,
      previewCommand,
      serveCommand,
      validateCommand,
      checkCommand,
      verifyCommand,
    ],
    ...[initCommand, importCommand, backupCommand, restoreCommand],
    ...[keysCommand, userCommand, settingsCommand, contentCommand, activityCommand],
  ].map((make) => make(terminal, exit));
  for (const command of [...commands, completeCommand(program, terminal)]) {
    for (const one of [command, ...command.commands]) one.copyInheritedSettings(program).exitOverride();
    program.addCommand(command);
  }
  for (const command of commands.flatMap((one) => (one.commands.length === 0 ? [one] : one.commands))) {
    command.option('--json', 'print one JSON object').option('--debug', 'show the stack of errors');
    // An own format of `svc check` comes before SVC_JSON.
    if (style.json && command.name() !== 'check') command.setOptionValue('json', true);
  }
  return program;
}

function completeCommand(program: Command, terminal: Terminal): Command {
  return new Command('complete')
    .description('Prints the completion script of a shell.')
    .argument('<shell>', 'bash, zsh or fish')
    .argument('[words...]', 'used by the script')
    .addHelpText('after', COMPLETE_EXAMPLES)
    .action(async (shell: string, words: readonly string[]) => {
      const { completion } = await import('./complete.js');
      terminal.out(completion(program, shell, words.length === 0 ? undefined : words));
    });
}

const COMPLETE_EXAMPLES = `
Examples:
  source <(svc complete bash)
      in ~/.bashrc
  source <(svc complete zsh)
      in ~/.zshrc
  svc complete fish | source
      in ~/.config/fish/config.fish`;

const EXAMPLES = `
Examples:
  svc build export.xml --base-url https://example.org
      reads a WordPress export and writes to out/
  svc build content --base-url https://example.org --out public
      reads a folder of Markdown files and writes to public/
  svc build --config site/svc.config.json --json
      for machines: one JSON object on standard output
  svc build --dry-run
      shows what would change; writes nothing
  svc build --explain content/tea.md
      says why this page is public or not; writes nothing

Every option is also an environment variable, such as SVC_BASE_URL for --base-url.
Exit codes: 0 done, 1 failed (with --explain: no such page), 2 wrong usage.`;

function buildCommand(terminal: Terminal, exit: Exit): Command {
  const build = new Command('build')
    .description('Reads the sources and writes the files that agents read.')
    .argument('[path...]', 'what to read, like --source')
    .addOption(configOption())
    .addOption(sourceOption())
    .addHelpText('after', EXAMPLES)
    .action(async (paths: readonly string[], flags: Flags) => {
      const { build: run } = await import('./build.js');
      const source = [...(flags.source ?? []), ...paths];
      exit(await run(source.length === 0 ? flags : { ...flags, source }, terminal));
    });
  for (const { flag, usage, text } of options) {
    // The first two are above, the last is an option of every command.
    if (flag === 'config' || flag === 'source' || flag === 'json') continue;
    // Names of keys are left out: (`siteDir`).
    const plain = text
      .replace(/ \(`\w+(?:\.\w+)*`\)/, '')
      .replaceAll('`', '')
      .replace(/\.$/, '');
    build.option(usage, plain.charAt(0).toLowerCase() + plain.slice(1));
  }
  return build;
}
