import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { validateWorkflow } from '@action-validator/core';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { workspace } from '../../support/build/workspace.js';

const FILE = '.github/workflows/release.yml';
const text = readFileSync(FILE, 'utf8');
const { permissions, on, jobs } = parse(text);
const runs: readonly string[] = Object.values<{ steps: { run?: string }[] }>(jobs).flatMap(({ steps }) =>
  steps.flatMap(({ run }) => run ?? []),
);

/** Runs the script of the release notes for a tag. */
function notes(tag: string, changelog: string) {
  const cwd = workspace({ 'package.json': '{"version":"0.2.0"}', 'CHANGELOG.md': changelog });
  return spawnSync(process.execPath, [resolve('bin/release-notes.js'), tag], { cwd, encoding: 'utf8' });
}

const CHANGELOG = `# Changelog

## [Unreleased]

## [0.2.0] - 2026-11-27

### Added

- Kilns.

## [0.1.0] - 2026-01-01

- Cups.

[0.2.0]: https://kiln.example/compare/v0.1.0...v0.2.0
`;

describe('the release workflow', () => {
  it('is a workflow that runs for tags only, with as few permissions as it needs', () => {
    expect(validateWorkflow(text).errors).toEqual([]);
    expect(on).toEqual({ push: { tags: ['v*.*.*'] } });
    expect(permissions).toEqual({});
    expect(jobs.test.permissions).toEqual({ contents: 'read' });
    expect(jobs.publish.permissions).toEqual({ contents: 'write', 'id-token': 'write' });
    expect(jobs.publish.needs).toBe('test');
  });

  it('publishes with provenance and without a stored token, after the signatures were verified', () => {
    expect(text).not.toMatch(/NPM_TOKEN|NODE_AUTH_TOKEN|secrets\./);
    expect(runs.find((run) => run.startsWith('npm publish'))).toMatch(/ --provenance /);
    expect(runs.join('\n')).toMatch(/^npm audit signatures$/m);
    // What an expression puts into a script would be run.
    expect(runs.filter((run) => run.includes('${{'))).toEqual([]);
    const publishing: readonly string[] = jobs.publish.steps.flatMap(
      (step: { run?: string }) => step.run ?? [],
    );
    const installing = publishing.filter((run) => /^npm (?:ci|pack|publish)\b/.test(run));
    expect(installing).toHaveLength(3);
    for (const run of installing) expect(run).toContain('--ignore-scripts');
  });

  it('prints the section of the changelog for its tag', () => {
    expect(notes('v0.2.0', CHANGELOG)).toMatchObject({ status: 0, stdout: '### Added\n\n- Kilns.\n' });
    expect(notes('v0.1.0', CHANGELOG)).toMatchObject({ status: 1, stdout: '' });
    expect(notes('v0.1.0', CHANGELOG).stderr).toContain('the version in package.json is 0.2.0');
    expect(notes('v0.2.0', '# Changelog\n').stderr).toContain('no section "## [0.2.0]"');
    expect(notes('v0.2.0', `${CHANGELOG.slice(CHANGELOG.indexOf('## [0.2.0]'))}`).status).toBe(0);
  });

  it('lists what is installed with the package', () => {
    const [sbom = ''] = runs.filter((run) => run.startsWith('npm sbom'));
    const [command = '', ...args] = sbom.replace(/ >.*$/, '').split(' ');
    const { status, stdout } = spawnSync(command, args, { encoding: 'utf8' });
    expect(status).toBe(0);
    const names: readonly string[] = JSON.parse(stdout).components.map(({ name }: { name: string }) => name);
    expect(names).toContain('satteri');
    expect(names).not.toContain('vitest');
    expect(names).not.toContain('better-sqlite3');
  });
});
