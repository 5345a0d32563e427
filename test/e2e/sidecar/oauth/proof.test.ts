import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Assistant, type Reply } from '../../../support/sidecar/oauth/assistant.js';
import { Browser, startSidecar, type TestSidecar } from '../../../support/sidecar/server/auth/harness.js';

/** Every character that RFC 7636 allows in a verifier: 66 of them. */
const UNRESERVED = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~';

let sidecar: TestSidecar;
let owner: Browser;
let assistant: Assistant;

beforeAll(async () => {
  sidecar = await startSidecar();
  await sidecar.addUser('ada', 'administrator');
  await sidecar.set({ enable_mcp_server: true });
  owner = new Browser(sidecar);
  await owner.signIn('ada');
});
afterAll(() => sidecar.close());
beforeEach(async () => {
  assistant = new Assistant(sidecar);
  await assistant.register();
});

/** Redeems a code whose challenge is the hash of the verifier: only the form of the verifier can be wrong. */
async function prove(verifier: string): Promise<Reply> {
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const code = await assistant.approvedBy(owner, 'read', { code_challenge: challenge });
  return assistant.redeem(code, { code_verifier: verifier });
}

describe('[5-pkce-s256] a verifier whose hash is the challenge', () => {
  it.each([
    ['of 43 characters', 'v'.repeat(43)],
    ['of 128 characters', 'v'.repeat(128)],
    ['of every character that is allowed', UNRESERVED],
  ])('%s redeems the code', async (_, verifier) => {
    expect((await prove(verifier)).status).toBe(200);
  });

  it.each([
    ['of 1 character', 'v'],
    ['of 42 characters', 'v'.repeat(42)],
    ['of 129 characters', 'v'.repeat(129)],
    ...['+', '/', '=', '!', '%', ' ', '\n', 'é', '\u0000'].map((character): [string, string] => [
      `with ${JSON.stringify(character)}`,
      `${'v'.repeat(43)}${character}`,
    ]),
    ['that ends in a line break', `${'v'.repeat(43)}\r\n`],
  ])('%s is refused', async (_, verifier) => {
    expect(await prove(verifier)).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant', error_description: expect.stringContaining('code_verifier') },
    });
  });
});

describe('a code', () => {
  it('is not redeemed without the redirect URI of its request, or with another one', async () => {
    for (const redirect_uri of ['', 'kettle://x']) {
      const answer = await assistant.redeem(await assistant.approvedBy(owner), { redirect_uri });
      expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    }
  });

  it('is for the MCP endpoint also when a client names only the origin', async () => {
    for (const resource of [sidecar.url, `${sidecar.url}/`]) {
      const code = await assistant.approvedBy(owner, 'read', { resource });
      const { status, body } = await assistant.redeem(code, { resource });
      expect(status).toBe(200);
      expect((await assistant.refresh(String(body['refresh_token']), { resource })).status).toBe(200);
    }
  });
});
