import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments, parse as parseYaml } from 'yaml';
import { workspace } from '../../support/build/workspace.js';
import { runSvc } from '../../support/cli/run-svc.js';
import { type CodeHost, startCodeHost } from '../../support/deploy/code-host.js';
import { guides } from '../../support/deploy/guides.js';
import { CHANGE, FERRY, type Repository, repositoryOf } from '../../support/deploy/repository.js';
import { file, NEWER_NODE, needs, newerNode } from '../../support/needs.js';

const RUNNER = 'test/checkers/node_modules/gitlab-ci-local/dist/index.js';
const rsync = {
  reason: 'rsync is not installed (apt-get install rsync)',
  isMet: spawnSync('rsync', ['--version']).status === 0,
};
const RUNS = needs(file(RUNNER, 'npm run test:all installs it'), NEWER_NODE, rsync);

/** A project after `svc init --ci gitlab`; its packages are installed already. */
async function initialised(more: Readonly<Record<string, string>> = {}): Promise<Record<string, string>> {
  const cwd = workspace({ ...FERRY, ...more, '.git/config': '' });
  const { code } = await runSvc(['init', '--ci', 'gitlab', '--base-url', 'https://ferry.example'], { cwd });
  expect(code).toBe(0);
  const read = (name: string) => readFileSync(join(cwd, name), 'utf8');
  return {
    ...(FERRY as Record<string, string>),
    'svc.config.yaml': read('svc.config.yaml'),
    '.gitlab/agents.yml': read('.gitlab/agents.yml'),
    '.gitlab-ci.yml': read('.gitlab-ci.yml')
      .replace('prepare: "npm install"', 'prepare: "true"')
      .replace('# max-broken-links', 'max-broken-links'),
  };
}

/** Runs the job of a merge request in a shell, with the runner that developers use; it checks GitLab's schema first. */
function runJob({ folder, base }: Repository, host: CodeHost): Promise<{ code: number; printed: string }> {
  const variables = {
    CI_PIPELINE_SOURCE: 'merge_request_event',
    CI_MERGE_REQUEST_DIFF_BASE_SHA: base,
    CI_MERGE_REQUEST_IID: '7',
    CI_API_V4_URL: host.url,
    CI_PROJECT_ID: '42',
    SVC_GITLAB_TOKEN: 'secret',
  };
  const options = Object.entries(variables).flatMap(([name, value]) => ['--variable', `${name}=${value}`]);
  const args = [resolve(RUNNER), '--force-shell-executor', '--home', folder, ...options, 'agents'];
  return new Promise((done) => {
    const env = { PATH: process.env['PATH'], HOME: folder, SOURCE_DATE_EPOCH: '1782986400' };
    execFile(resolve(newerNode), args, { cwd: folder, env, maxBuffer: 1e8 }, (error, stdout, stderr) =>
      done({ code: error === null ? 0 : Number(error.code), printed: stdout + stderr }),
    );
  });
}

describe('the GitLab component', () => {
  const [spec, content] = parseAllDocuments(readFileSync('templates/agents.yml', 'utf8')).map((one) =>
    one.toJS(),
  );
  const inputs = Object.keys(spec.spec.inputs);

  it('uses the inputs that it declares, and the guide lists them', () => {
    const text = JSON.stringify(content);
    const used = [...text.matchAll(/\$\[\[ inputs\.([\w-]+) \]\]/g)].map(([, name]) => name);
    expect([...new Set(used)].sort()).toEqual([...inputs].sort());
    for (const name of inputs) expect(guides().get('gitlab-ci')).toContain(`| \`${name}\` |`);
  });

  it('has the limits of the action', () => {
    const action = parseYaml(readFileSync('action.yml', 'utf8'));
    const limits = Object.keys(action.inputs).filter((name) => /^(?:min|max)-/.test(name));
    expect(inputs).toEqual(expect.arrayContaining(limits));
  });

  it('has a script that a shell can read', () => {
    const [script] = content.agents.script;
    expect(spawnSync('bash', ['-n'], { input: script.replaceAll(/\$\[\[.*?\]\]/g, 'true') }).status).toBe(0);
  });
});

describe('a merge request', () => {
  it('gets a note, which the next pipeline updates, and reports', RUNS, async () => {
    const host = await startCodeHost('gitlab', 101);
    const site = repositoryOf(await initialised());
    site.commit(CHANGE);
    const first = await runJob(site, host);
    expect(first.printed).toContain('json schema validated');
    expect(first.code, first.printed).toBe(1);
    const note = host.comments[101];
    expect(note?.body).toContain('**Newly public**\n\n- /tide/\n');
    expect(note?.body).toContain('❌ 1 link leads to pages');
    const read = (name: string) => readFileSync(join(site.folder, name), 'utf8');
    expect(read('svc-check.xml')).toContain('<testcase name="Broken links"');
    const issues: Record<string, unknown>[] = JSON.parse(read('svc-quality.json'));
    expect(issues).toContainEqual({
      check_name: 'limit/max-broken-links',
      description: expect.stringContaining('ropes.md'),
      fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
      severity: 'major',
      location: { path: expect.any(String), lines: { begin: 1 } },
    });
    expect(new Set(issues.map(({ fingerprint }) => fingerprint)).size).toBe(issues.length);

    site.commit({ 'content/index.md': String(FERRY['content/index.md']) });
    const second = await runJob(site, host);
    expect(second.code, second.printed).toBe(0);
    expect(host.comments).toHaveLength(102);
    expect(note?.body).toContain('| Broken links | none |');
    expect(host.requests.filter((one) => !one.startsWith('GET '))).toEqual([
      'POST /projects/42/merge_requests/7/notes',
      'PUT /projects/42/merge_requests/7/notes/102',
    ]);
  });

  it('that brings the pipeline is checked too', RUNS, async () => {
    const host = await startCodeHost('gitlab');
    const site = repositoryOf({ '.gitignore': 'node_modules\n' });
    site.commit(await initialised());
    const { code, printed } = await runJob(site, host);
    expect(code, printed).toBe(0);
    expect(printed).toContain("The state before the change can't be built");
    expect(host.comments[0]?.body).toContain('**Newly public**\n\n- /\n- /rope/\n');
  });
});
