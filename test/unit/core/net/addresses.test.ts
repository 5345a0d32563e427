import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isPublicAddress,
  isSameAddress,
  networks,
  readAddress,
  readNetwork,
} from '../../../../src/core/net/address.js';

const v4 = fc.ipV4();
const v6 = fc.ipV6();

/** An address as a number, by a way of its own. */
function numberOf(address: string): bigint {
  return address.split('.').reduce((value, part) => value * 256n + BigInt(part), 0n);
}

function textOf(value: bigint): string {
  return [24n, 16n, 8n, 0n].map((shift) => String((value >> shift) & 255n)).join('.');
}

describe('addresses', () => {
  it('are read in one spelling, whatever they are written as', () => {
    expect(readAddress('2001:DB8:0:0:0:0:0:1')).toEqual({ text: '2001:db8::1', family: 'ipv6' });
    expect(readAddress('::ffff:192.0.2.1')).toEqual({ text: '192.0.2.1', family: 'ipv4' });
    expect(readAddress('::FFFF:c000:201')).toEqual({ text: '192.0.2.1', family: 'ipv4' });
    expect(isSameAddress('2001:db8::1', '2001:0db8:0000::0001')).toBe(true);
    expect(isSameAddress('192.0.2.1', '192.0.2.2')).toBe(false);
    expect(isSameAddress('harbour', 'harbour')).toBe(false);
  });

  it.each([
    '',
    ' ',
    '192.0.2',
    '192.0.2.1.',
    '192.0.2.256',
    '0x7f.1',
    'fe80::1%eth0',
    ':::',
    '1:2',
    'localhost',
  ])('%j is none', (text) => {
    expect(readAddress(text)).toBeUndefined();
    expect(isPublicAddress(text)).toBe(false);
  });

  it('are the same as themselves, and reading them twice changes nothing', () => {
    fc.assert(
      fc.property(fc.oneof(v4, v6), (text) => {
        const read = readAddress(text);
        expect(read).toBeDefined();
        expect(readAddress(read?.text ?? '')).toEqual(read);
        expect(isSameAddress(text, read?.text ?? '')).toBe(true);
      }),
    );
  });

  it('of anything never make reading fail', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        readAddress(text);
        readNetwork(text);
        expect(isPublicAddress(text) && readAddress(text) === undefined).toBe(false);
      }),
    );
  });
});

describe('networks', () => {
  it('have the addresses that share their bits', () => {
    fc.assert(
      fc.property(v4, fc.integer({ min: 0, max: 32 }), fc.nat(0xffffffff), (base, bits, random) => {
        const host = (1n << BigInt(32 - bits)) - 1n;
        const inside = textOf((numberOf(base) & ~host & 0xffffffffn) | (BigInt(random) & host));
        const set = networks([`${base}/${bits}`]);
        expect(set.has(inside)).toBe(true);
        const outside = numberOf(base) ^ (1n << BigInt(32 - bits));
        if (bits > 0) expect(set.has(textOf(outside))).toBe(false);
      }),
    );
  });

  it('of IPv6 are looked up in any spelling', () => {
    const set = networks(['2001:DB8::/32', '198.51.100.7']);
    expect(set.has('2001:0db8:ffff::1')).toBe(true);
    expect(set.has('2001:db9::1')).toBe(false);
    expect(set.has('198.51.100.7')).toBe(true);
    expect(set.has('::ffff:198.51.100.7')).toBe(true);
    expect(set.has('198.51.100.8')).toBe(false);
  });

  it.each([
    '',
    '/8',
    '10.0.0.0/33',
    '2001:db8::/129',
    '10.0.0.0/',
    '10.0.0.0/-1',
    '10.0.0.0/8/8',
    '::ffff:10.0.0.0/104',
    '::ffff:10.0.0.0/24',
    '::ffff:10.0.0.1',
  ])('%j is none', (text) => {
    expect(readNetwork(text)).toBeUndefined();
    expect(networks([text]).has('10.0.0.1')).toBe(false);
  });
});

describe('public addresses', () => {
  it.each(['93.184.216.34', '8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450::1'])(
    '%s is one',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  it('are never those that IPv6 wraps around an internal one', () => {
    fc.assert(
      fc.property(fc.constantFrom('127.0.0.1', '10.1.2.3', '169.254.169.254'), (inner) => {
        const hex = numberOf(inner).toString(16).padStart(8, '0');
        const [high, low] = [hex.slice(0, 4), hex.slice(4)];
        const forms = [`::ffff:${inner}`, `::${inner}`, `64:ff9b::${inner}`, `2002:${high}:${low}::1`];
        for (const form of forms) expect(isPublicAddress(form)).toBe(false);
      }),
    );
  });
});
