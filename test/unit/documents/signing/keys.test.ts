import { generateKeyPairSync } from 'node:crypto';
import { chmodSync, existsSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SvcError } from '../../../../src/core/errors.js';
import { Warnings } from '../../../../src/core/warnings.js';
import { generateKey, keysFromVariable, privateJwk } from '../../../../src/documents/signing/key.js';
import {
  createKey,
  findKeyring,
  type KeyPlace,
  keepKeyring,
  keysChangeAt,
  openKeyring,
  publishedKeys,
  rotated,
  storeRotated,
  variableText,
} from '../../../../src/documents/signing/keys.js';
import { type Files, text, workspace } from '../../../support/build/workspace.js';
import { NOW } from '../../../support/documents/context.js';
import {
  TEST_KEY_TEXT,
  TEST_KEY_TIME,
  TEST_SECRET,
  testKey,
} from '../../../support/documents/signing/test-key.js';
import { unprivileged } from '../../../support/unprivileged.js';

const DAY = 86_400;
const TERM = 730 * DAY;
const KEY = '.svc/signing-key.jwk';
const RETIRED = '.svc/retired-keys.json';

interface Place extends KeyPlace {
  readonly folder: string;
  readonly warnings: Warnings;
}

function place(files: Files = {}, env: KeyPlace['env'] = {}): Place {
  const folder = workspace(files);
  const key = join(folder, KEY);
  if (existsSync(key)) chmodSync(key, 0o600);
  return { folder, state: join(folder, '.svc'), out: join(folder, 'out'), env, warnings: new Warnings() };
}

const missing = { now: NOW, isForgotten: false };

/** As a build does that succeeds. */
async function buildKeys(at: Place) {
  const ring = await openKeyring(at, missing);
  await keepKeyring(at, ring);
  return ring;
}

const pem = generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
const test = await testKey();
const other = await generateKey(NOW);

describe('the first build without a key', () => {
  it('makes one that only its owner may read, complete at once, and warns', async () => {
    const at = place();
    const { current, origin, retired } = await buildKeys(at);
    expect({ origin, retired }).toEqual({ origin: 'ephemeral', retired: [] });
    expect(statSync(join(at.folder, KEY)).mode & 0o777).toBe(0o600);
    expect(readdirSync(at.state)).toEqual(['signing-key.jwk']);
    expect(JSON.parse(text(at.folder, KEY))).toEqual(privateJwk(current));
    expect(current.nbf).toBe(NOW);
    expect(at.warnings.list()).toMatchObject([{ code: 'signing-key-created', file: KEY }]);
    expect(at.warnings.list()[0]?.message).not.toContain('SVC_SIGNING_KEY');
  });

  it.each(['true', '1'])('names SVC_SIGNING_KEY in CI (CI=%s)', async (CI) => {
    const at = place({}, { CI });
    await buildKeys(at);
    const [warning] = at.warnings.list();
    expect(warning?.message).toContain("SVC_SIGNING_KEY isn't set");
    expect(warning?.fix).toContain('svc keys generate --print');
  });

  it.each(['', 'false', '0'])('is no CI with CI=%j', async (CI) => {
    const at = place({}, { CI });
    await buildKeys(at);
    expect(at.warnings.list()[0]?.message).not.toContain('SVC_SIGNING_KEY');
  });

  it('writes nothing before it has succeeded, and warns of nothing that it forgets', async () => {
    const at = place();
    await openKeyring(at, { now: NOW, isForgotten: true });
    expect([existsSync(at.state), at.warnings.list().length]).toEqual([false, 0]);
    await openKeyring(at, missing);
    expect([existsSync(at.state), at.warnings.list().length]).toEqual([false, 1]);
  });

  it('is the only one to keep a key, however many start at once', async () => {
    const at = place();
    const rings = await Promise.all(Array.from({ length: 8 }, () => openKeyring(at, missing)));
    const kept = await Promise.allSettled(rings.map((ring) => keepKeyring(at, ring)));
    const codes = kept.map((one) => (one.status === 'fulfilled' ? 'kept' : (one.reason as SvcError).code));
    expect(codes.sort()).toEqual([...Array(7).fill('SVC_KEY_EXISTS'), 'kept']);
    const winner = rings[kept.findIndex(({ status }) => status === 'fulfilled')];
    expect((await findKeyring(at))?.current.kid).toBe(winner?.current.kid);
    expect(readdirSync(at.state)).toEqual(['signing-key.jwk']);
  });
});

describe('the next build', () => {
  it('takes the same key, without a warning', async () => {
    const at = place({ [KEY]: TEST_KEY_TEXT });
    const { current, origin } = await buildKeys(at);
    expect([current.kid, current.nbf, origin]).toEqual([test.kid, TEST_KEY_TIME, 'file']);
    expect(at.warnings.list().length).toBe(0);
  });

  it.each([0o644, 0o640, 0o604])('warns of a key that others may read (mode %o)', async (mode) => {
    const at = place({ [KEY]: TEST_KEY_TEXT });
    chmodSync(join(at.folder, KEY), mode);
    await openKeyring(at, missing);
    expect(at.warnings.list()).toMatchObject([
      { code: 'signing-key-readable', message: expect.stringContaining(mode.toString(8)) },
    ]);
  });

  it('follows a link to a mounted secret, and warns by the rights of what it leads to', async () => {
    const at = place({ 'secrets/key': TEST_KEY_TEXT, '.svc/x': '' });
    symlinkSync('../secrets/key', join(at.folder, KEY));
    chmodSync(join(at.folder, 'secrets/key'), 0o644);
    expect((await openKeyring(at, missing)).current.kid).toBe(test.kid);
    expect(at.warnings.list()).toMatchObject([{ code: 'signing-key-readable' }]);
  });
});

describe('a place for keys that is none', () => {
  const code = (value: string, message: RegExp) =>
    expect.objectContaining({ code: value, message: expect.stringMatching(message) });

  it('is .svc in the output folder, also through a link', async () => {
    const at = place({ 'out/keep.txt': '' });
    symlinkSync('out', join(at.folder, '.svc'));
    await expect(openKeyring(at, missing)).rejects.toEqual(code('SVC_OUT_UNSAFE', /is in the output/));
    await expect(createKey(at, NOW)).rejects.toEqual(code('SVC_OUT_UNSAFE', /is in the output/));
    expect(readdirSync(join(at.folder, 'out'))).toEqual(['keep.txt']);
  });

  it('is a link to a key in the output folder', async () => {
    const at = place({ 'out/key': TEST_KEY_TEXT, '.svc/x': '' });
    symlinkSync('../out/key', join(at.folder, KEY));
    await expect(openKeyring(at, missing)).rejects.toEqual(code('SVC_OUT_UNSAFE', /is in the output/));
  });

  it('is a folder', async () => {
    const at = place({ [`${KEY}/x`]: '' });
    await expect(openKeyring(at, missing)).rejects.toEqual(code('SVC_KEY_INVALID', /expected a small file/));
  });

  it('is a link that leads nowhere: nothing is written through it', async () => {
    const at = place({ '.svc/x': '' });
    symlinkSync('../elsewhere', join(at.folder, KEY));
    await expect(openKeyring(at, missing)).rejects.toEqual(code('SVC_KEY_INVALID', /can't be read/));
    await expect(createKey(at, NOW)).rejects.toEqual(code('SVC_KEY_EXISTS', /overwritten/));
    expect(existsSync(join(at.folder, 'elsewhere'))).toBe(false);
  });

  it('is a file in the place of .svc', async () => {
    await expect(buildKeys(place({ '.svc': 'x' }))).rejects.toEqual(
      code('SVC_KEY_INVALID', /can't be written/),
    );
  });
});

describe('SVC_SIGNING_KEY', () => {
  const { kid: _kid, nbf: _nbf, ...bare } = privateJwk(test);

  it.each([
    ['a JWK', TEST_KEY_TEXT],
    ['a JWK with nothing but the key', JSON.stringify(bare)],
    ['a JWK in white space', `\n ${JSON.stringify(bare)} \n`],
    ['a JWK with another kid', JSON.stringify({ ...bare, kid: 'mine' })],
    ['a JWK set', JSON.stringify({ keys: [bare] })],
  ])('is %s', async (_name, value) => {
    const at = place({ [KEY]: '{}' }, { SVC_SIGNING_KEY: value });
    const { current, origin } = await openKeyring(at, missing);
    expect([current.kid, origin]).toEqual([test.kid, 'environment']);
    // Its time is not known to every runner alike.
    expect(publishedKeys({ current, retired: [] }, NOW, 90)).toEqual([
      { kid: test.kid, kty: 'OKP', crv: 'Ed25519', x: test.x },
    ]);
    expect(at.warnings.list().length).toBe(0);
  });

  it.each([
    ['a PEM', pem],
    ['a PEM in one line', pem.replaceAll('\n', '\\n')],
  ])('is %s', async (_name, value) => {
    const { current } = await keysFromVariable(value);
    expect(current.kid).toMatch(/^[\w-]{43}$/);
    expect((await keysFromVariable(pem)).current.kid).toBe(current.kid);
  });

  it('is empty: then the file counts', async () => {
    const at = place({ [KEY]: TEST_KEY_TEXT }, { SVC_SIGNING_KEY: ' ' });
    expect((await openKeyring(at, missing)).origin).toBe('file');
  });

  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const sealed = generateKeyPairSync('ed25519').privateKey.export({
    format: 'pem',
    type: 'pkcs8',
    cipher: 'aes-256-cbc',
    passphrase: 'tea',
  });

  it.each([
    ['neither', 'hello', /is neither a JWK nor a PEM/],
    ['broken JSON', `{"kty": "OKP", "d": "${TEST_SECRET}"`, /is neither a JWK nor a PEM/],
    ['a list', `["${TEST_SECRET}"]`, /is neither a JWK nor a PEM/],
    ['a number', '7', /is neither/],
    ['a public key', JSON.stringify({ ...bare, d: undefined }), /is a public key/],
    ['another curve', JSON.stringify({ ...bare, crv: 'X25519' }), /isn't an Ed25519 key/],
    ['an RSA key', JSON.stringify(rsa.export({ format: 'jwk' })), /isn't an Ed25519 key/],
    ['an RSA PEM', rsa.export({ format: 'pem', type: 'pkcs8' }).toString(), /of type rsa/],
    ['a sealed PEM', sealed.toString(), /without a passphrase/],
    ['half a PEM', pem.slice(0, 60), /isn't a readable PEM/],
    ['a secret that is too short', JSON.stringify({ ...bare, d: TEST_SECRET.slice(1) }), /"d" that isn't 32/],
    [
      'a secret with a tail',
      JSON.stringify({ ...bare, d: `${TEST_SECRET.slice(0, 42)}_` }),
      /"d" that isn't 32/,
    ],
    ['halves of two keys', JSON.stringify({ ...bare, x: other.x }), /don't belong together/],
    ['a bad time', JSON.stringify({ ...bare, nbf: 'soon' }), /"nbf"/],
    ['two private keys', JSON.stringify({ keys: [bare, privateJwk(other)] }), /exactly one private key/],
    ['no private key', JSON.stringify({ keys: [] }), /exactly one private key/],
    ['a set of no keys', JSON.stringify({ keys: [TEST_SECRET] }), /list of keys/],
    [
      'a retired key that never expires',
      JSON.stringify({ keys: [bare, { kty: 'OKP', crv: 'Ed25519', x: other.x }] }),
      /no member "exp"/,
    ],
  ])('is refused as %s, with nothing of it in the message', async (_name, value, message) => {
    const at = place({}, { SVC_SIGNING_KEY: value });
    const error = await openKeyring(at, missing).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: 'SVC_USAGE', location: { field: 'SVC_SIGNING_KEY' }, exitCode: 2 });
    expect((error as Error).message).toMatch(message);
    expect((error as Error).message).toMatch(/^SVC_SIGNING_KEY /);
    expect(inspect(error, { depth: 9 })).not.toContain(TEST_SECRET.slice(1, 20));
    expect((error as Error).cause).toBeUndefined();
    expect(existsSync(at.state)).toBe(false);
  });

  it('is never repeated in an error, whatever it holds', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ minLength: 12 }),
        fc.constantFrom('', '{"d":', '-----BEGIN '),
        async (secret, head) => {
          fc.pre(secret.trim().length >= 12);
          const error = await keysFromVariable(head + secret).catch((caught: unknown) => caught);
          expect(error).toMatchObject({ code: 'SVC_USAGE' });
          expect(inspect(error, { depth: 9 })).not.toContain(secret);
        },
      ),
    );
  });
});

describe('a key file that is broken', () => {
  it.each([
    ['{"d": "SECRET-1234567890"', /isn't a JWK/],
    ['', /isn't a JWK/],
    [JSON.stringify({ ...privateJwk(test), x: 'SECRET-1234567890' }), /don't belong together/],
  ])('names the file, and nothing that it holds: %#', async (content, message) => {
    const at = place({ [KEY]: content });
    const error = await openKeyring(at, missing).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: 'SVC_KEY_INVALID', location: { file: KEY }, exitCode: 1 });
    expect((error as Error).message).toMatch(message);
    expect(inspect(error, { depth: 9 })).not.toMatch(/SECRET-/);
    expect(text(at.folder, KEY)).toBe(content);
  });

  it('and a list of retired keys too', async () => {
    const at = place({ [KEY]: TEST_KEY_TEXT, [RETIRED]: '{"keys": [{}]}' });
    await expect(openKeyring(at, missing)).rejects.toMatchObject({
      code: 'SVC_KEY_INVALID',
      location: { file: RETIRED },
    });
  });
});

describe('a key that can sign', () => {
  it('does not show its secret when it is printed', () => {
    for (const shown of [inspect(test, { depth: 9, showHidden: true }), JSON.stringify(test)]) {
      expect(shown).toContain(test.kid);
      expect(shown).not.toContain(TEST_SECRET);
    }
  });
});

describe('svc keys', () => {
  it('never overwrites a key', async () => {
    const at = place({ [KEY]: TEST_KEY_TEXT });
    await expect(createKey(at, NOW)).rejects.toMatchObject({ code: 'SVC_KEY_EXISTS', exitCode: 1 });
    expect(text(at.folder, KEY)).toBe(TEST_KEY_TEXT);
    expect(readdirSync(at.state)).toEqual(['signing-key.jwk']);
  });

  it('rotates: the old key is listed until its last signature expires, and then no longer', async () => {
    const at = place({ [KEY]: TEST_KEY_TEXT });
    const ring = await openKeyring(at, missing);
    await storeRotated(at.state, await rotated(ring, NOW, 90));
    const next = await findKeyring(at);
    if (next === undefined) throw new Error('no key');
    expect(statSync(join(at.folder, KEY)).mode & 0o777).toBe(0o600);
    expect(text(at.folder, RETIRED)).not.toContain('"d"');
    expect(next.current.kid).not.toBe(test.kid);
    const expiry = NOW + 90 * DAY;
    const kids = (now: number) => publishedKeys(next, now, 90).map(({ kid }) => kid);
    expect(publishedKeys(next, NOW, 90)[1]).toEqual({
      kid: test.kid,
      kty: 'OKP',
      crv: 'Ed25519',
      x: test.x,
      nbf: TEST_KEY_TIME,
      exp: expiry,
    });
    expect(kids(expiry - 1)).toEqual([next.current.kid, test.kid]);
    expect(kids(expiry)).toEqual([next.current.kid]);
    expect(keysChangeAt(publishedKeys(next, NOW, 90), 90)).toBe(expiry);
    // A second rotation keeps the first key as long as it is needed.
    const third = await rotated(next, NOW + DAY, 90);
    expect(third.retired.map(({ kid }) => kid)).toEqual([next.current.kid, test.kid]);
    expect((await rotated(next, expiry, 90)).retired.map(({ kid }) => kid)).toEqual([next.current.kid]);
  });

  it('survives a crash between the two files of a rotation', async () => {
    const at = place({ [KEY]: TEST_KEY_TEXT });
    const { retired } = await rotated(await openKeyring(at, missing), NOW, 90);
    writeFileSync(join(at.folder, RETIRED), JSON.stringify({ keys: retired }));
    const ring = await findKeyring(at);
    expect([ring?.current.kid, ring?.retired]).toEqual([test.kid, []]);
  });

  it('does not replace a link', async () => {
    const at = place({ 'secrets/key': TEST_KEY_TEXT, '.svc/x': '' });
    symlinkSync('../secrets/key', join(at.folder, KEY));
    const next = await rotated(await openKeyring(at, missing), NOW, 90);
    await expect(storeRotated(at.state, next)).rejects.toMatchObject({ code: 'SVC_KEY_INVALID' });
    expect(text(at.folder, 'secrets/key')).toBe(TEST_KEY_TEXT);
  });

  it('rotates a key of the environment as one value, which holds the old one too', async () => {
    const first = await keysFromVariable(variableText({ current: test, retired: [] }));
    const value = variableText(await rotated(first, NOW, 30));
    expect(value).not.toContain('\n');
    const at = place({}, { SVC_SIGNING_KEY: value });
    const ring = await openKeyring(at, missing);
    expect(ring.retired).toMatchObject([{ kid: test.kid, exp: NOW + 30 * DAY }]);
    expect(value).not.toContain(TEST_SECRET);
  });

  it('lists what .svc knows of retired keys beside those of the environment, each once', async () => {
    const old = (await rotated({ current: test, retired: [] }, NOW, 30)).retired;
    const current = await generateKey(NOW);
    const value = variableText({ current, retired: old });
    const at = place({ [RETIRED]: JSON.stringify({ keys: old }) }, { SVC_SIGNING_KEY: value });
    expect((await openKeyring(at, missing)).retired.map(({ kid }) => kid)).toEqual([test.kid]);
  });
});

describe('the time for which a key is announced', () => {
  const listed = (now: number) => publishedKeys({ current: test, retired: [] }, now, 90)[0]?.exp ?? 0;

  it('is two years, and always longer than that of a signature made now', () => {
    expect(listed(TEST_KEY_TIME)).toBe(TEST_KEY_TIME + TERM);
    fc.assert(
      fc.property(fc.integer({ min: TEST_KEY_TIME, max: TEST_KEY_TIME + 10 * TERM }), (now) => {
        expect(listed(now)).toBeGreaterThanOrEqual(now + 90 * DAY);
        expect((listed(now) - TEST_KEY_TIME) % TERM).toBe(0);
        // It changes exactly when it says so.
        const next = keysChangeAt(publishedKeys({ current: test, retired: [] }, now, 90), 90) ?? 0;
        expect([listed(next - 1), listed(next)]).toEqual([listed(now), listed(now) + TERM]);
      }),
    );
  });

  it('never changes for a key of the environment', async () => {
    const { current } = await keysFromVariable(pem);
    expect(keysChangeAt(publishedKeys({ current, retired: [] }, NOW, 90), 90)).toBeUndefined();
  });
});

describe('a folder that may not be written to', () => {
  it('is named', async () => {
    const at = place({ '.svc/x': '' });
    chmodSync(at.state, 0o500);
    await expect(unprivileged(() => buildKeys(at), at.state)).rejects.toMatchObject({
      code: 'SVC_KEY_INVALID',
    });
    chmodSync(at.state, 0o700);
  });
});
