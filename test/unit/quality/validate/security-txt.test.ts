import { describe, expect, it } from 'vitest';
import { Document } from '../../../../src/quality/validate/document.js';
import type { Subject } from '../../../../src/quality/validate/rule.js';
import { securityTxt } from '../../../../src/quality/validate/rules/well-known.js';
import { documentRow } from '../../../support/documents/context.js';

const FILE = '.well-known/security.txt';
const BASE = 'https://tea.example';
const NOW = Date.parse('2026-07-02T10:00:00Z') / 1000;

function codesOf(text: string): readonly string[] {
  const content = Buffer.from(text);
  const document = new Document({
    file: FILE,
    row: documentRow('security-txt'),
    source: 'generated',
    size: content.length,
    path: '',
    content,
  });
  // The rule looks at the time and the address alone.
  const subject = { now: NOW, deployment: { baseUrl: BASE } } as Subject;
  return [...(securityTxt.checkDocument?.(document, subject) ?? [])].map(({ code }) => code);
}

const withFields = (...fields: readonly string[]) =>
  `${['Contact: mailto:a@tea.example', 'Expires: 2026-08-01T00:00:00Z', ...fields].join('\n')}\n`;

describe('security.txt', () => {
  it.each([
    ['2026-07-02T10:00:01Z', []],
    ['2026-07-02T10:00:00Z', ['security-expired']],
    ['2026-07-02T12:00:00+02:00', ['security-expired']],
    ['2026-07-02t12:00:01+02:00', []],
    ['2027-07-03T10:00:00Z', []],
    ['2027-07-03T10:00:01Z', ['security-far']],
    ['2026-08-01', ['security-date']],
    ['2026-13-01T00:00:00Z', ['security-date']],
  ])('that expires at %s', (expires, codes) => {
    expect(codesOf(`Contact: mailto:a@tea.example\nExpires: ${expires}\n`)).toEqual(codes);
  });

  it.each([
    ['nothing more', [], []],
    ['a comment and an empty line', ['# tea', ''], []],
    ['a field of the future', ['Steep: 3 minutes'], []],
    ['a second contact', ['Contact: https://tea.example/report'], []],
    ['a contact over http', ['Contact: http://tea.example/report'], ['security-https']],
    ['a contact without a scheme', ['Contact: b@tea.example'], ['security-contact']],
    ['a key in the DNS', ['Encryption: dns:5d2d37ab76d47d36._openpgpkey.tea.example?type=OPENPGPKEY'], []],
    ['a policy over http', ['Policy: http://tea.example/policy'], ['security-https']],
    ['a second date', ['Expires: 2026-08-02T00:00:00Z'], ['security-repeated']],
    ['languages twice', ['Preferred-Languages: en', 'preferred-languages: fr'], ['security-repeated']],
    ['its own address', [`Canonical: ${BASE}/${FILE}`], []],
    ['its own address behind another', ['Canonical: https://a.example/x', `Canonical: ${BASE}/${FILE}`], []],
    ['another address alone', ['Canonical: https://a.example/x'], ['security-canonical']],
    ['a line that is none', ['Contact mailto:a@tea.example'], ['security-line']],
  ])('with %s', (_, fields, codes) => {
    expect(codesOf(withFields(...fields))).toEqual(codes);
  });

  it('may be signed', () => {
    const armour = ['-----BEGIN PGP SIGNED MESSAGE-----', 'Hash: SHA256', '', withFields().trimEnd()];
    const signature = ['-----BEGIN PGP SIGNATURE-----', '', 'iQ==', '-----END PGP SIGNATURE-----', ''];
    expect(codesOf([...armour, ...signature].join('\n'))).toEqual([]);
  });

  it('needs a contact and a date', () => {
    expect(codesOf('# nothing\n')).toEqual(['security-missing', 'security-missing']);
  });
});
