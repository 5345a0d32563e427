import { closeSync, existsSync, openSync } from 'node:fs';
import { expect, it } from 'vitest';
import { startServe } from '../../../../src/cli/serve.js';
import { workspace } from '../../../support/build/workspace.js';
import { gateOf, gatePlugin } from '../../../support/config/hooks/gate.js';
import { freePort } from '../../../support/free-port.js';
import { ask } from '../../../support/sidecar/server/http.js';
import { HARBOUR, NOW, until } from '../../../support/sidecar/server/serving.js';
import { readyStatus, spawnSidecar } from '../../../support/sidecar/server/spawned-sidecar.js';

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

it.runIf(existsSync('/dev/full'))(
  'a server goes on while its log cannot be written',
  async () => {
    const errors = openSync('/dev/full', 'w');
    try {
      const sidecar = await spawnSidecar({ errors });
      await until(async () => sidecar.ended() !== undefined || (await readyStatus(sidecar)) === 200, 50_000);
      expect(sidecar.ended()).toBeUndefined();
      expect((await sidecar.ask('/svc/login')).status).toBe(200);
      expect((await sidecar.ask('/about.md')).status).toBe(200);
      await sidecar.kill('SIGTERM');
      expect(sidecar.ended()).toBe(0);
    } finally {
      closeSync(errors);
    }
  },
  60_000,
);
