import { describe, expect, it } from 'vitest';
import { checkupOf, prose, status } from '../../../../support/quality/readiness/pages/page.js';

describe('sources', () => {
  it.each([
    [299, 'pass'],
    [300, 'warn'],
  ] as const)('is asked of pages from 300 words: %i', (count, expected) => {
    expect(status('sources', prose(count))).toBe(expected);
  });

  it.each([
    ['another site', 'https://mills.example/', 1],
    ['another subdomain', 'http://www.site.example/', 1],
    ['the site itself, in any case', 'HTTPS://SITE.example/rye', 0],
    ['the site with a port and a name', 'https://me@site.example:8080/', 0],
    ['an address below the site', '/rye', 0],
    ['an address without a scheme', '//mills.example/', 0],
    ['a mailbox', 'mailto:miller@mills.example', 0],
    ['nothing', '', 0],
  ])('%s: %s', (_, href, count) => {
    expect(checkupOf(`<a href="${href}">mill</a>`).measures.outbound).toBe(count);
  });

  it('the former address of the site is the site', () => {
    const hosts = ['site.example', 'old.example'];
    expect(checkupOf('<a href="https://old.example/rye">rye</a>', { hosts }).measures.outbound).toBe(0);
  });
});
