import { describe, expect, it } from 'vitest';
import {
  accessWord,
  classifyName,
  keyRestricts,
  matches,
  valueIsOpen,
  valueRestricts,
} from '../../../../src/content/privacy/privacy.js';
import { segmentSoundsPrivate } from '../../../../src/content/privacy/private-segments.js';

describe('a name', () => {
  it.each([
    ...[
      'su_members',
      'private',
      'restrictContent',
      'premium-box',
      'paid_only',
      'subscribers',
      'show_if_logged_in',
    ],
    ...[
      'login_required',
      'contentprotector',
      'password_protect',
      'gate',
      'paywall',
      'accessRules',
      'role',
      'locked',
    ],
    ...[
      'hide',
      'hidden-part',
      'unlock',
      'vip_lounge',
      'patronOnly',
      'exclusive',
      'blockVisibility',
      'if',
      'showTo',
    ],
    ...[
      'nur-fuer-mitglieder',
      'geschützt',
      'abonnés',
      'réservé',
      'miembros',
      'contraseña',
      'abbonati',
      'riservato',
    ],
    ...[
      'assinantes',
      'senha',
      'alleen_leden',
      'ingelogd',
      '会員限定',
      'パスワード保護',
      'ISMEMBER',
      'HTMLGate',
    ],
  ])('sounds like a restriction: %s', (name) => {
    expect(accessWord(name)).toBeDefined();
  });

  it.each([
    ...[
      'button',
      'accordion',
      'columns',
      'spoiler',
      'navigate',
      'block',
      'blockquote',
      'clock',
      'remember',
      'parole',
    ],
    ...[
      'accessibility',
      'ignoreDisconnectedPageCheck',
      'accessories',
      'team_member',
      'staffMembers',
      'InternalLinks.CreateSelector',
      'gateway',
      'aggregate',
      'controls',
      'highlight',
    ],
    ...[
      'caption',
      'guide',
      'tooltip',
      'lead',
      'callout',
      'rolex',
      'shide',
      'payload',
      'box',
      'tab',
      'dropcap',
      'data-allow-all-closed',
      'allowMultiple',
      '注意',
    ],
  ])('does not sound like a restriction: %s', (name) => {
    expect(accessWord(name)).toBeUndefined();
  });

  it('obeys the owner: deny first, then allow, then the words', () => {
    const rules = { allow: ['Member*', 'gate'], deny: ['box', 'member_secret'] };
    expect(classifyName('member_box', rules)).toEqual({ kind: 'allow', pattern: 'Member*' });
    expect(classifyName('member_secret', rules)).toEqual({ kind: 'deny', pattern: 'member_secret' });
    expect(classifyName('box', rules)).toEqual({ kind: 'deny', pattern: 'box' });
    expect(classifyName('gates', rules)).toBeUndefined();
    expect(classifyName('private', rules)).toEqual({ kind: 'access', word: 'private' });
  });

  it('matches patterns as a whole and literally', () => {
    expect(matches('a.b*', 'A.Bcd')).toBe(true);
    expect(matches('a.b*', 'axbcd')).toBe(false);
    expect(matches('b', 'abc')).toBe(false);
  });
});

describe('a value', () => {
  it.each([
    true,
    1,
    'yes',
    'members',
    'Members only',
    'paid',
    ['admin'],
    { roles: ['editor'] },
    'nur Mitglieder',
    'internal',
  ])('restricts: %j', (value) => {
    expect(valueRestricts(value)).toBe(true);
  });

  it.each([
    false,
    0,
    '',
    'public',
    'overview',
    'everyone',
    [],
    ['everyone'],
    {},
    { title: 'x' },
    'By train and by bus',
    2,
  ])('does not restrict: %j', (value) => {
    expect(valueRestricts(value)).toBe(false);
  });

  it('is open or not', () => {
    expect([undefined, null, '', 'All', [], {}, ['public'], { a: false }].every(valueIsOpen)).toBe(true);
    expect(['members', true, 7, ['x'], { a: { b: 'x' } }].some(valueIsOpen)).toBe(false);
  });
});

describe('a key', () => {
  it.each<[string, unknown]>([
    ['access', 'members'],
    ['visibility', 'internal'],
    ['membersOnly', true],
    ['roles', ['admin']],
    ['password', 'tide'],
    ['public', false],
    ['isPublic', 'no'],
    ['encrypted', true],
    ['page_password', 'tide'],
    ['passwordHash', 'e3b0c442'],
    ['password_sha256', 'e3b0c442'],
    ['zugang', 'nur Abonnenten'],
  ])('restricts: %s: %j', (key, value) => {
    expect(keyRestricts(key, value)).toBe(true);
  });

  it.each<[string, unknown]>([
    ['roles', 'overview'],
    ['access', 'By train from the harbour, then on foot'],
    ['visibility', 'public'],
    ['private', false],
    ['password', false],
    ['page_password', ''],
    ['password_policy', 'strong'],
    ['public', true],
    ['category', 'members'],
    ['title', 'Private'],
    ['tags', ['private']],
  ])('does not restrict: %s: %j', (key, value) => {
    expect(keyRestricts(key, value)).toBe(false);
  });
});

describe('a folder', () => {
  it.each([
    'private',
    'Internal',
    'members-only',
    'nur-mitglieder',
    'premium',
    '会員限定',
    '비공개',
    '会员',
    'medlemmer',
    'закрытое',
    'confidential',
    'members area',
    'staff-only',
  ])('is private: %s', (name) => {
    expect(segmentSoundsPrivate(name)).toBe(true);
  });

  it.each([
    'access-control',
    'private-networks',
    'roles',
    'login',
    'internals-of-tides',
    'member-stories',
    'docs',
    'passwords',
  ])('is a topic: %s', (name) => {
    expect(segmentSoundsPrivate(name)).toBe(false);
  });
});
