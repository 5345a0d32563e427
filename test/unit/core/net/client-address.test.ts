import { describe, expect, it } from 'vitest';
import { clientAddressFinder } from '../../../../src/core/net/client-address.js';

const find = clientAddressFinder(['10.0.0.0/8', '::1']);

describe('the address of a client', () => {
  it.each<readonly [string, string, string | undefined, string]>([
    ['of a direct connection', '198.51.100.7', undefined, '198.51.100.7'],
    ['that is written as IPv6', '::ffff:198.51.100.7', undefined, '198.51.100.7'],
    ['that nobody is trusted to tell', '198.51.100.7', '203.0.113.9', '198.51.100.7'],
    ['that a trusted proxy tells', '10.0.0.1', '203.0.113.9', '203.0.113.9'],
    ['that a trusted proxy on loopback tells', '::1', '2001:DB8::9', '2001:db8::9'],
    ['before which the client wrote another', '10.0.0.1', '192.0.2.1, 203.0.113.9', '203.0.113.9'],
    ['behind two trusted proxies', '10.0.0.1', '192.0.2.1, 203.0.113.9, 10.0.0.2', '203.0.113.9'],
    ['in the own network', '10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
    ['with a port', '10.0.0.1', '203.0.113.9:4711', '203.0.113.9'],
    ['of IPv6 with a port', '10.0.0.1', '[2001:db8::9]:4711', '2001:db8::9'],
    ['beside nothing', '10.0.0.1', '203.0.113.9, , 10.0.0.2,', '203.0.113.9'],
    ['that cannot be read', '10.0.0.1', 'harbour', '10.0.0.1'],
    ['behind something that cannot be read', '10.0.0.1', '203.0.113.9, unknown, 10.0.0.2', '10.0.0.2'],
    ['without a header', '10.0.0.1', undefined, '10.0.0.1'],
  ])('%s', (_, peer, forwarded, expected) => {
    expect(find(peer, forwarded === undefined ? {} : { 'x-forwarded-for': forwarded })).toBe(expected);
  });

  it.each<readonly [string, string, string]>([
    ['of a proxy', 'for=203.0.113.9;proto=https;by=10.0.0.1', '203.0.113.9'],
    ['with parameters in another order', 'proto=https; For=203.0.113.9', '203.0.113.9'],
    ['of IPv6 with a port', 'for="[2001:DB8::9]:4711"', '2001:db8::9'],
    ['with a port', 'for="203.0.113.9:4711"', '203.0.113.9'],
    ['before which the client wrote another', 'for=192.0.2.1, for=203.0.113.9', '203.0.113.9'],
    [
      'before which the client left a quotation mark open',
      'for=192.0.2.1;x="y, for=203.0.113.9',
      '203.0.113.9',
    ],
    ['behind two trusted proxies', 'for=192.0.2.1,for=203.0.113.9;x=y,for=10.0.0.2', '203.0.113.9'],
    ['that a proxy keeps to itself', 'for=_hidden', '10.0.0.1'],
    ['that is unknown to a proxy', 'for=203.0.113.9, for=unknown, for=10.0.0.2', '10.0.0.2'],
    ['that is not named', 'by=203.0.113.9;host=for.example', '10.0.0.1'],
  ])('in Forwarded %s', (_, forwarded, expected) => {
    expect(find('10.0.0.1', { forwarded })).toBe(expected);
    expect(find('198.51.100.7', { forwarded })).toBe('198.51.100.7');
    // What the client sends beside the field of its proxy says nothing.
    expect(find('10.0.0.1', { forwarded, 'x-forwarded-for': '203.0.113.77' })).toBe('203.0.113.77');
  });

  it('is told by Cloudflare, and by nobody who only says to be it', () => {
    const headers = { 'cf-connecting-ip': '203.0.113.9' };
    expect(find('162.158.1.1', headers)).toBe('203.0.113.9');
    expect(find('2606:4700::5', headers)).toBe('203.0.113.9');
    expect(find('198.51.100.7', headers)).toBe('198.51.100.7');
    expect(find('10.0.0.1', { ...headers, 'x-forwarded-for': '162.158.1.1' })).toBe('203.0.113.9');
    expect(find('10.0.0.1', { ...headers, 'x-forwarded-for': '198.51.100.7' })).toBe('198.51.100.7');
    expect(find('162.158.1.1', { 'cf-connecting-ip': 'x' })).toBe('162.158.1.1');
  });
});
