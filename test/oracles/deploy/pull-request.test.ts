import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validateWorkflow } from '@action-validator/core';
import { describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { workspace } from '../../support/build/workspace.js';
import { runSvc } from '../../support/cli/run-svc.js';
import { startCodeHost } from '../../support/deploy/code-host.js';
import { CHANGE, FERRY, type Repository, repositoryOf } from '../../support/deploy/repository.js';
import { type ActionRun, runAction } from '../../support/deploy/run-action.js';

const WORKFLOW = '.github/workflows/agents.yml';

interface Step {
  readonly id?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, string>>;
}

/** The files of a project after `svc init --ci github`. */
async function initialised(): Promise<Readonly<Record<string, string>>> {
  const cwd = workspace({ ...FERRY, '.git/config': '' });
  const { code, stderr } = await runSvc(['init', '--ci', 'github', '--base-url', 'https://ferry.example'], {
    cwd,
  });
  expect([code, stderr]).toEqual([0, expect.stringContaining(`Written: ${WORKFLOW}\n`)]);
  const written = ['svc.config.yaml', WORKFLOW].map((name) => [
    name,
    readFileSync(join(cwd, name), 'utf8').replace('# max-broken-links', 'max-broken-links'),
  ]);
  return { ...(FERRY as Record<string, string>), ...Object.fromEntries(written) };
}

/** Goes through the steps of the workflow as a runner would; the program is there already, as after `npm install`. */
async function runJob(site: Repository, head: string, url: string): Promise<readonly ActionRun[]> {
  const { steps } = parseYaml(readFileSync(join(site.folder, WORKFLOW), 'utf8')).jobs.check as {
    steps: readonly Step[];
  };
  const temp = workspace();
  const runs = new Map<string, ActionRun>();
  for (const { id = '', uses = '', with: given = {} } of steps) {
    if (uses.startsWith('actions/checkout@')) {
      // Like the action: a clean checkout also removes what is ignored, except for what `npm install` brings back.
      if (given['clean'] !== 'false') site.git('clean', '-ffdxq', '--exclude=node_modules');
      site.git('checkout', '--quiet', '--force', given['ref'] === undefined ? head : site.base);
    }
    if (!uses.startsWith('./node_modules/')) continue;
    const inputs = Object.entries(given).map(([name, value]) => [
      name,
      value === '${{ steps.before.outputs.check }}' ? (runs.get('before')?.outputs['check'] ?? '') : value,
    ]);
    runs.set(
      id,
      await runAction(site.folder, Object.fromEntries(inputs), {
        checkout: join(site.folder, uses),
        temp,
        env: { GITHUB_API_URL: url },
      }),
    );
  }
  return [...runs.values()];
}

describe('the workflow of svc init --ci github', () => {
  it('is accepted by its schema, with no more rights than a comment needs', async () => {
    const text = (await initialised())[WORKFLOW] ?? '';
    expect(validateWorkflow(text).errors).toEqual([]);
    expect(parseYaml(text).permissions).toEqual({ contents: 'read', 'pull-requests': 'write' });
    expect(text).not.toMatch(/run: .*\$\{\{/);
  });

  it('says on a pull request what becomes public and what breaks, and fails for the link', async () => {
    const host = await startCodeHost('github');
    const site = repositoryOf(await initialised());
    const [before, after] = await runJob(site, site.commit(CHANGE), host.url);
    expect(before?.statuses, before?.printed).toEqual([0, 0, 0]);
    expect(before?.printed).not.toContain('::');
    expect(after?.statuses, after?.printed).toEqual([0, 0, 1, 0]);
    const [comment] = host.comments;
    expect(comment?.body).toContain('| Pages newly public | 1 |');
    expect(comment?.body).toContain('**Newly public**\n\n- /tide/\n');
    expect(comment?.body).toContain(
      "❌ 1 link leads to pages that the source doesn't contain (index.md → /ropes.md)",
    );
    expect(comment?.body).toMatch(/\| Score \| \d+ → \d+ \(/);
    expect(comment?.body).toContain('<details><summary>All checks</summary>\n\n| Rung');

    const [, mended] = await runJob(
      site,
      site.commit({ 'content/index.md': String(FERRY['content/index.md']) }),
      host.url,
    );
    expect(mended?.statuses, mended?.printed).toEqual([0, 0, 0, 0]);
    expect(host.comments).toHaveLength(1);
    expect(comment?.body).toContain('| Broken links | none |');
  });

  it('works for the pull request that brings it', async () => {
    const host = await startCodeHost('github');
    const site = repositoryOf({ '.gitignore': 'node_modules\n.svc/\nout/\ndeploy/\n' });
    const [before, after] = await runJob(site, site.commit(await initialised()), host.url);
    expect(before?.statuses).toEqual([0, expect.any(Number)]);
    expect(after?.statuses, after?.printed).toEqual([0, 0, 0, 0]);
    expect(host.comments[0]?.body).toContain('**Newly public**\n\n- /\n- /rope/\n');
  });
});
