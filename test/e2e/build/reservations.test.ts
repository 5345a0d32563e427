import { describe, expect, it } from 'vitest';
import { text, workspace } from '../../support/build/workspace.js';
import { build, runSvc } from '../../support/cli/run-svc.js';

const ARGS = ['--source', 'content', '--base-url', 'https://ferry.example'];
const CONTENT = { 'content/rope.md': '---\ntitle: Rope\ndate: 2026-05-02\n---\n\nThe old one had knots.\n' };

describe('what robots.txt keeps from whom', () => {
  it('is told by the first build in one line, with the settings, and by no other', async () => {
    const cwd = workspace(CONTENT);
    const first = await runSvc(['build', ...ARGS], { cwd });
    const lines = first.stderr.split('\n').filter((line) => line.includes('robots.txt'));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(
      /disallows .*GPTBot.* \(blocked_trainers\) and reserves training \(content_signal\)/,
    );
    const again = await runSvc(['build', ...ARGS], { cwd, now: 1_782_990_000 });
    expect(again.stderr).not.toContain('robots.txt');
  });

  it('is what robots.txt says', async () => {
    const cwd = workspace({
      ...CONTENT,
      'svc.config.json': '{"publicDir":"public"}',
      'public/robots.txt': 'User-agent: GPTBot\nAllow: /\n',
    });
    const { reservations } = await build(ARGS, { cwd });
    const groups = text(cwd, 'out/robots.txt').split(/\n\n/);
    const refused = groups.filter((group) => /^Disallow: \/$/m.test(group)).join('\n');
    const names = [...refused.matchAll(/^User-agent: (.*)$/gm)].map(([, name]) => name);
    expect(names.length).toBeGreaterThan(3);
    expect(reservations).toEqual({ turnedAway: names, reserved: ['ai_train'] });
    expect(reservations?.turnedAway).not.toContain('GPTBot');
  });

  it('is added to rules in another encoding, which keep their meaning', async () => {
    const cwd = workspace({
      ...CONTENT,
      'svc.config.json': '{"publicDir":"public"}',
      'public/robots.txt': Buffer.from('User-agent: *\nDisallow: /caf\u00e9/\n', 'latin1'),
    });
    await build(ARGS, { cwd });
    expect(text(cwd, 'out/robots.txt')).toContain('\nDisallow: /caf%E9/\n');
  });

  it.each([
    [
      'nothing is',
      { blocked_trainers: [], content_signal: { search: true, ai_input: true, ai_train: true } },
    ],
    ['robots.txt is the site’s alone', { enable_robots: false }],
  ])('is not told where %s', async (_, settings) => {
    const cwd = workspace({ ...CONTENT, 'svc.settings.json': JSON.stringify(settings) });
    const report = await build(ARGS, { cwd });
    expect(report).not.toHaveProperty('reservations');
  });
});
