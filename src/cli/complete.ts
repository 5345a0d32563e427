import type { Command } from 'commander';
import { SvcError } from '../core/errors.js';

/** Scripts that ask this program for completions. None of them evaluates what was typed. */
const SCRIPTS = {
  bash: `_svc() {
  local IFS=$'\\n'
  COMPREPLY=($(svc complete bash -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _svc svc
`,
  zsh: `#compdef svc
_svc() {
  local -a found
  found=("\${(@f)$(svc complete zsh -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "\${found[1]}" ]]; then _describe svc found; else _files; fi
}
compdef _svc svc
`,
  fish: `complete -c svc -a '(svc complete fish -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'
`,
} as const;

type Shell = keyof typeof SCRIPTS;

/** One completion. */
interface Candidate {
  readonly value: string;
  readonly text: string;
}

const FORMATS: Readonly<Record<Shell, (candidate: Candidate) => string>> = {
  bash: ({ value }) => value,
  zsh: ({ value, text }) => `${value}:${text}`,
  fish: ({ value, text }) => `${value}\t${text}`,
};

/**
 * The completion script of a shell, or the completions of a command line.
 * @param words what was typed after the name of the program, the last one unfinished; undefined for the script
 * @throws SvcError `SVC_USAGE` for a shell that isn't supported
 */
export function completion(program: Command, shell: string, words: readonly string[] | undefined): string {
  if (!isShell(shell)) {
    const fix = `Use one of ${Object.keys(SCRIPTS).join(', ')}.`;
    throw new SvcError('SVC_USAGE', `there is no completion for "${shell}"`, { fix });
  }
  if (words === undefined) return SCRIPTS[shell];
  return candidates(program, words)
    .map((candidate) => `${FORMATS[shell](candidate)}\n`)
    .join('');
}

function isShell(name: string): name is Shell {
  return Object.hasOwn(SCRIPTS, name);
}

/** None where a file or a value is expected, so that the shell completes files. */
function candidates(program: Command, words: readonly string[]): readonly Candidate[] {
  const typed = words.at(-1) ?? '';
  const command = words
    .slice(0, -1)
    .reduce((at, word) => at.commands.find((one) => one.name() === word) ?? at, program);
  const help = command.createHelp();
  const all = typed.startsWith('-')
    ? help.visibleOptions(command).map(({ long, short, description }) => [long ?? short ?? '', description])
    : help.visibleCommands(command).map((one) => [one.name(), one.description()]);
  return all
    .filter(([value = '']) => value.startsWith(typed))
    .map(([value = '', text = '']) => ({ value, text: text.replace(/[\t\n]/g, ' ') }));
}
