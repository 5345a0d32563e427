// A project that installs the packed file, as a user does.
import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { workspace, writeFiles } from '../../support/build/workspace.js';
import { NEWER_NODE, needs, newerNode } from '../../support/needs.js';

/** Kilobytes; the limit for an installation that builds, checks and serves. */
const MAX_SIZE = 35_000;
const OWN_SQLITE = 'sqlite' in process.getBuiltinModule('node:process').versions;
const TSC = resolve('node_modules/.bin/tsc');
const BIN = 'node_modules/agent-discovery-service/bin/svc.js';

const FILES = {
  'package.json': '{"name":"consumer","version":"1.0.0","private":true,"type":"module"}',
  'content/kiln.md': '---\ntitle: Kiln\n---\n\nThe kiln is warm, and the cups are still inside of it.\n',
  'svc.config.json': '{"site":{"url":"https://kiln.example","name":"Kiln"},"source":"content"}',
};

let folder = '';

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function run(command: string, args: readonly string[], cwd = folder): Ended {
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], SOURCE_DATE_EPOCH: '1782986400' };
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, env, encoding: 'utf8' });
  return { code: status, stdout, stderr };
}

beforeAll(() => {
  folder = workspace(FILES);
  const packed = run(
    'npm',
    ['pack', '--ignore-scripts', '--pack-destination', folder, '--silent'],
    process.cwd(),
  );
  const flags = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund'];
  const installed = run('npm', ['install', ...flags, `./${packed.stdout.trim()}`]);
  expect(installed.code, installed.stderr).toBe(0);
});

/** Kilobytes that a folder takes on a disk. */
function sizeOf(path: string): number {
  const found = lstatSync(path);
  if (!found.isDirectory()) return found.blocks / 2;
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0);
}

describe('an installation', () => {
  it('is small, and needs neither a compiler nor the optional packages', () => {
    const modules = join(folder, 'node_modules');
    expect(sizeOf(modules)).toBeLessThan(MAX_SIZE);
    const { peerDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
    for (const name of Object.keys(peerDependencies))
      expect(existsSync(join(modules, name)), name).toBe(false);
    const all = readdirSync(modules, { recursive: true, encoding: 'utf8' });
    expect(all.filter((path) => path.endsWith('binding.gyp'))).toEqual([]);
  });

  it('runs by both of its names, and never by downloading', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
    for (const name of ['agent-discovery-service', 'svc']) {
      expect(run('npx', ['--no-install', name, '--version'])).toMatchObject({
        code: 0,
        stdout: `${version}\n`,
      });
    }
    const empty = workspace();
    expect(
      run('npx', ['--no-install', '--offline', 'agent-discovery-service', '--version'], empty).code,
    ).not.toBe(0);
  });

  it('builds and checks', () => {
    expect(run(process.execPath, [BIN, 'build'])).toMatchObject({ code: 0 });
    expect(readFileSync(join(folder, 'out/kiln.md'), 'utf8')).toContain('The kiln is warm');
    expect(run(process.execPath, [BIN, 'validate', '--strict'])).toMatchObject({ code: 0 });
    expect(run(process.execPath, [BIN, 'check', '--json'])).toMatchObject({ code: 0 });
  });

  it('is listed by npm sbom, without packages that are missing or of a wrong version', () => {
    const { code, stdout } = run('npm', ['sbom', '--sbom-format', 'cyclonedx']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout).components.map(({ name }: { readonly name: string }) => name)).toEqual(
      expect.arrayContaining(['agent-discovery-service', 'express', 'satteri']),
    );
  });

  /** Asks the server for a twin, and as a signed-in user for the list of MCP tools. */
  const serving = `
    import { createServer } from 'agent-discovery-service/server';
    const server = await createServer({ port: 0 });
    console.log((await (await fetch(server.url + 'kiln.md')).text()).includes('The kiln is warm'));
    const post = (path, body, headers) => fetch(server.url + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', ...headers },
      body: JSON.stringify(body),
    });
    const login = await post('svc/login', { username: 'ada', password: 'kiln and cups 1904' });
    const session = {
      Cookie: login.headers.getSetCookie().map((one) => one.split(';')[0]).join('; '),
      'X-Platform-Nonce': (await login.json()).nonce,
    };
    const initialize = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'kiln', version: '1' } };
    for (const [method, params] of [['initialize', initialize], ['tools/list', {}]]) {
      const answer = await post('api/svc/v1/mcp', { jsonrpc: '2.0', id: 1, method, params }, session);
      console.log(answer.status, Object.keys(JSON.parse((await answer.text()).replace(/^[^{]*/, '')).result).join());
    }
    await server.close();
  `;

  it('serves with SQLite on a Node.js that has it, with the MCP server that is part of the program', {
    ...needs(NEWER_NODE),
  }, () => {
    writeFiles(folder, {
      'serve.mjs': serving,
      'svc.settings.json': '{"enable_mcp_server":true}',
      password: 'kiln and cups 1904',
    });
    const add = `${resolve(newerNode)} ${BIN} user add ada --role administrator --password-stdin < password`;
    expect(run('sh', ['-c', add])).toMatchObject({ code: 0 });
    const { code, stdout, stderr } = run(resolve(newerNode), ['serve.mjs']);
    expect(stdout, stderr).toMatch(/^true\n200 .*serverInfo.*\n200 .*tools.*\n$/);
    expect(code).toBe(0);
    expect(existsSync(join(folder, '.svc/svc.db'))).toBe(true);
  });

  it.each([
    ...(OWN_SQLITE ? [] : [['better-sqlite3@12', ['serve', '--port', '0']] as const]),
    ['pg@8', ['serve', '--port', '0', '--database', 'postgres://kiln@127.0.0.1:9/kiln']],
    ['pg@8', ['user', 'list', '--database', 'postgres://kiln@127.0.0.1:9/kiln']],
  ] as const)('names the command that installs %s when a feature needs it: %j', (name, args) => {
    const ended = run(process.execPath, [BIN, ...args]);
    expect(ended.code).toBe(2);
    expect(ended.stderr).toContain(`npm install ${name}`);
  });
});

describe('the entries', () => {
  const NAMES = {
    'agent-discovery-service': 'SvcError,build,check,createServer,defineConfig,validate,verify',
    'agent-discovery-service/config': 'defineConfig',
    'agent-discovery-service/plugin': 'definePlugin',
    'agent-discovery-service/server': 'createServer',
  };

  it.each(Object.entries(NAMES))('imports and requires %s', (entry, names) => {
    const print = 'console.log(Object.keys(entry).filter((name) => name !== "__esModule").sort().join())';
    const esm = run(process.execPath, [
      '--input-type=module',
      '-e',
      `import * as entry from '${entry}'; ${print}`,
    ]);
    expect(esm).toMatchObject({ code: 0, stdout: `${names}\n`, stderr: '' });
    const cjs = run(process.execPath, [
      '--input-type=commonjs',
      '-e',
      `const entry = require('${entry}'); ${print}`,
    ]);
    expect(cjs).toMatchObject({ code: 0, stdout: `${names}\n` });
  });

  it('has the schemas, and nothing of the inside', () => {
    const find = (path: string) =>
      run(process.execPath, ['-p', `require.resolve('agent-discovery-service/${path}')`]).code;
    expect(find('schemas/svc.config.schema.json')).toBe(0);
    expect(find('package.json')).toBe(0);
    expect(find('dist/cli/main.js')).toBe(1);
  });

  it.each([
    ['node16', 'node16'],
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ])(
    'has types with module %s and moduleResolution %s, complete in themselves',
    (module, moduleResolution) => {
      writeFiles(folder, {
        'use.ts': `
        import { build, check, createServer, defineConfig, SvcError, validate, verify } from 'agent-discovery-service';
        import type { BuildReport, CheckReport, Serving, SvcConfig, ValidateReport, VerifyReport } from 'agent-discovery-service';
        import { defineConfig as define } from 'agent-discovery-service/config';
        import { definePlugin, type Svc } from 'agent-discovery-service/plugin';
        import { createServer as create } from 'agent-discovery-service/server';
        import { agentDiscovery as astro } from 'agent-discovery-service/astro';
        import { agentDiscovery as docusaurus } from 'agent-discovery-service/docusaurus';
        import { agentDiscovery as eleventy } from 'agent-discovery-service/eleventy';
        import { withAgentDiscovery as next } from 'agent-discovery-service/next';
        import { agentDiscovery as nuxt } from 'agent-discovery-service/nuxt';
        import { agentDiscovery as vite } from 'agent-discovery-service/vite';
        import { withAgentDiscovery } from 'agent-discovery-service/vitepress';
        export const generators: readonly object[] =
          [astro(), docusaurus, eleventy, next({}), nuxt, vite({ baseUrl: 'https://kiln.example' }), withAgentDiscovery({})];
        export const reports = async (): Promise<readonly [BuildReport, CheckReport, ValidateReport, VerifyReport]> =>
          [await build({ workers: 0 }), await check(), await validate(), await verify('https://kiln.example')];
        export const config: SvcConfig = defineConfig(define({ source: 'content' }));
        export const register = definePlugin((svc: Svc) => svc.filter('svc_changes_max', (most) => most + 1));
        export const server: Promise<Serving> = (create ?? createServer)({ port: 0, onLog: (line) => line.trim() });
        export const fix = (error: unknown): string | undefined => (error instanceof SvcError ? error.fix : undefined);
        // @ts-expect-error: it is a number.
        build({ workers: 'two' });
      `,
        'tsconfig.json': JSON.stringify({
          compilerOptions: {
            ...{ module, moduleResolution, target: 'es2022', lib: ['es2022', 'dom'], types: [] },
            ...{ strict: true, exactOptionalPropertyTypes: true, skipLibCheck: false, noEmit: true },
          },
          files: ['use.ts'],
        }),
      });
      expect(run(TSC, ['-p', '.'])).toMatchObject({ code: 0, stdout: '' });
    },
  );

  it.each([
    ['node16', "import { build } from 'agent-discovery-service'; export const run = build;", 'TS1479'],
    ['nodenext', "import { build } from 'agent-discovery-service'; export const run = build;", ''],
    ['node16', "export const run = async () => (await import('agent-discovery-service')).build();", ''],
    [
      'node16',
      "import type { SvcConfig } from 'agent-discovery-service/config' with { 'resolution-mode': 'import' }; export const c: SvcConfig = { source: 'content' };",
      '',
    ],
  ])('is imported from CommonJS with module %s as its page says: %s', (module, code, error) => {
    writeFiles(folder, { 'use.cts': code });
    const flags = ['--ignoreConfig', '--noEmit', '--strict', '--target', 'es2022', '--types', ''];
    const { stdout } = run(TSC, [...flags, '--module', module, 'use.cts']);
    expect(/TS\d+/.exec(stdout)?.[0] ?? '', stdout).toBe(error);
  });

  const TYPED = {
    'svc.config.json': FILES['svc.config.json'],
    'typed.config.ts': `import { defineConfig } from 'agent-discovery-service/config';
      const out: string = 'typed';
      export default defineConfig({ site: { url: 'https://kiln.example' }, source: 'content', out, plugins: ['./more.ts'] });`,
    'more.ts': `import { definePlugin } from 'agent-discovery-service/plugin';
      export const register = definePlugin((svc) => svc.wellKnown({ name: 'gpc.json', callback: (): object => ({ gpc: true }) }));`,
  };

  it('types a configuration and a plugin in TypeScript', needs(NEWER_NODE), () => {
    writeFiles(folder, TYPED);
    expect(run(resolve(newerNode), [BIN, 'build', '--config', 'typed.config.ts'])).toMatchObject({ code: 0 });
    expect(readFileSync(join(folder, 'typed/.well-known/gpc.json'), 'utf8')).toContain('true');
  });

  it('says what to do on a Node.js without TypeScript', { skip: 'typescript' in process.features }, () => {
    writeFiles(folder, { ...TYPED, 'plain.json': '{"source":"content","plugins":["./more.ts"]}' });
    for (const [config, name] of [
      ['typed.config.ts', 'typed.config.ts'],
      ['plain.json', 'more.ts'],
    ] as const) {
      const ended = run(process.execPath, [BIN, 'build', '--config', config]);
      expect(ended.code).toBe(2);
      expect(ended.stderr).toContain(
        `TypeScript needs Node.js 22.18 or later, and this is ${process.version}`,
      );
      expect(ended.stderr).toContain(`compile ${name} to JavaScript`);
    }
  });
});
