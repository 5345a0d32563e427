import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approve } from '../../../../src/sidecar/oauth/authorize-request.js';
import { registerClient } from '../../../../src/sidecar/oauth/register.js';
import { redeemCode, type TokenAnswer } from '../../../../src/sidecar/oauth/tokens.js';
import { openStorage } from '../../../../src/storage/open.js';
import type { Storage } from '../../../../src/storage/port.js';
import { findClient } from '../../../../src/storage/tables/oauth-clients.js';
import { addUser } from '../../../../src/storage/tables/users.js';
import { CALLBACK, CHALLENGE, VERIFIER } from '../../../support/sidecar/oauth/assistant.js';
import type { Order } from '../../../support/sidecar/oauth/redeemer.js';
import { postgres, sqlite } from '../../../support/storage/databases.js';

const REDEEMER = fileURLToPath(new URL('../../../support/sidecar/oauth/redeemer.ts', import.meta.url));
const NOW = 1_800_000_000;
const ROUNDS = 12;
const RESOURCE = 'https://harbour.example/api/svc/v1/mcp';

/** A process of its own that redeems. */
interface Redeemer {
  redeem(order: Order): Promise<TokenAnswer>;
  end(): Promise<void>;
}

async function startRedeemer(address: string): Promise<Redeemer> {
  const child: ChildProcess = spawn(process.execPath, ['--import', 'tsx', REDEEMER, address], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const { stdin, stdout } = child;
  if (stdin === null || stdout === null) throw new Error('the process has no pipes');
  const lines = createInterface({ input: stdout })[Symbol.asyncIterator]();
  const next = async () => String((await lines.next()).value);
  if ((await next()) !== 'ready') throw new Error('the process has not started');
  return {
    async redeem(order) {
      stdin.write(`${JSON.stringify(order)}\n`);
      return JSON.parse(await next()) as TokenAnswer;
    },
    end: () =>
      new Promise((resolve) => {
        child.once('close', () => resolve());
        stdin.end();
      }),
  };
}

describe.each([sqlite(), postgres()])('two processes on $name', (database) => {
  let storage: Storage;
  let redeemers: readonly Redeemer[] = [];
  let userId = 0;

  beforeAll(async () => {
    await database.start();
    const address = await database.address();
    storage = await openStorage(address);
    const user = { name: 'ada', displayName: '', email: '', role: 'administrator', password: '', created: 1 };
    userId = (await addUser(storage.db, user)) ?? 0;
    redeemers = await Promise.all([startRedeemer(address), startRedeemer(address)]);
  }, 120_000);
  afterAll(async () => {
    await Promise.all(redeemers.map((redeemer) => redeemer.end()));
    await storage.close();
    await database.stop();
  });

  /** A client with a code that somebody has just approved. */
  async function freshCode(): Promise<Order> {
    const registered = await registerClient(storage, { redirect_uris: [CALLBACK] }, NOW);
    const client = registered.kind === 'registered' && (await findClient(storage.db, registered.client.id));
    if (!client) throw new Error('the client is not there');
    const request = { client, redirectUri: CALLBACK, challenge: CHALLENGE, wantsWrite: false, state: '' };
    const code = await approve(storage, { request, userId, scope: 'read', resource: RESOURCE }, NOW);
    const order = { clientId: client.id, redirectUri: CALLBACK, verifier: VERIFIER, now: NOW + 1 };
    return { ...order, kind: 'code', secret: code ?? '' };
  }

  async function freshRefreshToken(): Promise<Order> {
    const order = await freshCode();
    const answer = await redeemCode(storage, { ...order, code: order.secret, resources: [] }, order.now);
    if (answer.kind !== 'issued') throw new Error(answer.description);
    return { ...order, kind: 'refresh', secret: answer.refresh };
  }

  it.each([
    ['code', freshCode, []],
    // A client that refreshes twice at once is not a thief: what the winner has got lives.
    ['refresh token', freshRefreshToken, ['access 0', 'refresh 0', 'refresh 1']],
  ])(
    '[3-code-single-use] [3-refresh-rotates] have one winner where both redeem a %s at once',
    async (_, fresh, left) => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const order = await fresh();
        const answers = await Promise.all(redeemers.map((redeemer) => redeemer.redeem(order)));
        const kinds = answers.map(({ kind }) => kind).sort();
        expect(kinds).toEqual(['issued', 'refused']);
        expect(answers.find(({ kind }) => kind === 'refused')).toMatchObject({ error: 'invalid_grant' });
        const { rows } = await tokensOf(order.clientId);
        expect(rows.map(({ kind, rotated }) => `${kind} ${rotated}`).sort()).toEqual(left);
      }
    },
    120_000,
  );

  it('leave nothing half done', async () => {
    const order = await freshRefreshToken();
    const [first] = redeemers;
    expect((await first?.redeem(order))?.kind).toBe('issued');
    const { rows } = await tokensOf(order.clientId);
    expect(rows.map(({ kind, rotated }) => `${kind} ${rotated}`).sort()).toEqual([
      'access 0',
      'refresh 0',
      'refresh 1',
    ]);
  });

  async function tokensOf(clientId: string) {
    const rows = await storage.db
      .selectFrom('oauth_tokens')
      .select(['kind', 'rotated'])
      .where('client_id', '=', clientId)
      .execute();
    return { rows };
  }
});
