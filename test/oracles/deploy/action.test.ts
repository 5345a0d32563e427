import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { filesIn, workspace } from '../../support/build/workspace.js';
import { blockOf } from '../../support/deploy/guides.js';
import { needs } from '../../support/needs.js';

interface Step {
  readonly id?: string;
  readonly if?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
}

const action: Action = parseYaml(readFileSync('action.yml', 'utf8'));
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

interface Run {
  readonly statuses: readonly (number | null)[];
  readonly printed: string;
  readonly outputs: Readonly<Record<string, string>>;
  /** Folder of the runner's own files. */
  readonly temp: string;
}

/** A folder with a stand-in for GitHub's own program, which needs GitHub: it prints what it was asked for. */
const programs = workspace({ gh: '#!/bin/sh\nprintf "gh"; printf " %s" "$@"; echo\ncat "$7"\n' });
chmodSync(join(programs, 'gh'), 0o755);

/**
 * Runs the shell steps as a runner does; a step that fails is the last one.
 * @param checkout folder of the action
 */
function run(folder: string, given: Readonly<Record<string, string>>, checkout = resolve('.')): Run {
  const temp = workspace({ 'github-output': '' });
  const inputs = Object.fromEntries(
    Object.entries(action.inputs).map(([name, { default: preset }]) => [name, given[name] ?? preset]),
  );
  const github: Readonly<Record<string, string>> = {
    'github.action_path': checkout,
    'github.repository': 'ferry/site',
    'github.event.pull_request.number': '7',
  };
  const expression = (name: string) => {
    if (name.startsWith('inputs.')) return inputs[name.slice('inputs.'.length)] ?? '';
    const output = /^steps\.\w+\.outputs\.(\w+)$/.exec(name)?.[1];
    return output === undefined
      ? (github[name] ?? '')
      : (outputsIn(join(temp, 'github-output'))[output] ?? '');
  };
  const fill = (text: string) =>
    text.replaceAll(/\$\{\{ ([\w.-]+) \}\}/g, (_all, name: string) => expression(name));
  const statuses: (number | null)[] = [];
  let printed = '';
  for (const step of action.runs.steps) {
    if (step.run === undefined) continue;
    if (step.if === "inputs.validate != 'false'" && inputs['validate'] === 'false') continue;
    const isComment = step.if?.includes("inputs.comment == 'true'") === true;
    if (isComment && inputs['comment'] !== 'true') continue;
    if (!isComment && statuses.some((status) => status !== 0)) continue;
    const env = Object.entries(step.env ?? {}).map(([name, value]) => [name, fill(value)]);
    const { status, stdout, stderr } = spawnSync(
      'bash',
      ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step.run],
      {
        cwd: folder,
        encoding: 'utf8',
        env: {
          PATH: `${programs}:${process.env['PATH']}`,
          HOME: temp,
          RUNNER_TEMP: temp,
          GITHUB_OUTPUT: join(temp, 'github-output'),
          SOURCE_DATE_EPOCH: '1782986400',
          // A package that is not there must not be fetched.
          npm_config_offline: 'true',
          ...Object.fromEntries(env),
        },
      },
    );
    statuses.push(status);
    printed += stdout + stderr;
  }
  return { statuses, printed, outputs: outputsIn(join(temp, 'github-output')), temp };
}

function outputsIn(file: string): Readonly<Record<string, string>> {
  const text = readFileSync(file, 'utf8');
  const long = /^([\w-]+)<<(\S+)\n([\s\S]*?)\n?^\2$/gm;
  const short = [...text.replace(long, '').matchAll(/^([\w-]+)=(.*)$/gm)].map(([, name, value]) => [
    name,
    value,
  ]);
  return Object.fromEntries([
    ...short,
    ...[...text.matchAll(long)].map(([, name, , value]) => [name, value]),
  ]);
}

const INPUTS = { source: 'content', 'base-url': 'https://ferry.example', 'signing-key': KEY };

describe('the steps of action.yml', () => {
  it('build, check, and tell what changed', () => {
    const folder = project();
    const first = run(folder, { ...INPUTS, hosts: 'netlify', strict: 'true' });
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
    const second = run(folder, { ...INPUTS, hosts: 'netlify' });
    expect(second.statuses, second.printed).toEqual([0, 0, 0]);
    const changed = second.outputs['changed']?.split('\n') ?? [];
    expect(changed).toContain('about.md');
    expect(changed).not.toContain('posts/new-rope.md');
    expect(readFileSync(second.outputs['purge'] ?? '', 'utf8')).toContain('https://ferry.example/about.md\n');
  });

  it('write reports, and a comment on what a change does', () => {
    const folder = project();
    const first = run(folder, { ...INPUTS, comment: 'true' });
    expect(first.statuses, first.printed).toEqual([0, 0, 0, 0]);
    expect(first.printed).toContain('gh pr comment 7 --edit-last --create-if-none --body-file ');
    const { check = '', sarif = '', junit = '' } = first.outputs;
    const score = JSON.parse(readFileSync(check, 'utf8')).score.score;
    expect(JSON.parse(readFileSync(sarif, 'utf8')).version).toBe('2.1.0');
    expect(readFileSync(junit, 'utf8')).toContain('<testsuites name="svc check">');

    const before = join(folder, 'before.json');
    cpSync(check, before);
    writeFileSync(join(folder, 'content/tide.md'), '# Tide\n\nIt comes [in](gone.md) twice a day.\n');
    const second = run(folder, { ...INPUTS, comment: 'true', before });
    const now = JSON.parse(readFileSync(second.outputs['check'] ?? '', 'utf8')).score.score;
    const text = second.printed.slice(second.printed.indexOf('gh pr comment'));
    expect(text).toContain(`| Score | ${score} → ${now} (${now > score ? '+' : ''}${now - score}) |`);
    expect(text).toContain('| Pages newly public | 1 |');
    expect(text).toContain('**Newly public**\n\n- /tide.md\n');
    expect(text).toContain('| Words of pages lost | 0.00 % |');
    expect(text).toMatch(/\| Broken links \| .*gone/);
    expect(text).toMatch(/\| llms\.txt \| \d\.\d kB \|/);
  });

  it('comment on a check that fails too', () => {
    const failed = run(project(), { ...INPUTS, comment: 'true', 'min-score': '100' });
    expect(failed.statuses).toEqual([0, 0, 1, 0]);
    expect(failed.printed).toContain('below the lowest score of 100');
  });

  it('take several sources, and no input for a command', () => {
    const folder = project({
      "more $(touch pwned)/'quoted'/tide.md": '---\ntitle: Tide\n---\n\nIt comes in.\n',
    });
    const { statuses, printed } = run(folder, {
      ...INPUTS,
      source: 'content\nmore $(touch pwned)\n',
      validate: 'false',
    });
    expect(statuses, printed).toEqual([0, 0]);
    const files = filesIn(folder);
    expect(files.filter((file) => file.startsWith('out/') && file.endsWith('/tide.md'))).toHaveLength(1);
    expect(files).not.toContain('pwned');
  });

  it('fail with the exit code of the program, and an annotation that names the place', () => {
    const folder = project({ 'content/broken.md': '---\ntitle: [\n---\n\nHalf.\n' });
    const strict = run(folder, { ...INPUTS, strict: 'true' });
    expect(strict.statuses).toEqual([0, 1]);
    expect(strict.printed).toMatch(/^::error.*::/m);
    expect(strict.outputs['changed']).toBe('');
    const usage = run(folder, { ...INPUTS, hosts: 'netlifi' });
    expect(usage.statuses).toEqual([0, 2]);
    expect(usage.printed).toMatch(/^::error::.*netlifi.*Did you mean "netlify"\?$/m);
  });

  it('fail when what was written is not valid', () => {
    const folder = project({
      'public/.well-known/security.txt': 'Contact: nobody\n',
    });
    const config = { source: 'content', site: { url: 'https://ferry.example' }, publicDir: 'public' };
    writeFileSync(join(folder, 'svc.config.json'), JSON.stringify(config));
    const { statuses, printed } = run(folder, { 'signing-key': KEY, strict: 'true' });
    expect(statuses, printed).toEqual([0, 0, 1]);
  });

  it('check with the lowest score that is asked for', () => {
    const high = run(project(), { ...INPUTS, 'min-score': '100' });
    expect(high.statuses).toEqual([0, 0, 1]);
    expect(high.printed).toMatch(/^::error title=Agent readiness::.*below the lowest score of 100$/m);
    const low = run(project(), { ...INPUTS, 'min-score': '1' });
    expect(low.statuses, low.printed).toEqual([0, 0, 0]);
  });

  it('build, validate and check a built site in its own folder', () => {
    const folder = workspace(BUILT);
    const { statuses, printed } = run(folder, {
      site: '_site',
      'in-place': 'true',
      'base-url': 'https://ferry.example',
      'signing-key': KEY,
    });
    expect(statuses, printed).toEqual([0, 0, 0]);
    expect(printed).toContain('Valid: ');
    expect(filesIn(folder)).toEqual(expect.arrayContaining(['_site/rope.md', '_site/rope/index.html']));
  });

  it('say so when the program prints nothing', () => {
    const { statuses, printed } = run(project(), INPUTS, checkoutWith('process.exit(1)'));
    expect(statuses).toEqual([0, 1]);
    expect(printed).toContain('::error::svc has printed no report');
  });

  it('run the program of their own checkout, and fetch no package of its name', () => {
    for (const { run: script = '' } of action.runs.steps)
      expect(script).not.toMatch(/npx|npm (?:i|install|exec)\b/);
    const { statuses, printed } = run(project(), INPUTS, checkoutWith("throw new Error('the checkout')"));
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
