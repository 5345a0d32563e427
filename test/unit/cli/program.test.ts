import { expect, it } from 'vitest';
import { createProgram } from '../../../src/cli/program.js';
import { options } from '../../../src/config/env.js';

const program = createProgram({} as Parameters<typeof createProgram>[0], { json: false }, () => undefined);

it.each(program.commands.map((command) => ({ name: command.name(), command })))(
  'the help of svc $name has examples',
  ({ command }) => {
    let help = '';
    const take = (text: string) => {
      help += text;
    };
    command.configureOutput({ writeOut: take }).outputHelp();
    expect(help).toMatch(/\nExamples:\n {2}\S/);
  },
);

it.each(options.map(({ usage }) => usage))('svc build takes %s, as the reference says', (usage) => {
  const build = program.commands.find((command) => command.name() === 'build');
  const long = /--[\w-]+/.exec(usage)?.[0];
  expect(build?.options.map((option) => option.long)).toContain(long);
});

it('every command prints JSON when SVC_JSON asks for it; svc check may have another format', () => {
  const asked = createProgram({} as Parameters<typeof createProgram>[0], { json: true }, () => undefined);
  const commands = asked.commands.flatMap((one) => (one.commands.length === 0 ? [one] : one.commands));
  const plain = commands.filter((one) => one.opts()['json'] !== true).map((one) => one.name());
  expect(plain).toEqual(['check', 'complete']);
});
