import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { FileJoiner, type Part } from '../../../src/deploy/file-joiner.js';
import { text, workspace } from '../../support/build/workspace.js';

const SCRIPT = pathToFileURL('dist/cli/join-worker.js');

describe('joining files on a thread', () => {
  it('puts texts and files together, longer than its room and empty', async () => {
    const long = 'für Ærø & 結び目 '.repeat(120_000);
    const cwd = workspace({ long, empty: '', short: 'x' });
    const file = (name: string): Part => ({ file: join(cwd, name) });
    await FileJoiner.during(
      true,
      async (joiner) => {
        const both = [
          joiner?.join({ path: join(cwd, 'one'), parts: ['[', file('long'), '結,', file('short'), ']'] }),
          joiner?.join({ path: join(cwd, 'two'), parts: [file('empty')] }),
        ];
        await Promise.all(both);
      },
      SCRIPT,
    );
    expect(text(cwd, 'one')).toBe(`[${long}結,x]`);
    expect(text(cwd, 'two')).toBe('');
  });

  it('tells of a file that is not there, and does nothing that was asked for afterwards', async () => {
    const cwd = workspace({ here: 'x' });
    const one = { path: join(cwd, 'one'), parts: [{ file: join(cwd, 'gone') }] };
    const two = { path: join(cwd, 'two'), parts: [{ file: join(cwd, 'here') }] };
    await FileJoiner.during(
      true,
      async (joiner) => {
        const outcomes = await Promise.allSettled([joiner?.join(one), joiner?.join(two)]);
        expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
        await expect(joiner?.join(two)).rejects.toThrow(/ENOENT.*gone/);
      },
      SCRIPT,
    );
  });

  it('is not there where nobody wants it, or where the program runs from its sources', async () => {
    expect(await FileJoiner.during(false, async (joiner) => joiner, SCRIPT)).toBeUndefined();
    expect(await FileJoiner.during(true, async (joiner) => joiner)).toBeUndefined();
  });
});
