/** An instruction by its name and the rest of its line. */
export type Instruction = readonly [name: string, rest: string];

/** The instructions of a Dockerfile, without comments. */
export function instructionsOf(text: string): readonly Instruction[] {
  return text
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => [line.split(' ', 1)[0] ?? '', line.slice(line.indexOf(' ') + 1)]);
}

/** The rest of each instruction with a name. */
export function restsOf(instructions: readonly Instruction[], name: string): readonly string[] {
  return instructions.filter(([one]) => one === name).map(([, rest]) => rest);
}

/** The words of the command that a health check runs. */
export function healthCommand(instructions: readonly Instruction[]): readonly string[] {
  const [check = ''] = restsOf(instructions, 'HEALTHCHECK');
  return JSON.parse(check.slice(check.indexOf('CMD ') + 4));
}

/** Whether `.dockerignore` keeps a path of the repository from the builder; the last rule that fits decides. */
export function isDockerIgnored(rules: string, path: string): boolean {
  const last = rules
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .findLast((line) => {
      const rule = line.replace(/^!/, '');
      return rule === '*' || path === rule || path.startsWith(`${rule}/`);
    });
  return last !== undefined && !last.startsWith('!');
}
