import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Actor, type Capability, can, isRole, ROLES } from '../../../../src/sidecar/accounts/can.js';
import { isNonce, mintNonce } from '../../../../src/sidecar/accounts/sessions.js';

const as = (role: string, name = 'wren'): Actor => ({ id: 1, name, role });
const own = { type: 'post', authorKeys: ['Wren'] };

describe('what an account may do', () => {
  it.each<[Capability, readonly string[]]>([
    ['manage_options', ['administrator']],
    ['manage_categories', ['administrator', 'editor']],
    ['upload_files', ['administrator', 'editor', 'author']],
    ['assign_terms', ['administrator', 'editor', 'author', 'contributor']],
  ])('%s', (capability, roles) => {
    expect(ROLES.filter((role) => can(as(role), capability))).toEqual(roles);
  });

  it.each([
    ['create_posts', { type: 'post' }, ['administrator', 'editor', 'author', 'contributor']],
    ['create_posts', { type: 'page' }, ['administrator', 'editor']],
    ['publish_posts', { type: 'post' }, ['administrator', 'editor', 'author']],
    ['publish_posts', { type: 'page' }, ['administrator', 'editor']],
    ['edit_post', own, ['administrator', 'editor', 'author', 'contributor']],
    ['edit_post', { ...own, isPublished: true }, ['administrator', 'editor', 'author']],
    ['edit_post', { ...own, type: 'page' }, ['administrator', 'editor']],
    ['edit_post', { type: 'post', authorKeys: ['somebody'] }, ['administrator', 'editor']],
    ['edit_post', {}, ['administrator', 'editor']],
  ] as const)('%s with %j', (capability, object, roles) => {
    expect(ROLES.filter((role) => can(as(role), capability, object))).toEqual(roles);
  });

  it('is nothing for nobody, and nothing for a role that does not exist', () => {
    const capabilities: readonly Capability[] = [
      'manage_options',
      'edit_post',
      'create_posts',
      'assign_terms',
    ];
    for (const capability of capabilities) {
      expect(can(undefined, capability, own)).toBe(false);
      expect(can(as('owner'), capability, own)).toBe(false);
    }
    expect([isRole('editor'), isRole('Editor'), isRole('constructor')]).toEqual([true, false, false]);
  });
});

describe('a nonce', () => {
  const scope = { key: 'k', session: 's', action: 'rest' };
  const noon = 43_200 * 41_000;

  it('is valid for its tick and the next', () => {
    const nonce = mintNonce(scope, noon);
    expect([noon, noon + 43_199, noon + 86_399].map((now) => isNonce(nonce, scope, now))).toEqual([
      true,
      true,
      true,
    ]);
    expect([noon - 1, noon + 86_400].map((now) => isNonce(nonce, scope, now))).toEqual([false, false]);
  });

  it('that is made late in a tick ends with the next tick as well', () => {
    const nonce = mintNonce(scope, noon + 43_199);
    const times = [noon, noon + 43_199, noon + 86_399, noon + 86_400];
    expect(times.map((now) => isNonce(nonce, scope, now))).toEqual([true, true, true, false]);
    expect(mintNonce(scope, noon + 43_200)).not.toBe(nonce);
  });

  it('works for no other key, session, action or text', () => {
    const nonce = mintNonce(scope, noon);
    for (const other of [{ key: 'x' }, { session: 'x' }, { action: 'form' }]) {
      expect(isNonce(nonce, { ...scope, ...other }, noon)).toBe(false);
    }
    fc.assert(fc.property(fc.string(), (text) => text === nonce || !isNonce(text, scope, noon)));
  });
});
