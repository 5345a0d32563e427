import { describe, expect, it } from 'vitest';
import { cleanAddress, targetKey } from '../../../../src/site/registry/normalise/address.js';
import { type Notice, reportFor } from '../../../../src/site/registry/notice.js';
import { taken } from '../../../support/site/registry/world.js';

function clean(value: unknown, baseUrl = 'https://kettle.example'): { address: string; notices: Notice[] } {
  const notices: Notice[] = [];
  const report = reportFor('test', (notice) => notices.push(notice));
  return { address: cleanAddress(value, 'a test', { baseUrl, report }), notices };
}

describe('an address', () => {
  it.each([
    ['/api/tea?leaf=1&pot=2#top', '/api/tea?leaf=1&pot=2#top'],
    ['//evil.example/x', '/evil.example/x'],
    ['/a b<c>"d"\\e', '/abcde'],
    ['/a/../../b', '/b'],
    ['/..//evil.example', '/evil.example'],
    ['/100%', '/100%25'],
    ['/[x]#a#b', '/%5Bx%5D#a%23b'],
    ['https://KETTLE.example', 'https://kettle.example/'],
    ['https://kettle.example/茶?q={x}', 'https://kettle.example/%E8%8C%B6?q=%7Bx%7D'],
    [' https://kettle.example/a b ', 'https://kettle.example/a%20b'],
  ])('%j becomes %j', (value, expected) => {
    expect(clean(value)).toEqual({ address: expected, notices: [] });
  });

  it.each([
    'javascript:alert(1)',
    'file:///etc/passwd',
    'ftp://kettle.example/',
    'kettle.example/tea',
    'https://',
    'https://a"b.example/',
    'C:\\tea',
    '   ',
    {},
    7,
  ])('is left out and named when it is %j', (value) => {
    const { address, notices } = clean(value);
    expect(address).toBe('');
    expect(notices).toMatchObject([{ level: 'warning', code: 'resource_address' }]);
  });

  it.each([undefined, null, ''])('is silently absent when it is %j', (value) => {
    expect(clean(value)).toEqual({ address: '', notices: [] });
  });

  it('T21: with a user name or password is refused, and the message does not repeat it', () => {
    for (const url of ['https://mia:hunter2@kettle.example/', 'https://hunter2@kettle.example/']) {
      const { address, notices } = clean(url);
      expect(address).toBe('');
      expect(notices).toHaveLength(1);
      expect(JSON.stringify(notices)).not.toContain('hunter2');
    }
  });

  it.each([
    ['https://kettle.example/tea?api_key=hunter2&leaf=1', 'https://kettle.example/tea?leaf=1'],
    ['/tea?consumer_secret=hunter2', '/tea'],
    ['/tea?Access%54oken=hunter2', '/tea'],
    ['/tea#access_token=hunter2&x=1', '/tea#x=1'],
    ['/tea?_wpnonce=hunter2', '/tea'],
  ])('T21: loses keys and tokens: %s', (value, expected) => {
    const { address, notices } = clean(value);
    expect(address).toBe(expected);
    expect(notices).toHaveLength(1);
    expect(JSON.stringify(notices)).not.toContain('hunter2');
  });

  it('keeps parameters that only sound like secrets', () => {
    expect(clean('/zoo?monkey=1&design=2').address).toBe('/zoo?monkey=1&design=2');
  });

  it.each([
    'http://localhost:8080/',
    'https://db/',
    'https://10.0.0.7/',
    'http://172.20.1.1/',
    'http://0x7f.1/',
    'https://printer.local/',
    'https://[::1]/',
    'https://[fd00::1]/',
    'https://cms.corp./',
  ])('T21: on an internal host is refused: %s', (url) => {
    expect(clean(url).address).toBe('');
    // A site that itself is internal may name its neighbours.
    expect(clean(url, 'http://localhost:3000').address).not.toBe('');
  });

  it('T21: leaves no credentials in texts and schemas either', async () => {
    const url = 'https://mia:hunter2@extra@kettle.example/pot';
    const resource = await taken({
      description: `See ${url}`,
      tools: [{ name: 'brew', description: url, inputSchema: { properties: { pot: { default: url } } } }],
      agent: { name: 'Steward', description: url },
    });
    expect(JSON.stringify(resource)).not.toMatch(/hunter2|extra@/);
    expect(resource.description).toBe('See https://kettle.example/pot');
  });

  it('leads to the same place as others that differ in trifles', () => {
    const key = targetKey('/api/', 'https://kettle.example');
    for (const same of ['/api', 'https://kettle.example/api', 'HTTPS://Kettle.example:443/api//']) {
      expect(targetKey(same, 'https://kettle.example')).toBe(key);
    }
    expect(targetKey('/API', 'https://kettle.example')).not.toBe(key);
  });
});
