import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newToken } from '../../../../../src/sidecar/oauth/secrets.js';
import { AdminClient } from '../../../../support/sidecar/server/admin/client.js';
import {
  Connection,
  oauthToken,
  type Proof,
  sharedToken,
} from '../../../../support/sidecar/server/mcp/connection.js';
import { HARBOUR, serveSite, type TestSite } from '../../../../support/sidecar/server/serving.js';

const PER_MINUTE = 300;

let site: TestSite;
let ada: Proof;
let bo: Proof;
let cy: Proof;
let clientId: string;

beforeAll(async () => {
  site = await serveSite({ files: HARBOUR, settings: { enable_mcp_server: true } });
  const client = new AdminClient(site);
  ada = await client.as('ada', 'administrator');
  bo = await client.as('bo', 'administrator');
  cy = await client.as('cy', 'administrator');
}, 60_000);
beforeEach(() => {
  clientId = newToken('client');
});

const statusOf = async (proof: Proof): Promise<number> =>
  (await new Connection(site, proof).send({ jsonrpc: '2.0', id: 1, method: 'ping' })).status;

/** Makes all the calls that a credential has in a minute. */
async function useUp(proof: Proof): Promise<void> {
  for (let done = 0; done < PER_MINUTE; done += 50) {
    const statuses = await Promise.all(Array.from({ length: 50 }, () => statusOf(proof)));
    expect(statuses).toEqual(Array.from({ length: 50 }, () => 200));
  }
  expect(await statusOf(proof)).toBe(429);
}

describe('the calls of a minute', () => {
  it('are counted for each account that has approved a client', async () => {
    const busy = await oauthToken(site, 'ada', 'read', clientId);
    const calm = await oauthToken(site, 'bo', 'read', clientId);
    await useUp(busy);
    expect(await statusOf(calm)).toBe(200);
  });

  it('do not begin anew with another token of the same client and account', async () => {
    await useUp(await oauthToken(site, 'ada', 'read', clientId));
    expect(await statusOf(await oauthToken(site, 'ada', 'write', clientId))).toBe(429);
  });

  it('of a session, of a connection and of the shared token are counted apart', async () => {
    const token = await oauthToken(site, 'ada', 'read', clientId);
    await useUp(ada);
    await useUp(await sharedToken(site, 'ada', 'read'));
    expect([await statusOf(bo), await statusOf(token)]).toEqual([200, 200]);
  });

  it('end before the message is looked at, and after the credential is', async () => {
    const proof = await oauthToken(site, 'ada', 'read', clientId);
    await useUp(proof);
    const send = async (given: Proof, message: unknown, method?: string) =>
      (await new Connection(site, given).send(message, {}, method)).status;
    expect(await send(proof, '{"broken')).toBe(429);
    expect(await send(proof, '', 'GET')).toBe(429);
    expect(await send({ Authorization: 'Bearer svcoa_00' }, '{"broken')).toBe(401);
    const Origin = 'https://attacker.example';
    // A page of any origin may send a token; a session, which browsers add by themselves, is refused uncounted.
    expect(await send({ ...proof, Origin }, '{"broken')).toBe(429);
    await useUp(cy);
    expect(await send({ ...cy, Origin }, '{"broken')).toBe(403);
  });
});
