import { createInterface } from 'node:readline';
import { redeemCode, refresh } from '../../../../src/sidecar/oauth/tokens.js';
import { openStorage } from '../../../../src/storage/open.js';

/** What a redeemer is told to do. */
export interface Order {
  readonly kind: 'code' | 'refresh';
  readonly secret: string;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly verifier: string;
  readonly now: number;
}

// A process that redeems what it is told to, one line an order and one line an answer.
const storage = await openStorage(process.argv[2] ?? '');
process.stdout.write('ready\n');
for await (const line of createInterface({ input: process.stdin })) {
  const { kind, secret, clientId, redirectUri, verifier, now } = JSON.parse(line) as Order;
  const common = { clientId, resources: [] };
  const answer =
    kind === 'code'
      ? await redeemCode(storage, { ...common, code: secret, redirectUri, verifier }, now)
      : await refresh(storage, { ...common, refreshToken: secret }, now);
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
await storage.close();
