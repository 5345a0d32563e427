import { execFileSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { beforeEach, expect, it, vi } from 'vitest';
import { INLINED, inlineLess } from '../../../src/core/inline-less.js';

vi.mock('node:v8', async (original) => ({
  ...(await original<typeof import('node:v8')>()),
  setFlagsFromString: vi.fn(),
}));

const { flag, less, usual } = INLINED;
/** The Node.js that runs the tests, and a newer one where there is any. */
const { SVC_NEWER_NODE: newer = [] } = process.env;
const PROGRAMS = [process.execPath, newer].flat();

beforeEach(() => {
  vi.mocked(setFlagsFromString).mockClear();
});

function said(): readonly string[] {
  return vi.mocked(setFlagsFromString).mock.calls.map(([text]) => text);
}

it.each(PROGRAMS)('knows what V8 does if left alone: %s', (program) => {
  const options = execFileSync(program, ['--v8-options'], { encoding: 'utf8' });
  expect(options).toContain(`default: ${flag}=${usual}`);
});

it('inlines less while there are as many threads as cores, and afterwards as usual', () => {
  const end = inlineLess(Math.max(1, availableParallelism() - 1));
  expect(said()).toEqual([`${flag}=${less}`]);
  end();
  expect(said()).toEqual([`${flag}=${less}`, `${flag}=${usual}`]);
});

it('changes nothing without threads', () => {
  inlineLess(0)();
  expect(said()).toEqual([]);
});
