import { beforeAll, describe, expect, it } from 'vitest';
import { type AbilitySite, abilitySite } from '../../../../support/sidecar/abilities/ability-site.js';
import { LIGHTHOUSE } from '../../../../support/sidecar/abilities/read/lighthouse.js';

let site: AbilitySite;

beforeAll(async () => {
  site = await abilitySite({
    files: LIGHTHOUSE,
    names: {
      '192.0.2.7': ['Crawl-7.GoogleBot.com.'],
      'crawl-7.googlebot.com': ['192.0.2.7'],
      '192.0.2.8': ['crawl-8.googlebot.com'],
      'crawl-8.googlebot.com': ['198.51.100.1'],
      '192.0.2.9': ['mail.harbour.co.uk'],
      '2001:db8::7': ['six.search.msn.com'],
      'six.search.msn.com': ['2001:db8:0:0:0:0:0:7'],
    },
  });
}, 60_000);

describe('identify-bot', () => {
  it.each([
    ['192.0.2.7', 'crawl-7.googlebot.com', 'googlebot.com', 'googlebot', 1],
    ['192.0.2.8', 'crawl-8.googlebot.com', 'googlebot.com', 'googlebot', 2],
    ['192.0.2.9', 'mail.harbour.co.uk', 'harbour.co.uk', '', 0],
    ['192.0.2.99', '', '', '', 0],
    ['2001:db8::7', 'six.search.msn.com', 'msn.com', 'bingbot', 1],
  ])('knows whose %s is', async (ip, host, network, engine, verdict) => {
    expect(await site.read('identify-bot', { ip })).toEqual({
      ip,
      host,
      network,
      engine,
      verdict,
      slow: false,
    });
  });

  it.each(['', 'harbour.example', '192.0.2', '192.0.2.7, 192.0.2.8', '192.0.2.7:80'])(
    'refuses %j',
    async (ip) => {
      expect(await site.run('identify-bot', { ip })).toMatchObject({
        kind: 'failed',
        status: 400,
        code: 'svc_bad_ip',
      });
    },
  );
});
