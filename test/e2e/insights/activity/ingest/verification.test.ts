import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseRanges } from '../../../../../src/insights/activity/verify/range-refresh.js';
import { openStorage } from '../../../../../src/storage/open.js';
import { workspace } from '../../../../support/build/workspace.js';
import { runSvc } from '../../../../support/cli/run-svc.js';
import { type DnsServer, reverseName, startDnsServer } from '../../../../support/core/net/dns-server.js';
import { AGENTS, combinedLine, NOW } from '../../../../support/insights/activity/ingest/lines.js';

const REAL = '66.249.66.1';
const FORGED = '198.51.100.7';
const SILENT = '198.51.100.8';
const IN_RANGE = '20.15.240.64';
const LEGACY = 'Mozilla/5.0 (SymbianOS/9.4; Series60/5.0) AppleWebKit/525';

let dns: DnsServer;

beforeAll(async () => {
  dns = await startDnsServer();
  dns.set('PTR', reverseName(REAL), ['crawl-66-249-66-1.googlebot.com']);
  dns.set('A', 'crawl-66-249-66-1.googlebot.com', [REAL]);
  dns.set('PTR', reverseName(FORGED), ['host-7.isp.example']);
  dns.set('PTR', reverseName(SILENT), 'SERVFAIL');
});

afterAll(() => dns.close());

const LOG = [
  combinedLine({ agent: AGENTS.google, address: REAL }),
  combinedLine({ agent: AGENTS.google, address: REAL }),
  combinedLine({ agent: AGENTS.google, address: FORGED }),
  combinedLine({ agent: AGENTS.google, address: SILENT }),
  combinedLine({ agent: AGENTS.gpt, address: IN_RANGE }),
  combinedLine({ agent: AGENTS.gpt, address: FORGED }),
  combinedLine({ agent: AGENTS.curl, address: FORGED }),
  combinedLine({ agent: LEGACY, address: FORGED }),
].join('');

async function ingest(settings: object) {
  const cwd = workspace({
    'svc.config.json': JSON.stringify({
      site: { url: 'https://harbour.example', name: 'Harbour Notes' },
      dnsServers: [dns.address],
    }),
    'svc.settings.json': JSON.stringify({ verifier_disabled: [], ...settings }),
    'access.log': LOG,
  });
  const address = join(cwd, '.svc/svc.db');
  const before = await openStorage(address);
  const url = 'https://openai.com/gptbot.json';
  await databaseRanges(before).save([{ url, fetchedAt: NOW - 60, prefixes: ['20.15.240.64/28'] }]);
  await before.close();
  const { stdout } = await runSvc(['activity', 'ingest', 'access.log', '--json'], { cwd });
  const storage = await openStorage(address);
  const hits = await storage.db
    .selectFrom('visits')
    .innerJoin('visit_kinds', 'visit_kinds.id', 'visits.kind_id')
    .innerJoin('visit_labels', 'visit_labels.id', 'visit_kinds.label_id')
    .select(['agent', 'verdict', 'network'])
    .orderBy('visits.id')
    .execute();
  const flagged = await storage.db.selectFrom('flagged_addresses').select(['client', 'address']).execute();
  await storage.close();
  return { report: JSON.parse(stdout) as Readonly<Record<string, unknown>>, hits, flagged };
}

describe('svc activity ingest', () => {
  it('verifies the logged addresses and then drops them', async () => {
    dns.asked.length = 0;
    const { report, hits, flagged } = await ingest({ verify_bots: true });
    expect(report).toMatchObject({ recorded: 8, verified: 3, spoofed: 2 });
    expect(hits.map(({ verdict }) => verdict)).toEqual([1, 1, 2, 0, 1, 2, 0, 0]);
    expect(flagged).toEqual([]);
    // Each address is asked about once.
    expect(dns.asked.filter((one) => one === `PTR ${reverseName(REAL)}`)).toHaveLength(1);
  });

  it('asks nobody while verification is off', async () => {
    dns.asked.length = 0;
    expect((await ingest({})).report).toMatchObject({ verified: 0, spoofed: 0 });
    expect(dns.asked).toEqual([]);
  });

  it('tells the networks where that is wished', async () => {
    const { hits } = await ingest({ identify_bots: true });
    expect(hits.map(({ network }) => network)).toContain('googlebot.com');
  });

  it('keeps addresses of flagged clients alone, where the owner wants them', async () => {
    const { flagged } = await ingest({ verify_bots: true, store_flagged_ips: true });
    expect(flagged.every(({ address }) => address === FORGED)).toBe(true);
    expect(flagged).toHaveLength(3);
  });
});
