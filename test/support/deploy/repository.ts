import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Files, workspace, writeFiles } from '../build/workspace.js';

/** A project in a repository with a bare origin, as a runner has it before a change. */
export interface Repository {
  readonly folder: string;
  /** The commit before the change. */
  readonly base: string;
  git(...args: readonly string[]): string;
  /** Commits files to the branch of the change; undefined removes nothing. */
  commit(files: Files): string;
}

/** Files of a site: a page with a link, and a draft. */
export const FERRY: Files = {
  '.gitignore': 'node_modules\n.svc/\nout/\ndeploy/\n',
  'package.json': '{"private":true,"devDependencies":{"agent-discovery-service":"file:../program.tgz"}}\n',
  'content/index.md': '---\ntitle: Ferry\n---\n\nIt goes when it is full. See [the rope](rope.md).\n',
  'content/rope.md': '---\ntitle: Rope\n---\n\nThe old one had knots, which nobody could undo.\n',
  'content/tide.md': '---\ntitle: Secret tide\ndraft: true\n---\n\nNot yet.\n',
};

/** The change: the draft becomes public, and a link breaks. */
export const CHANGE: Files = {
  'content/index.md': String(FERRY['content/index.md']).replace('rope.md', 'ropes.md'),
  'content/tide.md': String(FERRY['content/tide.md']).replace('draft: true\n', ''),
};

/** Makes a repository whose project has the program installed. */
export function repositoryOf(files: Files): Repository {
  const top = workspace();
  const folder = join(top, 'site');
  const run = (cwd: string, ...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=Ferry', '-c', 'user.email=ferry@ferry.example', ...args], {
      cwd,
      encoding: 'utf8',
      stdio: 'pipe',
    }).trim();
  run(top, 'init', '--quiet', '--bare', '--initial-branch=main', 'origin.git');
  run(top, 'clone', '--quiet', 'origin.git', 'site');
  const git = (...args: readonly string[]) => run(folder, ...args);
  const commit = (more: Files) => {
    writeFiles(folder, more);
    git('add', '--all');
    git('commit', '--quiet', '--message=x');
    return git('rev-parse', 'HEAD');
  };
  const base = commit(files);
  git('push', '--quiet', 'origin', 'HEAD:main');
  git('remote', 'set-head', 'origin', 'main');
  git('checkout', '--quiet', '-b', 'change');
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(resolve('.'), join(folder, 'node_modules/agent-discovery-service'));
  return { folder, base, git, commit };
}
