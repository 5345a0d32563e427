import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { errorOutput } from '../../../../src/cli/main.js';
import { startServe } from '../../../../src/cli/serve.js';
import { defaultSettings } from '../../../../src/config/settings.js';
import { fileSettingsStore } from '../../../../src/config/settings-store.js';
import { workspace } from '../../../support/build/workspace.js';
import { gateOf, gatePlugin } from '../../../support/config/hooks/gate.js';
import { freePort } from '../../../support/free-port.js';
import { ask } from '../../../support/sidecar/server/http.js';
import { HARBOUR, NOW, until } from '../../../support/sidecar/server/serving.js';
import { readyStatus, spawnSidecar } from '../../../support/sidecar/server/spawned-sidecar.js';
import { smallDisk } from '../../../support/storage/small-disk.js';

it('what is no document is asked to wait until everything answers, and is never missing', async () => {
  const folder = workspace({
    ...HARBOUR,
    'plugin.js': gatePlugin('action', 'svc_warm_llms_full'),
    'svc.settings.json': '{"enable_mcp_server": true}',
    'svc.config.json': JSON.stringify({
      site: { url: 'https://harbour.example', name: 'Harbour Notes' },
      source: 'content',
      plugins: ['./plugin.js'],
      pluginTimeout: 60,
    }),
  });
  // Holds the build back, once its documents are there.
  const gate = gateOf(folder);
  gate.shut();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const mcp = async () => (await ask(url, '/api/svc/v1/mcp', { method: 'POST' })).status;
  const starting = startServe(
    { port: String(port), json: true },
    {
      env: { SOURCE_DATE_EPOCH: String(NOW), SVC_LOG_LEVEL: 'silent' },
      cwd: folder,
      out: () => undefined,
      err: () => undefined,
      isTty: false,
    },
  );
  try {
    await until(() => gate.arrived() === 1, 30_000);
    expect((await ask(url, '/llms.txt')).status).toBe(200);
    expect((await ask(url, '/svc/health/ready')).status).toBe(503);
    expect(await mcp()).toBe(503);
  } finally {
    gate.open();
  }
  const serving = await starting;
  expect((await ask(url, '/svc/health/ready')).status).toBe(200);
  expect(await mcp()).toBe(401);
  await serving.close();
}, 60_000);

it('names an address that a browser on this machine can open, also when it listens on all', async () => {
  const printed: string[] = [];
  const serving = await startServe(
    { port: '0', host: '0.0.0.0', source: ['content'], baseUrl: 'https://harbour.example' },
    {
      env: { SOURCE_DATE_EPOCH: String(NOW), SVC_LOG_LEVEL: 'silent' },
      cwd: workspace(HARBOUR),
      out: () => undefined,
      err: (text) => void printed.push(text),
      isTty: false,
    },
  );
  try {
    expect(serving.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
    expect((await ask(serving.url, '/svc/health/live')).status).toBe(200);
    expect(printed.join('')).not.toContain('0.0.0.0');
  } finally {
    await serving.close();
  }
}, 60_000);

it('listens on an IPv6 address that is written as in a URL', async () => {
  const serving = await startServe(
    { port: '0', host: '[::1]', source: ['content'], baseUrl: 'https://harbour.example' },
    {
      env: { SOURCE_DATE_EPOCH: String(NOW), SVC_LOG_LEVEL: 'silent' },
      cwd: workspace(HARBOUR),
      out: () => undefined,
      err: () => undefined,
      isTty: false,
    },
  );
  expect(serving.url).toMatch(/^http:\/\/\[::1\]:\d+\/$/);
  await serving.close();
}, 60_000);

it.runIf(existsSync('/dev/full'))(
  'a server goes on while its log and its output cannot be written',
  async () => {
    const errors = openSync('/dev/full', 'w');
    try {
      const sidecar = await spawnSidecar({ errors, output: errors });
      await until(async () => sidecar.ended() !== undefined || (await readyStatus(sidecar)) === 200, 50_000);
      expect(sidecar.ended()).toBeUndefined();
      expect((await sidecar.ask('/svc/login')).status).toBe(200);
      expect((await sidecar.ask('/about.md')).status).toBe(200);
      await sidecar.kill('SIGTERM');
      // What was lost of the output makes it a failure.
      expect(sidecar.ended()).toBe(1);
    } finally {
      closeSync(errors);
    }
  },
  60_000,
);

it('Ctrl-C that reaches a server twice, from its terminal and from npm, ends it in peace', async () => {
  const sidecar = await spawnSidecar();
  await until(async () => (await readyStatus(sidecar)) === 200, 50_000);
  process.kill(sidecar.pid, 'SIGINT');
  await sidecar.kill('SIGINT');
  expect(sidecar.ended()).toBe(0);
}, 60_000);

it('SIGHUP without a terminal changes nothing', async () => {
  const sidecar = await spawnSidecar();
  await until(async () => (await readyStatus(sidecar)) === 200, 50_000);
  process.kill(sidecar.pid, 'SIGHUP');
  expect(await readyStatus(sidecar)).toBe(200);
  await sidecar.kill('SIGTERM');
  expect(sidecar.ended()).toBe(0);
}, 60_000);

const disk = smallDisk();
afterAll(() => disk?.remove());
it.runIf(disk !== undefined)('a log on a full disk goes on with a line of its own', () => {
  const path = join(disk?.folder ?? '', 'log');
  const file = openSync(path, 'a');
  const write = errorOutput(file);
  const line = (text: string) => `${JSON.stringify({ text: text.repeat(50) })}\n`;
  disk?.fill();
  for (let count = 0; count < 200; count += 1) write(line('lost'));
  disk?.makeRoom();
  write(line('found'));
  write(line('again'));
  closeSync(file);
  expect(readFileSync(path, 'utf8').split('\n').slice(-3)).toEqual([
    line('found').trim(),
    line('again').trim(),
    '',
  ]);
});

it.runIf(disk !== undefined)('a full disk is named where settings are saved', async () => {
  const folder = disk?.folder ?? '';
  const base = defaultSettings();
  disk?.fill();
  const saved = fileSettingsStore({ folder, base }).write({ ...base, topics_max: 5 });
  await expect(saved).rejects.toThrow("the settings file can't be written: the disk is full");
  disk?.makeRoom();
});
