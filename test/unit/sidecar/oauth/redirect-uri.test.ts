import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isAllowedRedirect, isRegistered, responseAddress } from '../../../../src/sidecar/oauth/register.js';

describe('a redirect URI', () => {
  it.each([
    'https://kettle.example/back',
    'https://kettle.example',
    'https://kettle.example/back?flow=1&x=%20',
    'https://kettle.example:8443/a/@tea',
    'https://xn--tee-0na.example/back',
    'http://127.0.0.1:3000/callback',
    'http://127.0.0.1/callback',
    'http://[::1]:3000/callback',
    'http://localhost:49152/',
    'http://localhost',
    'kettle://back',
    'vscode://vscode.github-authentication/did-authenticate',
    'claude://oauth/back',
    'msteams-kettle://back',
    'com.microsoft.copilot://back',
    'searching://back',
    'com.example.kettle://oauth/back',
    'KETTLE+v2.0-x://callback',
    'cursor://anysphere.cursor-retrieval/oauth/callback',
    'kettle:///back',
  ])('[5-redirect-form] [5-redirect-custom] may be %s', (uri) => {
    expect(isAllowedRedirect(uri)).toBe(true);
  });

  it.each([
    // Schemes that run or read something, however they are written.
    'javascript://kettle.example/%0aalert(1)',
    'JaVaScRiPt://kettle.example/%0aalert(1)',
    'data://text/html,<script>alert(1)</script>',
    'DATA://text/html;base64,AAAA',
    'vbscript://msgbox',
    'file:///etc/passwd',
    'File://host/share',
    'blob://https//kettle.example/uuid',
    'javascript:alert(1)',
    'data:text/html,x',
    'blob:https://kettle.example/uuid',
    // Patterns.
    'https://*.kettle.example/back',
    'https://%2a.kettle.example/back',
    'https://*/',
    // Unencrypted, to another machine.
    'http://kettle.example/back',
    'HTTP://kettle.example/back',
    'http://192.168.1.2:3000/back',
    'http://localhost.kettle.example/back',
    'http://127.0.0.1.kettle.example/back',
    // Schemes that the system handles, or a browser for itself.
    'ms-msdt://id',
    'MS-MSDT://id',
    'ms-settings://x',
    'ms-word://ofe',
    'search-ms://query=x',
    'intent://scan/',
    'view-source://https//kettle.example',
    'about://blank',
    'chrome://settings',
    'microsoft-edge://x',
    'shell://x',
    'ftp://kettle.example/back',
    'smb://kettle.example/share',
    'mailto://a',
    'itms-services://x',
    // What is no `scheme://something`.
    '',
    'https://',
    'kettle://',
    '://kettle.example',
    '//kettle.example/back',
    '/back',
    'kettle.example/back',
    'https:/kettle.example',
    'https:kettle.example',
    'com.example.kettle:/back',
    '1kettle://back',
    'ket_tle://back',
    'https://:443/',
    'https://kettle.example:99999/',
    'https://[::1/',
    'https:///kettle.example',
    // White space and control bytes, at the ends too.
    ' https://kettle.example/back',
    'https://kettle.example/back ',
    'https://kettle.example/ba ck',
    'https://kettle.example/back\n',
    'https://kettle.example/back\r\nSet-Cookie: a=b',
    'https://kettle.example/\tback',
    'https://kettle.example/\u0000back',
    'https://kettle.example/\u007fback',
    'https://kettle.example/\u00a0back',
    'https://kettle.example/\u2028back',
    'java\tscript://kettle.example/',
    'java\u0000script://kettle.example/',
    // Another host than it seems.
    'https://kettle.example@evil.example/',
    'https://kettle.example:pw@evil.example/',
    'http://127.0.0.1:3000@evil.example/',
    'https://evil.example\\@kettle.example/',
    'https:\\\\evil.example/',
    'https://kettle.example/back#fragment',
    'https://kettle.example/#',
    'https://tée.example/back',
    `https://kettle.example/${'a'.repeat(500)}`,
  ])('[5-redirect-schemes] [5-redirect-bytes] may not be %j', (uri) => {
    expect(isAllowedRedirect(uri)).toBe(false);
  });

  it('that is allowed can stand in a header, and leads where a browser reads it', () => {
    const part = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.webUrl(),
      fc.constantFrom('://', '@', '\\', '%0d', '#'),
    );
    const uri = fc.tuple(fc.constantFrom('https', 'javascript', 'data', 'a', ''), part, part);
    fc.assert(
      fc.property(uri, ([scheme, a, b]) => {
        const text = `${scheme}://${a}${b}`;
        if (!isAllowedRedirect(text)) return;
        expect(text).toMatch(/^[\x21-\x7e]+$/);
        const { username, password, hash, protocol } = new URL(text);
        expect([username, password, hash]).toEqual(['', '', '']);
        expect(['javascript:', 'data:', 'vbscript:', 'file:', 'blob:']).not.toContain(protocol);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('a registered address', () => {
  const registered = [
    'https://kettle.example/back',
    'http://127.0.0.1:3000/cb',
    'http://[::1]/cb',
    'kettle://back',
  ];

  it.each([
    ['https://kettle.example/back', true],
    ['kettle://back', true],
    ['http://127.0.0.1:3000/cb', true],
    ['http://127.0.0.1:61234/cb', true],
    ['http://127.0.0.1/cb', true],
    ['http://[::1]:8/cb', true],
    ['http://localhost:3000/cb', false],
    ['http://127.0.0.1:61234/cb/', false],
    ['http://127.0.0.1:61234/cb?x=1', false],
    ['http://127.0.0.1:61234/cb#x', false],
    ['https://127.0.0.1:3000/cb', false],
    ['http://127.0.0.1:3000@evil.example/cb', false],
    ['http://127.0.0.1.evil.example/cb', false],
    ['http://127.0.0.1:3000.evil.example/cb', false],
    ['http://127.0.0.1:/cb', false],
    ['https://kettle.example:443/back', false],
    ['https://kettle.example/back/', false],
    ['https://kettle.example/back?x=1', false],
    ['https://KETTLE.example/back', false],
    ['https://kettle.example/x/../back', false],
    ['https://kettle.example.evil.example/back', false],
    ['', false],
  ])(
    '[3-code-bound] is compared as it is, but for the port of a program on the own machine: %j %s',
    (uri, expected) => {
      expect(isRegistered(uri, registered)).toBe(expected);
    },
  );
});

describe('an answer', () => {
  it.each([
    ['https://kettle.example/back', 'https://kettle.example/back?code=a&state=x%20%26y'],
    ['https://kettle.example/back?', 'https://kettle.example/back?code=a&state=x%20%26y'],
    ['https://kettle.example/back?flow=1', 'https://kettle.example/back?flow=1&code=a&state=x%20%26y'],
    ['https://kettle.example/back?flow=1&', 'https://kettle.example/back?flow=1&code=a&state=x%20%26y'],
    ['kettle://back', 'kettle://back?code=a&state=x%20%26y'],
  ])('keeps what %s has', (uri, expected) => {
    expect(responseAddress(uri, { code: 'a', state: 'x &y' })).toBe(expected);
  });
});
