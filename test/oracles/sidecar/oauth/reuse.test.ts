import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Assistant, type Tokens, tokensOf, VERIFIER } from '../../../support/sidecar/oauth/assistant.js';
import { Browser, startSidecar, type TestSidecar } from '../../../support/sidecar/server/auth/harness.js';
import { postgres, sqlite } from '../../../support/storage/databases.js';

const HOUR = 3600;
const DAY = 86_400;
const REFUSED = { status: 400, body: { error: 'invalid_grant' } };

describe.each([sqlite(), postgres()])('on $name', (database) => {
  let sidecar: TestSidecar;
  let owner: Browser;
  let assistant: Assistant;
  let other: Assistant;
  let start: number;

  beforeAll(async () => {
    await database.start();
    sidecar = await startSidecar({ database: await database.address() });
    await sidecar.addUser('ada', 'administrator');
    await sidecar.set({ enable_mcp_server: true });
  });
  afterAll(async () => {
    await sidecar.close();
    await database.stop();
  });
  beforeEach(async () => {
    // Everything from the test before has expired.
    sidecar.now += 365 * DAY;
    start = sidecar.now;
    owner = await signedIn();
    [assistant, other] = [new Assistant(sidecar), new Assistant(sidecar)];
    await assistant.register();
    await other.register();
  });

  async function signedIn(): Promise<Browser> {
    const browser = new Browser(sidecar);
    await browser.signIn('ada');
    return browser;
  }

  const at = (seconds: number) => {
    sidecar.now = start + seconds;
  };
  const isAlive = async ({ access }: Pick<Tokens, 'access'>) => {
    const { credentials } = sidecar.services;
    return (await credentials.authenticateBearer(`Bearer ${access}`, { now: sidecar.now })) !== undefined;
  };
  const revoke = (token: string) => assistant.post('revoke', { token, client_id: assistant.clientId });

  describe('[3-code-single-use] a code that is used again', () => {
    it.each([61, HOUR - 1])(
      'after %i seconds and another approval ends its own grant alone',
      async (seconds) => {
        const code = await assistant.approvedBy(owner);
        const tokens = tokensOf(await assistant.redeem(code));
        at(seconds);
        // An approval forgets the codes that need no longer be known.
        const others = tokensOf(await other.redeem(await other.approvedBy(owner)));
        expect([await isAlive(tokens), await isAlive(others)]).toEqual([true, true]);
        expect(await assistant.redeem(code)).toMatchObject(REFUSED);
        expect([await isAlive(tokens), await isAlive(others)]).toEqual([false, true]);
        expect(await assistant.refresh(tokens.refresh)).toMatchObject(REFUSED);
        expect((await other.refresh(others.refresh)).status).toBe(200);
      },
    );

    it('after another approval of the same client ends its own tokens alone', async () => {
      const code = await assistant.approvedBy(owner);
      const tokens = tokensOf(await assistant.redeem(code));
      at(61);
      const later = tokensOf(await assistant.redeem(await assistant.approvedBy(owner)));
      expect(await assistant.redeem(code)).toMatchObject(REFUSED);
      expect([await isAlive(tokens), await isAlive(later)]).toEqual([false, true]);
    });

    it('is seen as long as the tokens live that it was redeemed for', async () => {
      const code = await assistant.approvedBy(owner);
      at(59);
      const { refresh } = tokensOf(await assistant.redeem(code));
      at(59 + 30 * DAY - 1);
      await other.approvedBy(await signedIn());
      expect(await assistant.redeem(code)).toMatchObject(REFUSED);
      expect(await assistant.refresh(refresh)).toMatchObject(REFUSED);
    });

    it('with another client, or with a wrong verifier, ends its grant as well', async () => {
      for (const change of [
        { client_id: other.clientId },
        { code_verifier: VERIFIER.replace('tea', 'pot') },
      ]) {
        const code = await assistant.approvedBy(owner);
        const tokens = tokensOf(await assistant.redeem(code));
        expect(await assistant.redeem(code, change)).toMatchObject(REFUSED);
        expect(await isAlive(tokens)).toBe(false);
      }
    });

    it('is refused though it was not redeemed the first time, and leaves other authorizations alone', async () => {
      const tokens = await assistant.connect(owner);
      const code = await assistant.approvedBy(owner);
      expect(await assistant.redeem(code, { code_verifier: 'v'.repeat(43) })).toMatchObject(REFUSED);
      expect(await assistant.redeem(code)).toMatchObject(REFUSED);
      expect(await isAlive(tokens)).toBe(true);
    });
  });

  describe('[3-refresh-rotates] a refresh token that is used again', () => {
    it('ends its grant though it was revoked after its use', async () => {
      const others = await other.connect(owner);
      const first = await assistant.connect(owner);
      const second = tokensOf(await assistant.refresh(first.refresh));
      at(61);
      expect((await revoke(first.refresh)).status).toBe(200);
      expect(await isAlive(second)).toBe(true);
      expect(await assistant.refresh(first.refresh)).toMatchObject(REFUSED);
      expect([await isAlive(second), await isAlive(others)]).toEqual([false, true]);
      expect(await assistant.refresh(second.refresh)).toMatchObject(REFUSED);
    });

    it.each([
      ['another client', () => ({ client_id: other.clientId })],
      ['another resource', () => ({ resource: 'https://elsewhere.example/mcp' })],
    ])('ends its grant though it comes with %s', async (_, change) => {
      const first = await assistant.connect(owner);
      const second = tokensOf(await assistant.refresh(first.refresh));
      at(61);
      expect(await assistant.refresh(first.refresh, change())).toMatchObject(REFUSED);
      expect(await isAlive(second)).toBe(false);
    });

    it('is seen as long as it would have been good', async () => {
      const first = await assistant.connect(owner);
      at(DAY);
      const second = tokensOf(await assistant.refresh(first.refresh));
      at(30 * DAY - 1);
      // Issuing tokens forgets those that have expired.
      await other.connect(await signedIn());
      expect(await assistant.refresh(first.refresh)).toMatchObject(REFUSED);
      expect(await assistant.refresh(second.refresh)).toMatchObject(REFUSED);
    });

    it('ends nothing once it would have expired', async () => {
      const first = await assistant.connect(owner);
      at(DAY);
      const second = tokensOf(await assistant.refresh(first.refresh));
      at(30 * DAY);
      expect(await assistant.refresh(first.refresh)).toMatchObject(REFUSED);
      expect((await assistant.refresh(second.refresh)).status).toBe(200);
    });
  });

  describe('a revoked token', () => {
    it('that had not been used ends nothing else when it comes again', async () => {
      const [ended, kept] = [await assistant.connect(owner), await assistant.connect(owner)];
      expect((await revoke(ended.refresh)).status).toBe(200);
      expect(await isAlive(ended)).toBe(false);
      at(61);
      expect(await assistant.refresh(ended.refresh)).toMatchObject(REFUSED);
      expect([await isAlive(kept), (await assistant.refresh(kept.refresh)).status]).toEqual([true, 200]);
    });
  });
});
