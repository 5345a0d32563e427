import { describe, expect, it } from 'vitest';
import { siteAddress } from '../../../src/api/site-address.js';

describe('the address of a site', () => {
  it.each([
    ['https://bells.example', 'https://bells.example/'],
    ['http://bells.example/a', 'http://bells.example/a'],
    ['bells.example', 'https://bells.example/'],
    ['bells.example:8443/a', 'https://bells.example:8443/a'],
    ['HTTPS://Bells.example', 'https://bells.example/'],
  ])('%s is %s', (given, address) => {
    expect(siteAddress(given)).toBe(address);
  });

  it.each(['ftp://bells.example', 'https://mia@bells.example', 'https://:secret@bells.example', 'a b', ''])(
    '%j is none',
    (given) => {
      expect(() => siteAddress(given)).toThrow(expect.objectContaining({ code: 'SVC_USAGE' }));
    },
  );
});
