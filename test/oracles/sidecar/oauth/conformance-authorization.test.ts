import { describe, expect, it } from 'vitest';
import { freePort } from '../../../support/free-port.js';
import { needs } from '../../../support/needs.js';
import { Assistant } from '../../../support/sidecar/oauth/assistant.js';
import { startSite } from '../../../support/sidecar/oauth/connectable-site.js';
import { Browser, type TestSidecar } from '../../../support/sidecar/server/auth/harness.js';
import { CONFORMANCE, runConformance } from '../../../support/sidecar/server/mcp/run-conformance.js';
import { until } from '../../../support/sidecar/server/serving.js';

/** Scenarios for authorization servers, and how many checks each has: one that is skipped would pass without any. */
const CHECKS = ['authorization-server-metadata-endpoint: 2', 'authorization-code-grant: 1'];

describe('the conformance suite for authorization servers', () => {
  it('passes, with a registered client and somebody who approves', needs(...CONFORMANCE), async () => {
    const { sidecar: origin } = await startSite();
    const sidecar = {
      url: origin,
      send: (path: string, init?: RequestInit) => fetch(origin + path, { redirect: 'manual', ...init }),
    } as TestSidecar;
    const port = await freePort();
    const assistant = new Assistant(sidecar);
    await assistant.register({ redirect_uris: [`http://127.0.0.1:${port}/callback`] });
    const owner = new Browser(sidecar);
    await owner.signIn('ada');
    const args = ['--url', `${origin}/svc/mcp`, '--client-id', assistant.clientId, '-p', String(port)];
    const resource = ['--resource', `${origin}/api/svc/v1/mcp`];
    let approved = Promise.resolve();
    const run = await runConformance(['authorization', ...args, ...resource], (child) => {
      let output = '';
      child.stdout?.on('data', (data: Buffer) => {
        output += data.toString();
      });
      approved = approve(owner, origin, () => output);
    });
    await approved;
    const passed = [...run.output.matchAll(/^✓ (\S+: \d+) passed, 0 failed/gm)].map(([, one]) => one);
    expect([run.code, passed], run.output).toEqual([0, CHECKS]);
    expect(run.output).toContain('Total: 3 passed, 0 failed');
    expect(run.output).not.toMatch(/warning/i);
  });
});

/** Opens the address that the suite prints once it listens for the answer, and approves. */
async function approve(owner: Browser, origin: string, output: () => string): Promise<void> {
  await until(() => output().includes('Callback server started'), 60_000);
  const [url = ''] = new RegExp(`${origin}/svc/connect\\?\\S+`).exec(output()) ?? [];
  const response = await owner.submit(url.slice(origin.length), { decision: 'approve', grant: 'read' });
  await fetch(response.headers.get('location') ?? '');
}
