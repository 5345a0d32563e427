import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readSealKey, sealWith } from '../../../../src/insights/ai/seal.js';
import { workspace } from '../../../support/build/workspace.js';

const KEY = 'a key that is long enough to be taken';

describe('a seal', () => {
  it('opens what it closed, for the same purpose and with the same key alone', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (secret, purpose) => {
        const sealed = sealWith(KEY).close(secret, purpose);
        expect(sealWith(KEY).open(sealed, purpose)).toBe(Buffer.from(secret).toString());
        expect(sealWith(KEY).open(sealed, `${purpose}x`)).toBeUndefined();
        expect(sealWith(`${KEY}x`).open(sealed, purpose)).toBeUndefined();
      }),
    );
  });

  it('says the same thing differently each time, and shows nothing of it', () => {
    const [one, other] = [1, 2].map(() => sealWith(KEY).close('sk-lighthouse', 'engine'));
    expect(one).not.toBe(other);
    expect(Buffer.from(String(one).slice(3), 'base64url').toString('latin1')).not.toContain('lighthouse');
  });

  it('does not open what was changed', () => {
    const sealed = sealWith(KEY).close('sk-lighthouse', 'engine');
    for (let at = 3; at < sealed.length; at += 1) {
      const changed = sealed.slice(0, at) + (sealed[at] === 'A' ? 'Q' : 'A') + sealed.slice(at + 1);
      if (Buffer.from(changed.slice(3), 'base64url').equals(Buffer.from(sealed.slice(3), 'base64url')))
        continue;
      expect(sealWith(KEY).open(changed, 'engine')).toBeUndefined();
    }
    for (const odd of ['', 'v1.', 'v2.abc', 'v1.AAAA'])
      expect(sealWith(KEY).open(odd, 'engine')).toBeUndefined();
  });
});

describe('the key of a seal', () => {
  const file = () => join(workspace(), '.svc/secret-key');

  it('is made once, for its owner alone', () => {
    const path = file();
    const key = readSealKey(path, {});
    expect([readSealKey(path, {}), key.length >= 32]).toEqual([key, true]);
    expect(statSync(path).mode & 0o077).toBe(0);
  });

  it('comes from the environment where that has one', () => {
    const path = file();
    expect(readSealKey(path, { SVC_SECRET_KEY: KEY })).toBe(KEY);
    expect(existsSync(path)).toBe(false);
  });

  it('must be hard to guess', () => {
    expect(() => readSealKey(file(), { SVC_SECRET_KEY: 'short' })).toThrow(/at least 32 characters/);
    const path = file();
    readSealKey(path, {});
    chmodSync(path, 0o600);
    writeFileSync(path, 'short');
    expect(() => readSealKey(path, {})).toThrow(/at least 32 characters/);
    expect(readFileSync(path, 'utf8')).toBe('short');
  });
});
