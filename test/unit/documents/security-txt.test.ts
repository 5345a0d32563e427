import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDocumentContext } from '../../../src/documents/context.js';
import { answersPreflight } from '../../../src/documents/headers.js';
import { documentTable } from '../../../src/documents/table.js';
import {
  type ContextOptions,
  documentRow,
  filesOf,
  testContext,
  textOf,
} from '../../support/documents/context.js';
import { hostileText } from '../../support/documents/hostile.js';
import { claim, publishing, refined } from '../../support/documents/published.js';

const CONTACT = { contacts: ['sec@tea.example'] };
const ON = { enable_security_txt: true, security: CONTACT };

const textWith = (options: ContextOptions): string | undefined =>
  filesOf('security-txt', testContext(options))['.well-known/security.txt'];

/** Fields of a security.txt as RFC 9116 section 4 has them. */
function fieldsOf(text: string): readonly (readonly [string, string])[] {
  expect(text.endsWith('\n')).toBe(true);
  return text
    .slice(0, -1)
    .split('\n')
    .map((line) => {
      const [, name = '', value = ''] = /^([A-Za-z-]+): (\S.*)$/.exec(line) ?? [];
      expect(name, line).not.toBe('');
      return [name, value];
    });
}

describe('security.txt', () => {
  it('[4.2-security-txt] says whom to tell, until when, and where it stands', () => {
    expect(textWith({ settings: ON })).toBe(
      'Contact: mailto:sec@tea.example\n' +
        'Expires: 2026-12-31T10:00:00Z\n' +
        'Canonical: https://tea.example/.well-known/security.txt\n' +
        'Preferred-Languages: en\n',
    );
  });

  it('has every field in order, its addresses absolute', () => {
    const security = {
      contacts: ['tel:+1-201-555-0123', 'https://tea.example/report', 'mia@tea.example', 'ftp://x.example'],
      policy: '/security-policy/',
      acknowledgments: 'https://tea.example/thanks/',
      encryption: 'https://tea.example/key.asc',
      hiring: '/jobs/',
      preferred_languages: 'en, cy',
    };
    const identity = { contact_email: 'mia@tea.example' };
    const text = textWith({ settings: { enable_security_txt: true, security, identity } }) ?? '';
    expect(fieldsOf(text)).toEqual([
      ['Contact', 'mailto:mia@tea.example'],
      ['Contact', 'tel:+1-201-555-0123'],
      ['Contact', 'https://tea.example/report'],
      ['Expires', '2026-12-31T10:00:00Z'],
      ['Canonical', 'https://tea.example/.well-known/security.txt'],
      ['Preferred-Languages', 'en, cy'],
      ['Policy', 'https://tea.example/security-policy/'],
      ['Acknowledgments', 'https://tea.example/thanks/'],
      ['Encryption', 'https://tea.example/key.asc'],
      ['Hiring', 'https://tea.example/jobs/'],
    ]);
  });

  it('names the main language of the site, without its region', () => {
    expect(textWith({ settings: ON, site: { lang: 'cy-GB' } })).toContain('Preferred-Languages: cy\n');
  });

  it('takes the time of its expiry from the build', () => {
    expect(textWith({ settings: ON, securityExpires: 1_800_000_000 })).toContain(
      'Expires: 2027-01-15T08:00:00Z\n',
    );
  });

  it.each<[string, ContextOptions]>([
    ['[4.2-security-txt-default-off] nothing is set', { settings: { security: CONTACT } }],
    ['there is no contact', { settings: { enable_security_txt: true } }],
    [
      'no contact is valid',
      { settings: { enable_security_txt: true, security: { contacts: ['sec at tea.example'] } } },
    ],
    ['a filter says no', { settings: ON, asked: { ...testContext().asked, securityTxt: false } }],
    [
      '[4.2-security-txt-claimed] a provider has claimed the name',
      { settings: ON, published: { ...publishing(), claims: [claim('security.txt')] } },
    ],
  ])('is not made while %s', (_, options) => {
    expect(textWith(options)).toBeUndefined();
  });

  it('[4.2-security-txt-real-file] gives way to a real file', () => {
    const facts = testContext({ settings: ON });
    const ctx = createDocumentContext(
      facts,
      documentTable,
      ({ path }) => path === '/.well-known/security.txt',
    );
    expect(facts.served('security-txt')).toBe(true);
    expect(ctx.served('security-txt')).toBe(false);
  });

  it('[8.2-preflight-security] [4.2.1-security-not-routed] does not answer preflights, and is not signed', () => {
    const row = documentRow('security-txt');
    expect(answersPreflight(row)).toBe(false);
    expect(row.sign).toBeUndefined();
  });

  it('cannot be broken by hostile settings', () => {
    const anySecurity = fc.record({
      contacts: fc.array(fc.oneof(hostileText, fc.emailAddress(), fc.webUrl()), { maxLength: 4 }),
      policy: hostileText,
      encryption: fc.oneof(hostileText, fc.webUrl()),
      preferred_languages: hostileText,
    });
    fc.assert(
      fc.property(anySecurity, hostileText, (security, lang) => {
        const ctx = testContext({
          settings: { enable_security_txt: true, security, identity: { contact_email: 'mia@tea.example' } },
          site: { lang },
        });
        const names = fieldsOf(textOf('security-txt', ctx)).map(([name]) => name);
        expect(names.filter((name) => name === 'Expires')).toHaveLength(1);
        expect(names).toEqual(names.toSorted((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b)));
        expect(names.every((name) => ORDER.includes(name))).toBe(true);
      }),
    );
  });
});

const ORDER = ['Contact', 'Expires', 'Canonical', 'Preferred-Languages', 'Policy', 'Encryption'];

describe('svc_security_txt', () => {
  const ctx = testContext({ settings: ON });

  it('may wrap the text in a signature', async () => {
    const sign = (text: string) =>
      `-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\n${text}-----END-----\n`;
    const { text, notices } = await refined('security-txt', ctx, ['svc_security_txt', sign]);
    expect(text).toBe(sign(textOf('security-txt', ctx)));
    expect(notices).toEqual([]);
  });

  it.each([
    ['without a contact', (text: string) => text.replace(/^Contact.*\n/m, '')],
    ['without an expiry', (text: string) => text.replace(/^Expires.*\n/m, '')],
    ['with two of them', (text: string) => `${text}Expires: 2027-01-01T00:00:00Z\n`],
  ])('is not followed to a text %s', async (_, change) => {
    const { text, notices } = await refined('security-txt', ctx, ['svc_security_txt', change]);
    expect(text).toBe(textOf('security-txt', ctx));
    expect(notices).toMatchObject([{ level: 'error', code: 'filter_result', origin: 'svc_security_txt' }]);
  });
});
