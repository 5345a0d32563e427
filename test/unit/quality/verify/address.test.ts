import { describe, expect, it } from 'vitest';
import type { Failure, FetchPort, RawAnswer } from '../../../../src/quality/verify/answer.js';
import type { VerifyReport } from '../../../../src/quality/verify/report.js';
import { verifySite } from '../../../../src/quality/verify/verify.js';

const BASE = 'https://bells.example';

/** Verifies a site of which only some addresses answer. */
function verifyFake(
  answers: Readonly<Record<string, Partial<RawAnswer> | Failure>>,
  url = BASE,
): Promise<VerifyReport> {
  const send: FetchPort = async (ask) => {
    const found = answers[ask.url] ?? { status: 404 };
    if ('kind' in found) return { failure: found };
    const { status = 200, fields = [], bytes = new Uint8Array() } = found;
    return { answer: { status, fields, bytes, size: bytes.length, isCut: false } };
  };
  return verifySite({ url, send, now: () => 0, version: '0', timeoutMs: 1000, sample: 5, userAgents: [] });
}

function addressOf({ checks }: VerifyReport): unknown {
  const [address] = checks;
  return [address?.id, address?.status, address?.findings.map(({ code, hop }) => `${hop} ${code}`)];
}

describe('the address of a site', () => {
  it.each<readonly [Failure['kind'], hop: string]>([
    ['dns', 'dns'],
    ['connection', 'connection'],
    ['tls', 'tls'],
    ['timeout', 'server'],
    ['protocol', 'server'],
  ])('that fails by %s is told by its hop, and nothing else is asked', async (kind, hop) => {
    const report = await verifyFake({
      [`${BASE}/`]: { kind, message: 'it fails' },
      'http://bells.example/': { kind: 'connection', message: 'it fails' },
    });
    expect(addressOf(report)).toEqual(['address', 'fail', [`${hop} no-answer-${kind}`]]);
    expect(report).toMatchObject({ ok: false, failed: 1, passed: 0, requests: 2 });
    expect(report.checks.slice(1).every(({ status }) => status === 'skip')).toBe(true);
  });

  it('that leads to another host is told, with the address to verify', async () => {
    const report = await verifyFake({
      [`${BASE}/`]: { status: 301, fields: [['Location', 'https://www.bells.example/']] },
      'https://www.bells.example/': {},
    });
    expect(addressOf(report)).toEqual(['address', 'fail', ['redirect other-host']]);
    expect(report.checks[0]?.findings[0]?.fix).toContain('https://www.bells.example');
  });

  it('that redirects without end is told', async () => {
    const report = await verifyFake({ [`${BASE}/`]: { status: 302, fields: [['Location', '/']] } });
    expect(addressOf(report)).toEqual(['address', 'fail', ['redirect no-answer-redirects']]);
  });

  it('that answers by http as well is warned of', async () => {
    const report = await verifyFake({ [`${BASE}/`]: {}, 'http://bells.example/': {} });
    expect(addressOf(report)).toEqual(['address', 'warn', ['redirect http-not-redirected']]);
    const good = await verifyFake({
      [`${BASE}/`]: {},
      'http://bells.example/': { status: 308, fields: [['Location', `${BASE}/`]] },
    });
    expect(addressOf(good)).toEqual(['address', 'pass', []]);
  });

  it('that is http is warned of, but for this machine', async () => {
    const report = await verifyFake({ 'http://bells.example/': {} }, 'http://bells.example');
    expect(addressOf(report)).toEqual(['address', 'warn', ['tls no-https']]);
    for (const url of ['http://localhost:8787', 'http://127.0.0.1:1', 'http://[::1]:1']) {
      expect(addressOf(await verifyFake({ [`${url}/`]: {} }, url))).toEqual(['address', 'pass', []]);
    }
  });

  it('that fails inside is told', async () => {
    expect(addressOf(await verifyFake({ [`${BASE}/`]: { status: 502 } }))).toEqual([
      'address',
      'fail',
      ['server server-error'],
    ]);
  });

  it('where nothing is like a site of ours does not stop the judge', async () => {
    const json = { fields: [['Content-Type', 'application/json']] as const };
    const odd = Buffer.from(
      '{"documents":[1],"well_known":{"a":1},"apis":[null,{"base":7}],"trust":[],"agents":"x"}',
    );
    const report = await verifyFake({
      [`${BASE}/`]: {},
      [`${BASE}/.well-known/discovery.json`]: { ...json, bytes: odd },
      [`${BASE}/.well-known/api-catalog`]: { ...json, bytes: Buffer.from('[[]]') },
      [`${BASE}/robots.txt`]: { bytes: Buffer.from('\u0000'.repeat(100)) },
    });
    expect(report.checks.find(({ id }) => id === 'discovery')?.status).toBe('fail');
  });

  it('whose documents never end is given up', async () => {
    const deep = '['.repeat(200_000) + ']'.repeat(200_000);
    const index = JSON.stringify({
      well_known: [{ url: `${BASE}/.well-known/api-catalog` }],
      documents: { llms: `${BASE}/llms.txt`, deep: `${BASE}/deep.json` },
    });
    const many = { item: Array.from({ length: 5000 }, (_, at) => ({ href: `${BASE}/${at}` })) };
    const report = await verifyFake({
      [`${BASE}/`]: {},
      [`${BASE}/.well-known/discovery.json`]: { bytes: Buffer.from(index) },
      [`${BASE}/.well-known/api-catalog`]: { bytes: Buffer.from(JSON.stringify({ linkset: [many] })) },
      [`${BASE}/deep.json`]: { bytes: Buffer.from(deep) },
      [`${BASE}/llms.txt`]: { bytes: Buffer.from('`'.repeat(1_000_000)) },
    });
    expect(report.checks.find(({ id }) => id === 'schemes')?.findings[0]?.code).toBe('beyond-measure');
    expect(report.requests).toBeLessThan(1500);
  });
});
