import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { JobLost, JobThread } from '../../../src/core/threads.js';
import { newBody } from '../../../src/sidecar/content/write/body-text.js';
import { workspace } from '../../support/build/workspace.js';

function scriptOf(code: string): URL {
  const path = join(workspace(), 'script.mjs');
  writeFileSync(path, code);
  return pathToFileURL(path);
}

describe('a thread for long jobs', () => {
  it('runs functions of a script, also several at once', async () => {
    const thread = new JobThread(scriptOf('export const double = (n) => 2 * n;'), 5000);
    expect(thread.isAvailable).toBe(true);
    const doubled = await Promise.all([1, 2, 3].map((n) => thread.run<number>('double', n)));
    expect(doubled).toEqual([2, 4, 6]);
  });

  it('ends a job that takes too long, and runs the next', async () => {
    const thread = new JobThread(scriptOf('export function spin(n) { while (n === 0); return n; }'), 1500);
    const started = performance.now();
    const spinning = thread.run('spin', 0);
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    }, 10);
    await expect(spinning).rejects.toBeInstanceOf(JobLost);
    clearInterval(timer);
    // This thread went on meanwhile.
    expect(turns).toBeGreaterThan((performance.now() - started) / 100);
    expect(await thread.run('spin', 7)).toBe(7);
  });

  it('survives a job that takes all memory', async () => {
    const code =
      'export function fill(n) { const all = []; while (n === 0) all.push(new Array(1e5).fill(n)); return n; }';
    const thread = new JobThread(scriptOf(code), 30_000);
    await expect(thread.run('fill', 0)).rejects.toBeInstanceOf(JobLost);
    expect(await thread.run('fill', 7)).toBe(7);
  });

  it('passes errors on', async () => {
    const thread = new JobThread(scriptOf("export function fail() { throw new TypeError('oh'); }"), 5000);
    await expect(thread.run('fail', {})).rejects.toThrow('oh');
  });

  it('is not there when the program runs from its sources', () => {
    expect(new JobThread(new URL('./no-such-script.js', import.meta.url), 1).isAvailable).toBe(false);
  });

  it('works on bodies as the sidecar itself does', async () => {
    const script = pathToFileURL(join(process.cwd(), 'dist/cli/body-worker.js'));
    const input = ['a.html', '**Tides**\n\n- low', { body: '\nOld.\n', eol: '\n' }] as const;
    const made = await new JobThread(script, 20_000).run('runBodyJob', { name: 'newBody', input });
    expect(made).toBe(newBody(...input));
    const text = [
      '<p>Tides. <a href="/low/">Low</a></p>',
      'html',
      ['/low/', '/'],
      'https://a.example',
    ] as const;
    const read = await new JobThread(script, 20_000).run('runBodyJob', { name: 'linkingText', input: text });
    expect(read).toEqual({ text: 'Tides. Low', linked: ['/low/'] });
  });
});
