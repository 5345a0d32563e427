import { describe, expect, it } from 'vitest';
import { mappedFormat } from '../../../../../src/insights/activity/ingest/formats/mapped.js';
import { detectFormat, logFormats } from '../../../../../src/insights/activity/ingest/formats/table.js';
import { type LogLine, newLine } from '../../../../../src/insights/activity/ingest/line.js';
import { namelessLog } from '../../../../../src/insights/activity/ingest/log-source.js';
import { readTime } from '../../../../../src/insights/activity/ingest/times.js';
import { AGENTS, combinedLine, NOW } from '../../../../support/insights/activity/ingest/lines.js';

/** What every format says of the same request. */
const SEEN: LogLine = {
  at: NOW,
  method: 'GET',
  target: '/ropes.md?x=1',
  status: 200,
  referrer: 'https://harbour.example/',
  userAgent: AGENTS.gpt,
  address: '2001:db8::7',
  host: '',
};

const WORKER = {
  outcome: 'ok',
  logs: [{ timestamp: 1, message: ['url'] }],
  eventTimestamp: NOW * 1000,
  event: {
    request: {
      url: SEEN.target,
      method: 'GET',
      headers: {
        'cf-connecting-ip': SEEN.address,
        referer: SEEN.referrer,
        'user-agent': SEEN.userAgent,
      },
    },
    response: { status: 200 },
  },
};

const CADDY = {
  level: 'info',
  ts: NOW + 0.25,
  logger: 'http.log.access',
  request: {
    remote_ip: '203.0.113.9',
    client_ip: SEEN.address,
    method: 'GET',
    host: 'harbour.example',
    uri: SEEN.target,
    headers: { 'User-Agent': [SEEN.userAgent], Referer: [SEEN.referrer] },
  },
  status: 200,
};
const CLOUDFLARE = {
  ClientIP: SEEN.address,
  ClientRequestMethod: 'GET',
  ClientRequestURI: SEEN.target,
  ClientRequestReferer: SEEN.referrer,
  ClientRequestUserAgent: SEEN.userAgent,
  EdgeResponseStatus: 200,
  EdgeStartTimestamp: '2026-07-02T10:00:00Z',
};
const NGINX = {
  time_iso8601: '2026-07-02T12:00:00+02:00',
  remote_addr: SEEN.address,
  request: `GET ${SEEN.target} HTTP/2.0`,
  status: '200',
  http_referer: SEEN.referrer,
  http_user_agent: SEEN.userAgent,
};
const FASTLY = {
  timestamp: '2026-07-02T10:00:00+0000',
  client_ip: SEEN.address,
  geo_country: 'norway',
  url: SEEN.target,
  request_method: 'GET',
  request_referer: SEEN.referrer,
  request_user_agent: SEEN.userAgent,
  response_status: 200,
};
const TRAEFIK = {
  ClientAddr: `[${SEEN.address}]:4711`,
  ClientHost: SEEN.address,
  DownstreamStatus: 200,
  OriginStatus: 500,
  RequestMethod: 'GET',
  RequestPath: SEEN.target,
  StartUTC: '2026-07-02T10:00:00.123456789Z',
  level: 'info',
  msg: '',
  'request_User-Agent': SEEN.userAgent,
  request_Referer: SEEN.referrer,
  time: '2026-07-02T10:00:01Z',
};
const VERCEL = {
  id: '1782986400000',
  deploymentId: 'dpl_x',
  source: 'static',
  timestamp: NOW * 1000 + 250,
  requestId: 'fra1::x',
  proxy: {
    timestamp: NOW * 1000,
    method: 'GET',
    path: SEEN.target,
    userAgent: [SEEN.userAgent],
    referer: SEEN.referrer,
    statusCode: 200,
    clientIp: SEEN.address,
  },
};
const IIS =
  '#Software: Microsoft Internet Information Services 10.0\n#Version: 1.0\n#Date: 2026-07-02 09:00:00\n' +
  '#Fields: date time s-ip cs-method cs-uri-stem cs-uri-query s-port cs-username c-ip cs(User-Agent) cs(Referer) sc-status sc-substatus sc-win32-status time-taken\n';
const iisAgent = SEEN.userAgent.replaceAll(' ', '+');
const iisRow = `2026-07-02 10:00:00 10.0.0.1 GET /ropes.md x=1 443 - ${SEEN.address} ${iisAgent} ${SEEN.referrer} 200 0 0 12\n`;
const FIELDS =
  '#Version: 1.0\n#Fields: date time x-edge-location sc-bytes c-ip cs-method cs(Host) cs-uri-stem sc-status cs(Referer) cs(User-Agent) cs-uri-query cs(Cookie)\n';
const cloudFrontRow = (agent: string) =>
  [
    '2026-07-02\t10:00:00\tFRA2\t512',
    SEEN.address,
    'GET\td1.cloudfront.net\t/ropes.md\t200',
    SEEN.referrer,
    agent,
    'x=1\t-\n',
  ].join('\t');

const combined = combinedLine({
  at: NOW,
  path: SEEN.target,
  referrer: SEEN.referrer,
  address: SEEN.address,
});

describe.each<[string, string, string?]>([
  ['combined', combined],
  [
    'combined',
    combined.replace('" 200', '" 200').replace(/"\n$/, '" "203.0.113.9" 0.004\n'),
    'with more fields',
  ],
  ['combined', `harbour.example:443 ${combined}`, 'with a virtual host'],
  ['combined', combined.replace('10:00:00 +0000', '15:30:00 +0530'), 'in another zone'],
  ['combined', combined.replace('10:00:00 +0000', '04:00:00 -0600'), 'in a zone to the west'],
  ['combined', combined.replace('\n', '\r\n'), 'with line ends of Windows'],
  ['combined', combined.replace(' - - ', ' - ada '), 'of somebody with a name'],
  ['caddy', `${JSON.stringify(CADDY)}\n`],
  ['cloudflare', `${JSON.stringify(CLOUDFLARE)}\n`],
  ['cloudflare', `${JSON.stringify({ ...CLOUDFLARE, EdgeStartTimestamp: NOW * 1e9 })}\n`, 'with nanoseconds'],
  ['nginx', `${JSON.stringify(NGINX)}\n`],
  [
    'nginx',
    `${JSON.stringify({ '@timestamp': NOW, ip: SEEN.address, method: 'GET', url: SEEN.target, status: 200, referer: SEEN.referrer, user_agent: SEEN.userAgent })}\n`,
    'with names of its own',
  ],
  ['fastly', `${JSON.stringify(FASTLY)}\n`],
  ['traefik', `${JSON.stringify(TRAEFIK)}\n`],
  ['vercel', `${JSON.stringify(VERCEL)}\n`],
  ['iis', IIS + iisRow],
  ['iis', IIS.replace('#Fields: date ', '#Fields: ') + iisRow.replace('2026-07-02 ', ''), 'with a day above'],
  [
    'iis',
    IIS + iisRow.replace(iisAgent, `"${SEEN.userAgent}"`).replace(SEEN.referrer, `"${SEEN.referrer}"`),
    'from Advanced Logging, with texts in quotation marks',
  ],
  [
    'iis',
    IIS.replace('#Fields: date time ', '#Fields:  date-UTC time-UTC ') + iisRow,
    'with the names of Advanced Logging',
  ],
  ['iis', (IIS + iisRow).replaceAll('\n', '\r\n'), 'with line ends of Windows'],
  ['cloudfront', FIELDS + cloudFrontRow(encodeURIComponent(SEEN.userAgent))],
  [
    'cloudfront',
    FIELDS + cloudFrontRow(encodeURIComponent(encodeURIComponent(SEEN.userAgent))),
    'encoded twice',
  ],
  [
    'cloudfront',
    `#Fields: timestamp c-ip sc-status cs-method cs-uri-stem cs-user-agent cs-referer cs-uri-query\n${[`${NOW}.250`, SEEN.address, 200, 'GET', SEEN.target, encodeURIComponent(SEEN.userAgent), SEEN.referrer, 'x=1'].join('\t')}\n`,
    'in real time, below a line with the fields',
  ],
  ['nginx', `${JSON.stringify(WORKER)}\n`, 'from a Worker of Cloudflare'],
])('%s', (name, text, what = 'as it is') => {
  it(`is recognised and read ${what}`, () => {
    const format = detectFormat(text);
    expect(format?.name).toBe(name);
    const host = what.includes('virtual host')
      ? 'harbour.example:443'
      : name === 'caddy'
        ? 'harbour.example'
        : '';
    expect(lastOf(name, text)).toEqual({ ...SEEN, host });
  });
});

describe('common log format', () => {
  const text = combined.replace(/ "[^"]*" "[^"]*"\n/, '\n');

  it('is recognised, and names nobody', () => {
    expect(detectFormat(text)?.name).toBe('common');
    expect(lastOf('common', text)).toEqual({ ...SEEN, referrer: '', userAgent: '' });
  });
});

describe('a log of Vercel', () => {
  const lines = (...objects: readonly object[]) => objects.map((one) => `${JSON.stringify(one)}\n`).join('');

  it('has a request once, however many messages a function writes, and no line of a build', () => {
    const other = { ...VERCEL, requestId: 'fra1::y' };
    const build = { id: '1', deploymentId: 'dpl_x', source: 'build', timestamp: NOW * 1000, message: 'done' };
    const reader = logFormats.find(({ name }) => name === 'vercel')?.create();
    const results = lines(build, VERCEL, { ...VERCEL, source: 'lambda', message: 'x' }, other)
      .trimEnd()
      .split('\n')
      .map((row) => reader?.(row, 0, row.length, newLine()));
    expect(results).toEqual(['none', 'read', 'none', 'read']);
  });

  it('has requests without an answer', () => {
    const text = lines({ ...VERCEL, proxy: { ...VERCEL.proxy, statusCode: -1 } });
    expect(lastOf('vercel', text)).toMatchObject({ status: 0 });
  });
});

describe('a log of IIS', () => {
  it('has fields in the order that its last heading says, and others are no part of it', () => {
    const heading = '#Fields: time cs-uri-stem cs-method sc-status cs-host\n';
    const text = `${IIS}${iisRow}${heading}10:00:00 /llms.txt GET 304 harbour.example\n`;
    expect(lastOf('iis', text)).toEqual({
      ...SEEN,
      ...{ target: '/llms.txt', status: 304, host: 'harbour.example' },
      ...{ referrer: '', userAgent: '', address: '' },
    });
  });
});

describe('JSON with names of your own', () => {
  const line = JSON.stringify({
    when: NOW,
    who: { ip: SEEN.address, 'the.ua': 'no', headers: { ua: SEEN.userAgent } },
    'a.path': SEEN.target,
    verb: 'GET',
    code: 200,
    referer: SEEN.referrer,
  });
  const pairs = [
    'time=when',
    'IP=who.ip',
    'user-agent=who.headers.ua',
    'path=a.path',
    'method=verb',
    'status=code',
  ];

  it('is read as the owner says', () => {
    const found = newLine();
    expect(mappedFormat(pairs).create()(line, 0, line.length, found)).toBe('read');
    expect(found).toEqual(SEEN);
  });

  it('may have the names of a format for everything else', () => {
    const { request_user_agent: ua, ...rest } = FASTLY;
    const text = JSON.stringify({ ...rest, ua });
    const found = newLine();
    expect(mappedFormat(['ua=ua'], 'fastly').create()(text, 0, text.length, found)).toBe('read');
    expect(found).toEqual(SEEN);
  });

  it('may have the whole request in one', () => {
    const text = JSON.stringify({
      ...NGINX,
      request: undefined,
      r: 'GET /a HTTP/1.1',
      path: '/b',
      method: 'PUT',
    });
    const found = newLine();
    mappedFormat(['request=r']).create()(text, 0, text.length, found);
    expect(found).toMatchObject({ method: 'GET', target: '/a' });
  });

  it.each([
    ['ua', 'is "ua"'],
    ['ua=', 'is "ua="'],
    ['=x', 'is "=x"'],
    ['colour=x', 'is "colour=x"'],
  ])('is refused as %s', (pair, message) => {
    expect(() => mappedFormat([pair])).toThrow(message);
    expect(() => mappedFormat(pairs, 'combined')).toThrow('--map is for JSON');
  });
});

describe('a log that names hardly any User-Agent', () => {
  const log = (nameless: number, named: number) =>
    Buffer.from(combinedLine({ agent: '-' }).repeat(nameless) + combinedLine().repeat(named));
  const format = logFormats.find(({ name }) => name === 'combined');

  it.each([
    [98, 2, true],
    [10, 0, true],
    [97, 3, false],
    [9, 0, false],
    [0, 20, false],
  ])('is told by %i lines without and %i with one', (nameless, named, isTold) => {
    const found = format && namelessLog(format, log(nameless, named));
    expect(found).toEqual(isTold ? { lines: nameless + named, nameless } : undefined);
  });

  it('may be in Common Log Format, which has no place for it', () => {
    const common = logFormats.find(({ name }) => name === 'common');
    const text = log(20, 0)
      .toString()
      .replaceAll(/ "[^"]*" "[^"]*"\n/g, '\n');
    expect(detectFormat(text)).toBe(common);
    expect(common && namelessLog(common, Buffer.from(text))).toBeUndefined();
  });
});

describe('texts of a line', () => {
  it.each([
    [String.raw`a \"b\" \\ c`, 'a "b" \\ c'],
    [String.raw`ends in \\`, 'ends in \\'],
    [String.raw`ends in \\\"`, 'ends in \\"'],
    [String.raw`gr\xc3\xb6\xc3\x9fe`, 'größe'],
    [Buffer.from('größe').toString('latin1'), 'größe'],
    ['-', ''],
    ['', ''],
  ])('%s is %s', (written, read) => {
    expect(lastOf('combined', combinedLine({ agent: written }))?.userAgent).toBe(read);
  });

  it('may be in JSON whatever its letters are written in', () => {
    const line = JSON.stringify({ ...NGINX, http_user_agent: 'größe é' });
    expect(lastOf('nginx', Buffer.from(line).toString('latin1'))?.userAgent).toBe('größe é');
    expect(lastOf('nginx', line.replace('ö', '\\u00f6'))?.userAgent).toContain('gr');
  });

  it('need no request that is one', () => {
    const line = combinedLine().replace('GET /llms.txt HTTP/1.1', String.raw`\x16\x03\x01`);
    expect(lastOf('combined', line)).toMatchObject({ method: '', target: '' });
  });
});

describe('a line that cannot be read', () => {
  const minute = '02/Jul/2026:10:00';

  it.each(['99/Jul/2026:10:00:00', '02/Jul/2026:24:00:00', '02/Jul/2026:10:60:00', '02/Foo/2026:10:00:00'])(
    'does not make those behind it unreadable: %s',
    (time) => {
      const good = combinedLine({ at: NOW });
      const bad = good.replace(`${minute}:00`, time);
      const reader = logFormats.find(({ name }) => name === 'combined')?.create();
      const results = [good, bad, good].map((row) => reader?.(row, 0, row.length - 1, newLine()));
      expect(results).toEqual(['read', 'bad', 'read']);
    },
  );

  it.each([
    ['with a bracket', 'a [b'],
    ['that looks like a time', String.raw`x [${minute}:00 +0000] \"GET`],
    ['of several words', 'john doe'],
  ])('is none because of a user name %s', (_, user) => {
    const line = combinedLine().replace(' - - [', ` - ${user} [`);
    expect(lastOf('combined', line)).toMatchObject({ target: '/llms.txt', at: NOW - 3600 });
  });
});

describe('what is of no format', () => {
  it.each([
    ['prose', 'It was a quiet day at the harbour.\n'],
    ['a time that is none', combinedLine().replace('/Jul/', '/Foo/')],
    ['a line that is cut off', combinedLine().slice(0, 90)],
    ['other JSON', '{"a":1}\n'],
    [
      'JSON that names no client',
      `${JSON.stringify({ ...NGINX, http_user_agent: undefined, browser: 'x' })}\n`,
    ],
    ['a JSON list', '[1]\n'],
    ['null', 'null\n'],
    ['CloudFront without its names', cloudFrontRow('x')],
    ['nothing', ''],
  ])('%s', (_, text) => {
    expect(detectFormat(text)).toBeUndefined();
  });
});

describe('times', () => {
  it.each<[unknown, number]>([
    ['2026-07-02T10:00:00Z', NOW],
    ['2026-07-02 10:00:00+00:00', NOW],
    ['2026-07-02T10:00:00.999Z', NOW],
    [NOW, NOW],
    [NOW * 1e3, NOW],
    [NOW * 1e6 + 5, NOW],
    [`${NOW}.123`, NOW],
    ['02/Jul/2026:10:00:00 +0000', NOW],
    ['2026-07-02 10:00:00 UTC', NOW],
    ['2026-07-02 12:00:00 +0200 UTC', NOW],
    ['2026-07-02T12:00:00+02', NOW],
    ['2026-07-02 10:00:00,123 +0000', NOW],
    ['Thu, 02 Jul 2026 10:00:00 GMT', NOW],
    // Without a zone, a time is in the zone of this computer.
    ['2026-07-02T10:00:00', new Date(2026, 6, 2, 10).getTime() / 1000],
    ['2026-07-02 10:00:00.5', new Date(2026, 6, 2, 10).getTime() / 1000],
    ['02/Jul/2026:10:00:00', new Date(2026, 6, 2, 10).getTime() / 1000],
    ['2026-07-02', Number.NaN],
    ['02/Jul/2026', Number.NaN],
    ['02/Jul/2026:10:00:99 +0000', Number.NaN],
    [0, Number.NaN],
    [undefined, Number.NaN],
    [{}, Number.NaN],
  ])('%j is %d', (value, expected) => {
    expect(readTime(value)).toBe(expected);
  });
});

/** The last line of a log as a format reads it. */
function lastOf(name: string, text: string): LogLine | undefined {
  const reader = logFormats.find((format) => format.name === name)?.create();
  const line = newLine();
  let result: string | undefined;
  for (const row of text.split(/\r?\n/)) {
    if (row !== '') result = reader?.(row, 0, row.length, line);
  }
  return result === 'read' ? line : undefined;
}
