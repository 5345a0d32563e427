import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { workspace } from '../../support/build/workspace.js';
import { needs } from '../../support/needs.js';

const script = {
  reason: 'script is not installed (apt-get install bsdutils)',
  isMet: spawnSync('script', ['--version']).status === 0,
};
const ENTER = '\r';
const CANCEL = '\u0003';

/** Runs a command on a terminal of its own, and types an answer as soon as each question is shown. */
function onTerminal(
  cwd: string,
  args: string,
  answers: readonly (readonly [question: string, keys: string])[] = [],
): Promise<{ readonly code: number | null; readonly shown: string }> {
  const env = { PATH: process.env['PATH'], TERM: 'xterm' };
  // Without a size, the questions would be wrapped after each character.
  const command = `stty cols 100 rows 40; ${process.execPath} ${resolve('bin/svc.js')} ${args}`;
  const child = spawn('script', ['-qec', command, '/dev/null'], { cwd, env });
  const left = [...answers];
  let shown = '';
  let from = 0;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    shown += text;
    const [next] = left;
    if (next === undefined || !shown.slice(from).includes(next[0])) return;
    left.shift();
    from = shown.length;
    child.stdin.write(next[1]);
  });
  return new Promise((done) => child.on('close', (code) => done({ code, shown })));
}

const configIn = (cwd: string) => parse(readFileSync(join(cwd, 'svc.config.yaml'), 'utf8'));

describe('svc init on a terminal', needs(script), () => {
  it('offers what it finds, and writes the answers', async () => {
    const cwd = workspace({ 'content/tea.md': '# Tea\n', CNAME: 'tea.example\n', 'netlify.toml': '' });
    const accepted = await onTerminal(cwd, 'init', [
      ['Address of the site', ENTER],
      ['Hosts to write', ENTER],
    ]);
    expect(accepted.code, accepted.shown).toBe(0);
    expect(configIn(cwd)).toMatchObject({
      site: { url: 'https://tea.example' },
      source: { type: 'files', path: 'content' },
      hosts: ['netlify'],
    });
  });

  it('asks for what it cannot find, and refuses an invalid address', async () => {
    const cwd = workspace({ 'texts/tea.txt': 'x' });
    const { code, shown } = await onTerminal(cwd, 'init', [
      ['Address of the site', `tea${ENTER}`],
      ['Write it as https://example.org', `\u0015https://tea.example/${ENTER}`],
      ['Export or folder to read', `texts${ENTER}`],
      ['Hosts to write', ` ${ENTER}`],
    ]);
    expect(code, shown).toBe(0);
    expect(configIn(cwd)).toMatchObject({
      site: { url: 'https://tea.example' },
      source: { type: 'auto', path: 'texts' },
      hosts: ['netlify'],
    });
  });

  it('writes nothing when it is cancelled, and asks nothing with --yes', async () => {
    const cwd = workspace({ 'content/tea.md': '# Tea\n' });
    const cancelled = await onTerminal(cwd, 'init --ci gitlab --program https://git.example/a/b.git@c', [
      ['Address of the site', CANCEL],
    ]);
    expect([cancelled.code, cancelled.shown]).toEqual([
      2,
      expect.stringContaining('cancelled: nothing was changed'),
    ]);
    expect(existsSync(join(cwd, 'svc.config.yaml')) || existsSync(join(cwd, '.gitlab'))).toBe(false);
    const { code, shown } = await onTerminal(cwd, 'init --yes');
    expect([code, shown]).toEqual([0, expect.not.stringContaining('Address of the site')]);
    expect(configIn(cwd).site?.url).toBeUndefined();
  });
});

describe('svc user add on a terminal', needs(script), () => {
  it('asks for the role and twice for the password, which it never shows', async () => {
    const cwd = workspace({ 'svc.config.json': '{"site": {"url": "https://tea.example"}}' });
    const { code, shown } = await onTerminal(cwd, 'user add ada', [
      ['Role', ENTER],
      ['Password', `short${ENTER}`],
      ['Use at least', `\u0015steam it gently${ENTER}`],
      ['The same password again', `steam it gently${ENTER}`],
    ]);
    expect(code, shown).toBe(0);
    expect(shown).not.toContain('steam');
    expect((await onTerminal(cwd, 'user list')).shown).toMatch(/^ada +administrator/m);
  });
});
