import fc from 'fast-check';
import { type InnerList, parseDictionary, parseItem } from 'structured-headers';
import { describe, expect, it } from 'vitest';
import {
  componentValue,
  type Fields,
  type HttpMessage,
  type RequestMessage,
  signatureBase,
} from '../../../../src/documents/signing/signature-base.js';

function request(url: string, fields: Fields = [], more: Partial<RequestMessage> = {}): RequestMessage {
  return { kind: 'request', method: 'GET', url, fields, ...more };
}

function value(message: HttpMessage, component: string): string {
  return componentValue(message, parseItem(component));
}

const ANSWER: HttpMessage = {
  kind: 'response',
  status: 503,
  fields: [['Content-Type', 'text/plain']],
  request: request('https://www.example.com/path?param=value', [['Signature', 'sig1=:AAA=:']]),
};

describe('derived components (RFC 9421 section 2.2)', () => {
  it.each([
    ['"@method"', 'https://www.example.com/path?param=value', 'GET'],
    [
      '"@target-uri"',
      'https://www.example.com/path?param=value#part',
      'https://www.example.com/path?param=value',
    ],
    ['"@authority"', 'https://WWW.example.com/path', 'www.example.com'],
    ['"@authority"', 'https://www.example.com:443/', 'www.example.com'],
    ['"@authority"', 'http://www.example.com:8080/', 'www.example.com:8080'],
    ['"@scheme"', 'HTTP://www.example.com/', 'http'],
    ['"@request-target"', 'https://www.example.com/path?param=value', '/path?param=value'],
    ['"@path"', 'https://www.example.com', '/'],
    ['"@path"', 'https://www.example.com/caf%C3%A9/a%2Fb', '/caf%C3%A9/a%2Fb'],
    [
      '"@query"',
      'https://www.example.com/path?param=value&foo=bar&baz=bat%2Dman',
      '?param=value&foo=bar&baz=bat%2Dman',
    ],
    ['"@query"', 'https://www.example.com/path', '?'],
    ['"@query-param";name="baz"', 'https://e.example/p?param=value&foo=bar&baz=batman&qux=', 'batman'],
    ['"@query-param";name="qux"', 'https://e.example/p?param=value&foo=bar&baz=batman&qux=', ''],
    [
      '"@query-param";name="var"',
      'https://e.example/p?var=this%20is%20a%20big%0Amultiline%20value&bar=with+plus+whitespace',
      'this%20is%20a%20big%0Amultiline%20value',
    ],
    ['"@query-param";name="bar"', 'https://e.example/p?bar=with+plus+whitespace', 'with%20plus%20whitespace'],
    [
      '"@query-param";name="fa%C3%A7ade%22%3A%20"',
      'https://e.example/p?fa%C3%A7ade%22%3A%20=something',
      'something',
    ],
  ])('%s of %s', (component, url, expected) => {
    expect(value(request(url), component)).toBe(expected);
  });

  it('of a response', () => {
    expect(value(ANSWER, '"@status"')).toBe('503');
    expect(value(ANSWER, '"@authority";req')).toBe('www.example.com');
    expect(value(ANSWER, '"signature";req;key="sig1"')).toBe(':AAA=:');
  });
});

describe('fields (RFC 9421 section 2.1)', () => {
  const fields: Fields = [
    ['X-OWS-Header', '   Leading and trailing whitespace.   '],
    ['X-Obs-Fold-Header', 'Obsolete\r\n    line folding.'],
    ['Cache-Control', 'max-age=60'],
    ['Cache-Control', '   must-revalidate'],
    ['Example-Dict', ' a=1,    b=2;x=1;y=2,   c=(a   b   c)'],
    ['X-Empty-Header', ''],
    ['Priority', ' u=1,   i'],
  ];
  const message = request('https://e.example/', fields, { trailers: [['Expires', 'Wed, 9 Nov 2022']] });

  it.each([
    ['"x-ows-header"', 'Leading and trailing whitespace.'],
    ['"x-obs-fold-header"', 'Obsolete line folding.'],
    ['"cache-control"', 'max-age=60, must-revalidate'],
    ['"x-empty-header"', ''],
    ['"example-dict"', 'a=1,    b=2;x=1;y=2,   c=(a   b   c)'],
    ['"example-dict";key="a"', '1'],
    ['"example-dict";key="b"', '2;x=1;y=2'],
    ['"example-dict";key="c"', '(a b c)'],
    ['"priority";sf', 'u=1, i'],
    ['"cache-control";bs', ':bWF4LWFnZT02MA==:, :bXVzdC1yZXZhbGlkYXRl:'],
    ['"expires";tr', 'Wed, 9 Nov 2022'],
  ])('%s', (component, expected) => {
    expect(value(message, component)).toBe(expected);
  });
});

describe('a component that cannot be rebuilt', () => {
  const plain = request('https://e.example/?a=1&a=2', [
    ['Date', 'today'],
    ['Name', 'café'],
  ]);
  it.each<[HttpMessage, string, RegExp]>([
    [plain, '"missing"', /"missing" isn't in the message/],
    [plain, '"Date"', /lower-case/],
    [plain, '"@status"', /only in responses/],
    [plain, '"@method";req', /signature of a response/],
    [plain, '"@unknown"', /is unknown/],
    [plain, '"@path";sf', /parameter "sf"/],
    [plain, '"date";strange', /unknown parameter "strange"/],
    [plain, '"date";sf', /structured field/],
    [plain, '"date";key="x"', /structured field/],
    [plain, '"date";bs;sf', /mixes/],
    [plain, '"name"', /non-ASCII/],
    [plain, '"@query-param";name="a"', /exactly once/],
    [plain, '"@query-param";name="b"', /exactly once/],
    [plain, '"@query-param"', /needs the parameter "name" and no other/],
    [request('/only-a-path'), '"@path"', /absolute address/],
    [ANSWER, '"@path"', /needs "req"/],
    [{ kind: 'response', status: 200, fields: [] }, '"@path";req', /needs the request/],
  ])('%#: %s', (message, component, expected) => {
    expect(() => value(message, component)).toThrow(
      expect.objectContaining({ code: 'SVC_SIGNATURE_INVALID', message: expect.stringMatching(expected) }),
    );
  });

  it('is one that is covered twice', () => {
    const list = parseDictionary('sig1=("date" "date")').get('sig1') as InnerList;
    expect(() => signatureBase(plain, list)).toThrow(/covered twice/);
  });
});

describe('the signature base', () => {
  it('has one line for each component and no way to smuggle in another', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (values) => {
        const fields = values.map((text) => ['x', text] as const);
        const list: InnerList = [[['x', new Map()]], new Map()];
        const base = (() => {
          try {
            return signatureBase(request('https://e.example/', fields), list);
          } catch (error) {
            return error;
          }
        })();
        if (typeof base !== 'string') expect(base).toMatchObject({ code: 'SVC_SIGNATURE_INVALID' });
        else expect(base.split('\n')).toHaveLength(2);
      }),
    );
  });
});
