import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join, resolve } from 'node:path';
import { validate } from 'dockerfile-utils';
import { afterEach, describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { workspace } from '../../support/build/workspace.js';
import { healthCommand, instructionsOf, restsOf } from '../../support/deploy/dockerfile.js';
import { blockOf } from '../../support/deploy/guides.js';

const text = readFileSync('Dockerfile', 'utf8');
const instructions = instructionsOf(text);
const last = instructions.slice(instructions.findLastIndex(([name]) => name === 'FROM'));

describe('the Dockerfile', () => {
  it('is accepted by a linter', () => {
    expect(validate(text)).toEqual([]);
  });

  it('has two stages of one version of Node.js that the program runs on', () => {
    const [base] = restsOf(instructions, 'ARG');
    expect(restsOf(instructions, 'FROM').join(', ')).toMatch(/^\$\{NODE\} AS build, \$\{NODE\}$/);
    const major = Number(/^NODE=node:(\d+)-[a-z]+-slim$/.exec(base ?? '')?.[1]);
    expect(major).toBeGreaterThanOrEqual(22);
  });

  it('runs without root, from the first command of the container on', () => {
    expect(restsOf(last, 'USER')).toEqual(['node']);
    const user = last.findIndex(([name]) => name === 'USER');
    expect(last.slice(user).some(([name]) => ['RUN', 'COPY', 'ADD'].includes(name))).toBe(false);
    expect([restsOf(last, 'ENTRYPOINT'), restsOf(last, 'CMD')]).toEqual([['["svc"]'], ['["serve"]']]);
  });

  it('has in its last stage what the package has, and no compiler', () => {
    const copied = restsOf(last, 'COPY').flatMap((rest) =>
      rest.replace('--from=build ', '').split(' ').slice(0, -1),
    );
    const names = copied.map((path) => path.replace('/app/', ''));
    expect(names.sort()).toEqual(
      ['LICENSE', 'bin/svc.js', 'dist', 'node_modules', 'package.json', 'schemas', 'templates'].sort(),
    );
    expect(restsOf(instructions, 'RUN').join(' ')).toContain('npm prune --omit=dev');
  });

  it('has the optional packages, but for the database driver that this Node.js does not need', () => {
    const commands = restsOf(instructions, 'RUN').join(' ');
    expect(commands).not.toMatch(/--omit[= ](?:optional|peer)|--no-optional/);
    const folder = workspace({ 'package.json': readFileSync('package.json', 'utf8') });
    const [, script = '', ...left] = /node (bin\/with-optional\.js) ([\w-]+)/.exec(commands) ?? [];
    spawnSync(process.execPath, [resolve(script), ...left], { cwd: folder });
    const { peerDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
    const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    expect(Object.keys(peerDependencies).filter((name) => dependencies[name] === undefined)).toEqual([
      'better-sqlite3',
    ]);
  });

  it('is given nothing that is secret', () => {
    const [first, ...rest] = readFileSync('.dockerignore', 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
    expect(first).toBe('*');
    expect(rest.every((line) => /^![\w.-]+$/.test(line))).toBe(true);
    const allowed = rest.map((line) => line.slice(1));
    const needed = restsOf(instructions, 'COPY')
      .filter((line) => !line.startsWith('--from'))
      .flatMap((line) => line.split(' ').slice(0, -1))
      .map((path) => path.split('/')[0]);
    expect(allowed.sort()).toEqual([...new Set(needed)].sort());
    expect(restsOf(instructions, 'ARG').concat(restsOf(instructions, 'ENV')).join(' ')).not.toMatch(
      /KEY|TOKEN|SECRET|PASS/i,
    );
    expect(readFileSync('.npmrc', 'utf8')).not.toMatch(/_auth|token/i);
  });
});

describe('the health check', () => {
  const [program = '', ...args] = healthCommand(last);
  let server: Server | undefined;

  afterEach(() => server?.close());

  /** Exit code of the check while a server answers with a status. */
  async function exitCode(
    status: number,
    env: Readonly<Record<string, string>> = {},
  ): Promise<readonly unknown[]> {
    const asked: (string | undefined)[] = [];
    server = createServer(({ url }, response) => {
      asked.push(url);
      response.writeHead(status).end();
    });
    const port = await new Promise<number>((resolve) => {
      server?.listen(0, '127.0.0.1', () => {
        const address = server?.address();
        resolve(typeof address === 'object' && address !== null ? address.port : 0);
      });
    });
    return [await run({ SVC_PORT: String(port), ...env }), ...asked];
  }

  function run(env: Readonly<Record<string, string>>): Promise<number | null> {
    expect(program).toBe('node');
    const child = spawn(process.execPath, args, { env, stdio: 'ignore' });
    return new Promise((resolve) => child.on('close', resolve));
  }

  it('asks whether the sidecar lives', async () => {
    expect(await exitCode(200)).toEqual([0, '/svc/health/live']);
  });

  it('asks below the folder of a site in one', async () => {
    expect(await exitCode(200, { SVC_BASE_PATH: '/blog' })).toEqual([0, '/blog/svc/health/live']);
  });

  it('fails when it does not', async () => {
    expect(await exitCode(503)).toEqual([1, '/svc/health/live']);
    server?.close();
    expect(await run({ SVC_PORT: '1' })).toBe(1);
  });
});

describe('the service of the guide', () => {
  it('runs with as few rights as it needs', () => {
    const { svc } = parseYaml(blockOf('docker', 'yaml', 'image: svc')).services;
    expect(svc).toMatchObject({
      init: true,
      read_only: true,
      cap_drop: ['ALL'],
      ports: ['127.0.0.1:8787:8787'],
    });
    expect(restsOf(last, 'ENV').join(' ')).toContain('SVC_PORT=8787');
    // Told by whoever starts it, never written there.
    expect(Object.keys(svc.environment)).toEqual(['SVC_SIGNING_KEY']);
    expect(svc.environment.SVC_SIGNING_KEY).toMatch(/^\$\{SVC_SIGNING_KEY:\?\}$/);
  });
});
