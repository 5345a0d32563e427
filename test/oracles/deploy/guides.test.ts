import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { validateAction, validateWorkflow } from '@action-validator/core';
import type { Command } from 'commander';
import { parse as parseToml } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { createProgram } from '../../../src/cli/program.js';
import { hostTable } from '../../../src/deploy/hosts/table.js';
import { filesIn } from '../../support/build/workspace.js';
import { blockOf, blocks, calls, GUIDES, guides } from '../../support/deploy/guides.js';
import { buildSite } from '../../support/hosts/site.js';

const quiet = { env: {}, cwd: '.', out: () => undefined, err: () => undefined, isTty: false };
const program = createProgram(quiet, { json: true }, () => undefined);

/** Which guide tells of which host. */
const GUIDE_OF = {
  apache: 'apache',
  caddy: 'caddy',
  cloudflare: 'cloudflare-pages',
  'github-pages': 'github-actions',
  netlify: 'netlify',
  nginx: 'nginx',
  s3: 's3-cloudfront',
  vercel: 'vercel',
} as const;

describe('calls of the program in the guides', () => {
  const found = calls(program.commands.map((command) => command.name()));

  it('are many', () => {
    expect(found.length).toBeGreaterThan(30);
    expect(new Set(found.map(({ guide }) => guide)).size).toBe(guides().size);
  });

  it.each(found)('$guide: $line', ({ words }) => {
    const [command, rest] = commandOf(program, words);
    const { operands, unknown } = command.parseOptions([...rest]);
    expect(unknown).toEqual([]);
    expect(operands.length).toBeLessThanOrEqual(command.registeredArguments.length);
    const at = rest.indexOf('--hosts');
    if (at !== -1)
      expect(Object.keys(hostTable)).toEqual(expect.arrayContaining((rest[at + 1] ?? '').split(',')));
  });
});

function commandOf(parent: Command, words: readonly string[]): readonly [Command, readonly string[]] {
  const [verb, ...rest] = words;
  const child = parent.commands.find((command) => command.name() === verb);
  return child === undefined ? [parent, words] : commandOf(child, rest);
}

describe('the guides', () => {
  it('are all in the index, one for every host', () => {
    const index = guides().get('README') ?? '';
    const names = [...guides().keys()].filter((name) => name !== 'README');
    for (const name of names) expect(index).toContain(`](${name}.md)`);
    expect(Object.keys(GUIDE_OF).sort()).toEqual(Object.keys(hostTable).sort());
    expect(names).toEqual(expect.arrayContaining(Object.values(GUIDE_OF)));
    expect(readFileSync('README.md', 'utf8')).toContain('(docs/deploy/README.md)');
  });

  it('say what was tried', () => {
    for (const [name, text] of guides()) if (name !== 'README') expect(text, name).toContain('**Tested');
  });

  it('link to files and headings that exist', () => {
    for (const [name, text] of guides()) {
      for (const [, path = '', heading] of text.matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)/g)) {
        const target = path === '' ? `${GUIDES}/${name}.md` : join(GUIDES, path);
        expect(existsSync(target), `${name}: ${path}`).toBe(true);
        if (heading === undefined) continue;
        const headings = [...readFileSync(target, 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
          title
            .toLowerCase()
            .replaceAll(/[^\w -]/g, '')
            .replaceAll(' ', '-'),
        );
        expect(headings, `${name}: ${path}#${heading}`).toContain(heading);
      }
    }
  });

  it.each(Object.entries(GUIDE_OF))('%s: name the files that a build writes', async (host, guide) => {
    const site = await buildSite({ hosts: [host], sidecar: true });
    const text = `${guides().get(guide)}\n${guides().get('README')}`;
    const named = [...text.matchAll(/`(out|deploy)\/([\w.-]+)`/g)].map(
      ([, folder, name]) => `${folder}/${name}`,
    );
    const written = new Set([
      ...filesIn(site.out).map((name) => `out/${name}`),
      ...filesIn(site.deploy).map((name) => `deploy/${name}`),
    ]);
    const own = named.filter((name) => guides().get(guide)?.includes(`\`${name}\``));
    expect([...new Set(own)].filter((name) => !written.has(name))).toEqual([]);
    for (const name of hostTable[host]?.deploys ?? []) expect(text, name).toContain(name);
  });
});

describe('blocks of code in the guides', () => {
  it.each(blocks('sh'))('are shell that can be read ($guide)', ({ text }) => {
    const { status, stderr } = spawnSync('bash', ['-n'], { input: text, encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
  });

  it('are JSON and TOML that can be read', () => {
    for (const { text } of blocks('json')) expect(() => JSON.parse(text), text).not.toThrow();
    const netlify = parseToml(blockOf('netlify', 'toml'));
    expect(netlify).toMatchObject({ build: { publish: 'out', environment: { NODE_VERSION: '24' } } });
  });

  it('have a workflow that its schema accepts, which asks for no more rights than it needs', () => {
    const text = blockOf('github-actions', 'yaml');
    expect(validateWorkflow(text).errors).toEqual([]);
    const { permissions, jobs } = parseYaml(text);
    expect(permissions).toEqual({ contents: 'read' });
    const uses = Object.values<{ steps: { uses?: string }[] }>(jobs).flatMap(({ steps }) =>
      steps.flatMap(({ uses: one }) => (one === undefined ? [] : [one])),
    );
    for (const one of uses)
      expect(one).toMatch(/^(?:actions\/[\w-]+@v\d+|OWNER\/agent-discovery-service@main)$/);
    const step = jobs.build.steps.find(({ id }: { id?: string }) => id === 'svc');
    const { inputs } = parseYaml(readFileSync('action.yml', 'utf8'));
    expect(Object.keys(inputs)).toEqual(expect.arrayContaining(Object.keys(step.with)));
    for (const [, name] of text.matchAll(/steps\.svc\.outputs\.(\w+)/g)) {
      expect(Object.keys(parseYaml(readFileSync('action.yml', 'utf8')).outputs)).toContain(name);
    }
    // Text from outside is never part of a script.
    expect(text).not.toMatch(/run: .*\$\{\{/);
  });

  it('have a pipeline whose jobs are of its stages and whose scripts can be read', () => {
    const { stages, default: _, variables, ...jobs } = parseYaml(blockOf('gitlab-ci', 'yaml', 'stages:'));
    expect(Object.keys(jobs)).toEqual(stages);
    expect(variables).toEqual({ SITE_URL: 'https://example.org' });
    for (const [name, job] of Object.entries<{ stage: string; script: unknown[] }>(jobs)) {
      expect(job.stage).toBe(name);
      expect(job.script.every((line) => typeof line === 'string')).toBe(true);
      expect(spawnSync('bash', ['-n'], { input: job.script.join('\n') }).status).toBe(0);
    }
  });

  it('cache nothing of .svc/ but the cache', () => {
    for (const { text } of blocks('yaml')) {
      for (const [path] of text.matchAll(/(?<![\w/])\.svc\S*/g))
        expect(path).toMatch(/^\.svc\/(?:cache,?|,)$/);
    }
  });

  it('have a CloudFront function that gives Markdown to those who ask for it', () => {
    const code = blockOf('s3-cloudfront', 'js');
    const uriOf = (uri: string, accept?: string): string => {
      const headers = accept === undefined ? {} : { accept: { value: accept } };
      return runInNewContext(`${code}; handler(event).uri`, { event: { request: { uri, headers } } });
    };
    expect(uriOf('/')).toBe('/index.html');
    expect(uriOf('/posts/first-light/', 'text/html')).toBe('/posts/first-light/index.html');
    expect(uriOf('/posts/first-light/', 'text/markdown')).toBe('/posts/first-light.md');
    expect(uriOf('/', 'text/html;q=0.5, text/markdown')).toBe('/index.md');
    expect(uriOf('/about/', 'text/markdown;q=0, text/html')).toBe('/about/index.html');
    expect(uriOf('/about/', 'text/markdown;q=0.9')).toBe('/about.md');
    expect(uriOf('/llms.txt', 'text/markdown')).toBe('/llms.txt');
  });
});

describe('action.yml', () => {
  const text = readFileSync('action.yml', 'utf8');
  const action = parseYaml(text);

  it('is accepted by its schema', () => {
    expect(validateAction(text).errors).toEqual([]);
  });

  it('uses nothing of others but actions/setup-node, and puts no input into a script', () => {
    const steps: readonly { uses?: string; run?: string }[] = action.runs.steps;
    expect(steps.flatMap(({ uses }) => (uses === undefined ? [] : [uses]))).toEqual([
      'actions/setup-node@v6',
    ]);
    for (const { run = '' } of steps) expect(run).not.toMatch(/\$\{\{/);
  });

  it('is described in the guide', () => {
    const rows = (of: Record<string, { description: string; default?: string }>) =>
      Object.entries(of).map(([name, { description, default: preset }]) => {
        const cells = preset === undefined ? [] : [preset === '' ? '' : `\`${preset}\``];
        return `| ${[`\`${name}\``, ...cells, description].join(' | ')} |`;
      });
    expect(table('inputs', rows(action.inputs))).toBe(true);
    expect(table('outputs', rows(action.outputs))).toBe(true);
  });
});

/** Whether the rows are those of the guide; with UPDATE=1 they are written there first. */
function table(name: string, rows: readonly string[]): boolean {
  const file = join(GUIDES, 'github-actions.md');
  const pattern = new RegExp(`(<!-- ${name} -->\\n.*\\n.*\\n)([\\s\\S]*?)(<!-- /${name} -->)`);
  const text = `${rows.join('\n')}\n`;
  if (process.env['UPDATE'] === '1') {
    const guide = readFileSync(file, 'utf8');
    writeFileSync(
      file,
      guide.replace(pattern, (_all, head: string, _old, end: string) => head + text + end),
    );
  }
  return pattern.exec(readFileSync(file, 'utf8'))?.[2] === text && dirname(file) === GUIDES;
}
