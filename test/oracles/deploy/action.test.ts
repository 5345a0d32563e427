import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesIn, workspace } from '../../support/build/workspace.js';
import { startCodeHost } from '../../support/deploy/code-host.js';
import { blockOf } from '../../support/deploy/guides.js';
import { action, outputsIn, runAction as run } from '../../support/deploy/run-action.js';
import { needs } from '../../support/needs.js';

const KEY = readFileSync('fixtures/signing-key.jwk', 'utf8');

/** A project that has nothing installed: the program is that of the action. */
function project(files: Readonly<Record<string, string>> = {}): string {
  return workspace({
    'package.json': '{"name":"site","private":true}',
    'content/about.md': '---\ntitle: About the ferry\ntype: page\n---\n\nIt goes when it is full.\n',
    'content/posts/new-rope.md': '---\ntitle: A new rope\ndate: 2026-05-02\n---\n\nThe old one had knots.\n',
    ...files,
  });
}

const INPUTS = { source: 'content', 'base-url': 'https://ferry.example', 'signing-key': KEY };

const changeOf = (points: number): string =>
  points === 0 ? 'unchanged' : `${points > 0 ? '+' : ''}${points}`;

describe('the steps of action.yml', () => {
  it('build, check, and tell what changed', async () => {
    const folder = project();
    const first = await run(folder, { ...INPUTS, hosts: 'netlify', strict: 'true' });
    expect(first.statuses, first.printed).toEqual([0, 0, 0]);
    expect(filesIn(folder)).toEqual(expect.arrayContaining(['out/_headers', 'out/about.md', 'out/llms.txt']));
    const report = JSON.parse(readFileSync(first.outputs['report'] ?? '', 'utf8'));
    expect(first.outputs['changed']).toBe(report.added.join('\n'));
    expect(first.outputs['count']).toBe(String(report.added.length));
    expect(first.printed).toContain('::notice::netlify: ');
    const hasKey = filesIn(folder).includes('.svc/signing-key.jwk');
    expect(hasKey).toBe(false);

    writeFileSync(
      join(folder, 'content/about.md'),
      '---\ntitle: About\ntype: page\n---\n\nIt goes at noon.\n',
    );
    const second = await run(folder, { ...INPUTS, hosts: 'netlify' });
    expect(second.statuses, second.printed).toEqual([0, 0, 0]);
    const changed = second.outputs['changed']?.split('\n') ?? [];
    expect(changed).toContain('about.md');
    expect(changed).not.toContain('posts/new-rope.md');
    expect(readFileSync(second.outputs['purge'] ?? '', 'utf8')).toContain('https://ferry.example/about.md\n');
  });

  it('write reports, and a comment on what a change does, which the next run updates', async () => {
    const host = await startCodeHost('github', 103);
    const env = { GITHUB_API_URL: host.url };
    const folder = project();
    const temp = workspace();
    const first = await run(folder, { ...INPUTS, quiet: 'true' }, { temp, env });
    expect(first.statuses, first.printed).toEqual([0, 0, 0]);
    expect(first.printed).not.toContain('::');
    expect(existsSync(join(temp, 'summary.md'))).toBe(false);
    const { check: before = '', sarif = '', junit = '' } = first.outputs;
    const score = JSON.parse(readFileSync(before, 'utf8')).score.score;
    expect(JSON.parse(readFileSync(sarif, 'utf8')).version).toBe('2.1.0');
    expect(readFileSync(junit, 'utf8')).toContain('<testsuites name="svc check">');

    writeFileSync(join(folder, 'content/tide.md'), '# Tide\n\nIt comes [in](gone.md) twice a day.\n');
    const second = await run(folder, { ...INPUTS, comment: 'true', before }, { temp, env });
    expect(second.statuses, second.printed).toEqual([0, 0, 0, 0]);
    const now = JSON.parse(readFileSync(second.outputs['check'] ?? '', 'utf8')).score.score;
    expect(host.comments).toHaveLength(104);
    const text = host.comments.at(-1)?.body ?? '';
    expect(text).toBe(`<!-- svc check -->\n${readFileSync(join(temp, 'summary.md'), 'utf8')}`);
    expect(text).toContain(`| Score | ${score} → ${now} (${changeOf(now - score)}) |`);
    expect(text).toContain('| Pages newly public | 1 |');
    expect(text).toContain('**Newly public**\n\n- /tide/\n');
    expect(text).toContain('| Words of pages lost | 0.00 % |');
    expect(text).toMatch(/\| Broken links \| .*gone/);
    expect(text).toMatch(/\| llms\.txt \| \d\.\d kB \|/);

    const limited = { ...INPUTS, comment: 'true', 'max-broken-links': '0' };
    const third = await run(folder, limited, { temp, env });
    expect(third.statuses).toEqual([0, 0, 1, 0]);
    expect(third.printed).toMatch(/^::error title=Broken links::1 link leads .*\(--max-broken-links\)\.$/m);
    expect(host.comments).toHaveLength(104);
    expect(host.comments.at(-1)?.body).toContain('❌ 1 link leads');
  });

  it('comment on a check that fails too, and warn without the right to comment', async () => {
    const host = await startCodeHost('github');
    const inputs = { ...INPUTS, comment: 'true', 'min-score': '100' };
    const failed = await run(project(), inputs, { env: { GITHUB_API_URL: host.url } });
    expect(failed.statuses).toEqual([0, 0, 1, 0]);
    expect(host.comments[0]?.body).toContain('below the lowest score of 100');
    const foreign = await run(project(), { ...inputs, token: 'weak' }, { env: { GITHUB_API_URL: host.url } });
    expect(foreign.statuses).toEqual([0, 0, 1, 0]);
    expect(foreign.printed).toMatch(
      /^::warning::The comment wasn't written: .* answered 401.*pull-requests: write/m,
    );
  });

  it('take several sources, and no input for a command', async () => {
    const folder = project({
      "more $(touch pwned)/'quoted'/tide.md": '---\ntitle: Tide\n---\n\nIt comes in.\n',
    });
    const { statuses, printed } = await run(folder, {
      ...INPUTS,
      source: 'content\nmore $(touch pwned)\n',
      validate: 'false',
    });
    expect(statuses, printed).toEqual([0, 0]);
    const files = filesIn(folder);
    expect(files.filter((file) => file.startsWith('out/') && file.endsWith('/tide.md'))).toHaveLength(1);
    expect(files).not.toContain('pwned');
  });

  it('fail with the exit code of the program, and an annotation that names the place', async () => {
    const folder = project({ 'content/broken.md': '---\ntitle: [\n---\n\nHalf.\n' });
    const strict = await run(folder, { ...INPUTS, strict: 'true' });
    expect(strict.statuses).toEqual([0, 1]);
    expect(strict.printed).toMatch(/^::error.*::/m);
    expect(strict.outputs['changed']).toBe('');
    const usage = await run(folder, { ...INPUTS, hosts: 'netlifi' });
    expect(usage.statuses).toEqual([0, 2]);
    expect(usage.printed).toMatch(/^::error::.*netlifi.*Did you mean "netlify"\?$/m);
  });

  it('fail when what was written is not valid', async () => {
    const folder = project({
      'public/.well-known/security.txt': 'Contact: nobody\n',
    });
    const config = { source: 'content', site: { url: 'https://ferry.example' }, publicDir: 'public' };
    writeFileSync(join(folder, 'svc.config.json'), JSON.stringify(config));
    const { statuses, printed } = await run(folder, { 'signing-key': KEY, strict: 'true' });
    expect(statuses, printed).toEqual([0, 0, 1]);
  });

  it('check with the lowest score that is asked for', async () => {
    const high = await run(project(), { ...INPUTS, 'min-score': '100' });
    expect(high.statuses).toEqual([0, 0, 1]);
    expect(high.printed).toMatch(/^::error title=Agent readiness::.*below the lowest score of 100$/m);
    const low = await run(project(), { ...INPUTS, 'min-score': '1' });
    expect(low.statuses, low.printed).toEqual([0, 0, 0]);
  });

  it('build, validate and check a built site in its own folder', async () => {
    const folder = workspace(BUILT);
    const { statuses, printed } = await run(folder, {
      site: '_site',
      'in-place': 'true',
      'base-url': 'https://ferry.example',
      'signing-key': KEY,
    });
    expect(statuses, printed).toEqual([0, 0, 0]);
    expect(printed).toContain('Valid: ');
    expect(filesIn(folder)).toEqual(expect.arrayContaining(['_site/rope.md', '_site/rope/index.html']));
  });

  it('say so when the program prints nothing', async () => {
    const { statuses, printed } = await run(project(), INPUTS, {
      checkout: checkoutWith('process.exit(1)'),
    });
    expect(statuses).toEqual([0, 1]);
    expect(printed).toContain('::error::svc has printed no report');
  });

  it('run the program of their own checkout, and fetch no package of its name', async () => {
    for (const { run: script = '' } of action.runs.steps)
      expect(script).not.toMatch(/npx|npm (?:i|install|exec)\b/);
    const { statuses, printed } = await run(project(), INPUTS, {
      checkout: checkoutWith("throw new Error('the checkout')"),
    });
    expect(statuses).toEqual([0, 1]);
    expect(printed).toContain('Error: the checkout');
  });
});

const page = (title: string, text: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body><main><h1>${title}</h1><p>${text}</p></main></body></html>`;

const BUILT = {
  '_site/index.html': page('Ferry', 'It goes when it is full, and comes back when it is empty. '.repeat(5)),
  '_site/rope/index.html': page('A new rope', 'The old one had knots, which nobody could undo. '.repeat(5)),
  '_site/sitemap.xml': '<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"/>',
};

/** A checkout of the action with another program. */
function checkoutWith(program: string): string {
  const folder = workspace({ 'bin/svc.js': program, 'dist/cli/main.js': '' });
  cpSync('bin/action-outputs.js', join(folder, 'bin/action-outputs.js'));
  return folder;
}

describe('the outputs of the action', () => {
  it('cannot be forged by names of files', () => {
    const temp = workspace({
      'github-output': '',
      'report.json': JSON.stringify({
        baseUrl: 'https://ferry.example',
        added: ['a\nreport<<x\nforged\nx.md', 'index.html', 'posts/index.html', 'grüße/50%.md'],
        changed: [],
        removed: ['old.md'],
        warnings: [{ code: 'w', message: 'two\nlines, 100 %', file: 'a:b,c.md', line: 3 }],
      }),
    });
    const env = { PATH: process.env['PATH'], GITHUB_OUTPUT: join(temp, 'github-output') };
    const args = ['bin/action-outputs.js', join(temp, 'report.json'), join(temp, 'purge.txt')];
    const { status, stdout } = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
    expect(status).toBe(0);
    expect(stdout).toBe('::warning file=a%3Ab%2Cc.md,line=3::two%0Alines, 100 %25\n');
    expect(outputsIn(join(temp, 'github-output'))).toMatchObject({
      report: join(temp, 'report.json'),
      count: '5',
    });
    expect(readFileSync(join(temp, 'purge.txt'), 'utf8').split('\n')).toEqual([
      'https://ferry.example/a%0Areport%3C%3Cx%0Aforged%0Ax.md',
      'https://ferry.example/',
      'https://ferry.example/posts/',
      'https://ferry.example/gr%C3%BC%C3%9Fe/50%25.md',
      'https://ferry.example/old.md',
      '',
    ]);
  });

  const jq = {
    reason: 'jq is not installed (apt-get install jq)',
    isMet: spawnSync('jq', ['--version']).status === 0,
  };

  it('have the list that the guide makes with jq', needs(jq), () => {
    const temp = workspace({
      'report.json': JSON.stringify({
        baseUrl: 'https://ferry.example/north',
        added: ['index.html', 'posts/index.html', 'grüße.md'],
        changed: ['llms.txt'],
        removed: [],
        unchanged: 7,
      }),
    });
    const script = blockOf('README', 'sh', 'jq -r');
    expect(spawnSync('bash', ['-ec', script], { cwd: temp, encoding: 'utf8' }).stderr).toBe('');
    const addresses = ['', 'posts/', 'gr%C3%BC%C3%9Fe.md', 'llms.txt'].map(
      (one) => `https://ferry.example/north/${one}\n`,
    );
    expect(readFileSync(join(temp, 'purge.txt'), 'utf8')).toBe(addresses.join(''));
  });
});
