import { expect, it } from 'vitest';
import { createProgram } from '../../../src/cli/program.js';
import { options } from '../../../src/config/env.js';

it.each(options.map(({ usage }) => usage))('svc build takes %s, as the reference says', (usage) => {
  const terminal = {} as Parameters<typeof createProgram>[0];
  const program = createProgram(terminal, { json: false }, () => undefined);
  const build = program.commands.find((command) => command.name() === 'build');
  const long = /--[\w-]+/.exec(usage)?.[0];
  expect(build?.options.map((option) => option.long)).toContain(long);
});
