import { describe, expect, it } from 'vitest';
import { firstAddress } from '../../../../../src/core/net/client-address.js';
import { detectFormat } from '../../../../../src/insights/activity/ingest/formats/table.js';
import { newLine } from '../../../../../src/insights/activity/ingest/line.js';

function read(text: string) {
  const line = newLine();
  const format = detectFormat(text);
  format?.create()(text, 0, text.length, line);
  return { format: format?.name, ...line, address: firstAddress(line.address) };
}

const REQUEST = '[02/Jul/2026:10:00:00 +0000] "GET /llms.txt HTTP/1.1" 200 512';

describe('lines of access logs as servers really write them', () => {
  it.each([
    ['203.0.113.9, 10.0.0.2 - -', '203.0.113.9'],
    ['unknown, 203.0.113.9 - -', '203.0.113.9'],
    ['203.0.113.9:4711 - -', '203.0.113.9'],
    ['[2001:db8::9]:4711 - -', '2001:db8::9'],
    ['::ffff:203.0.113.9 - -', '203.0.113.9'],
    ['Jul  2 10:00:00 web nginx[812]: 203.0.113.9 - -', '203.0.113.9'],
    ['<190>Jul  2 10:00:00 web nginx: 203.0.113.9, 10.0.0.2 - -', '203.0.113.9'],
    ['"203.0.113.9, 10.0.0.2" - -', '203.0.113.9'],
    ['10.0.0.1 203.0.113.9 - -', '203.0.113.9'],
    ['10.0.0.1 "198.51.100.1, 203.0.113.9" - -', '203.0.113.9'],
    ['203.0.113.9 198.51.100.1 - -', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6:50718 - -', '2001:db8:1:2:3:4:5:6'],
    ['2001:db8::9:50718 - -', '2001:db8::9'],
  ])('%s is the client %s', (start, address) => {
    expect(read(`${start} ${REQUEST} "-" "GPTBot/1.2"`).address).toBe(address);
  });

  it.each([
    'Jul  2 10:00:00 web caddy[812]: ',
    '<190>1 2026-07-02T10:00:00Z web caddy 812 - - ',
    '2026-07-02T10:00:00.123Z stdout F ',
    'web-1  | ',
    // Of `fly logs`, `logcli query` and the drains of Heroku.
    '2026-07-02T10:00:00Z app[e286d6] ams [info]',
    '2026-07-02T10:00:00Z {} ',
    '2026-07-02T10:00:00Z {app="web", pod="web-1"} ',
    '248 <190>1 2026-07-02T10:00:00Z web heroku web.1 - ',
  ])('%j before a line belongs to the machine that collects it', (prefix) => {
    const request = { client_ip: '203.0.113.9', method: 'GET', uri: '/llms.txt' };
    const caddy = {
      request: { ...request, headers: { 'User-Agent': ['GPTBot/1.2'] } },
      ts: 1.8e9,
      status: 200,
    };
    const found = { address: '203.0.113.9', userAgent: 'GPTBot/1.2', target: '/llms.txt' };
    expect(read(prefix + JSON.stringify(caddy))).toMatchObject({ format: 'caddy', ...found });
    const text = `${prefix}203.0.113.9 - - ${REQUEST} "-" "GPTBot/1.2"`;
    expect(read(text)).toMatchObject({ format: 'combined', ...found });
  });

  it.each([
    '[02/Jul/2026:10:00:00 +0000] 203.0.113.9 lab.example - "GET /llms.txt HTTP/1.1" 200 - "-" "GPTBot/1.2"',
    '[02/Jul/2026:10:00:00 +0000]\t203.0.113.9\tlab.example\t0\t-\t"GET /llms.txt HTTP/1.1" 200 - "-" "GPTBot/1.2"',
    'lab.example 203.0.113.9 [02/Jul/2026:10:00:00 +0000] GET "/llms.txt" HTTP/2.0 200 "-" "GPTBot/1.2" 203.0.113.9 "" - - 472 0.5 0.5',
    '203.0.113.9 - - [02/Jul/2026:10:00:00 +0000]  "GET /llms.txt HTTP/1.1"  200 5 "-" "GPTBot/1.2" 0.128 . BYPASS',
    '203.0.113.9 - - [02/Jul/2026:10:00:00 +0000] 18598 "GET /llms.txt HTTP/1.1"  200 5 "-" "GPTBot/1.2"',
    '203.0.113.9 - - [2026-07-02 10:00:00 +0000] "GET /llms.txt HTTP/1.1" 200 5 "-" "GPTBot/1.2"',
    '203.0.113.9 - - [1782986400.123] "GET /llms.txt HTTP/1.1" 200 5 "-" "GPTBot/1.2"',
    '203.0.113.9 - - [02/Jul/2026:10:00:00 +0000] "GET /llms.txt HTTP/1.1" 200 5 "GPTBot/1.2"',
    '203.0.113.9 - - [02/Jul/2026:12:00:00 +02:00] "GET /llms.txt HTTP/1.1" 200 5 "-" "GPTBot/1.2"',
    '203.0.113.9 - - [02/Jul/2026:10:00:00 GMT] "GET /llms.txt HTTP/1.1" 200 5 "-" "GPTBot/1.2"',
    '203.0.113.9 - - [02/Jul/2026:10:00:00 +0000] "GET /llms.txt HTTP/1.1" 200 5 "https://x.example/" GPTBot/1.2',
    '10.0.0.1 - - [02/Jul/2026:10:00:00 +0000] "GET /llms.txt HTTP/1.1" 200 5 "-" "GPTBot/1.2" "lab.example" "203.0.113.9"',
    '172.69.9.2 - - [02/Jul/2026:10:00:00 +0000] "GET /llms.txt HTTP/1.1" 200 5 "-" "GPTBot/1.2" "203.0.113.9"',
    'unix: - - [02/Jul/2026:10:00:00 +0000] "GET /llms.txt HTTP/1.1" 200 5 "-" "GPTBot/1.2" "203.0.113.9, "',
    '10.0.0.1 - - [02/Jul/2026:10:00:00 +0000] "GET /llms.txt HTTP/1.1" 200 5 "-" "GPTBot/1.2" 203.0.113.9, 10.0.0.2 0.01',
    '10.0.0.1 - - [02/Jul/2026:10:00:00 +0000] "GET /llms.txt HTTP/1.1" 200 5 "-" "GPTBot/1.2" rt=0.01 to="10.0.0.3:80" xff="198.51.100.1, 203.0.113.9"',
    '{"ts":1782986400,"request":{"client_ip":"172.69.9.2","method":"GET","uri":"/llms.txt","headers":{"Cf-Connecting-Ip":["203.0.113.9"],"User-Agent":["GPTBot/1.2"]}},"status":200}',
    '{"time":"2026-07-02T10:00:00Z","remote_addr":"10.0.0.1","proxy_protocol_addr":"203.0.113.9","request":"GET /llms.txt HTTP/1.1","status":200,"http_user_agent":"GPTBot/1.2"}',
    '{"time":"2026-07-02T10:00:00Z","remote_addr":"203.0.113.9","request":"GET /llms.txt HTTP/1.1","status":200,"upstream_time":-,"size":,"http_user_agent":"GPTBot/1.2"}',
    '2026/07/02 10:00:00.000 {"remote_addr":"203.0.113.9","request":"GET /llms.txt HTTP/1.1","status":200,"http_user_agent":"GPTBot/1.2"}',
    '{"ts":1782986400,"request":{"remote_ip":"10.0.0.1","method":"GET","uri":"/llms.txt","headers":{"x-forwarded-for":["203.0.113.9"],"user-agent":["GPTBot/1.2"]}},"status":200}',
    '[02/Jul/2026:10:00:00 +0000] 203.0.113.9 - 12 "-" "GET /llms.txt" 200 5 512 HIT "GPTBot/1.2" "text/plain"',
    '{"ts":1782986400,"request":{"remote_ip":"10.0.0.1","client_ip":"","method":"GET","uri":"/llms.txt","headers":{"X-Forwarded-For":["203.0.113.9, 10.0.0.2"],"User-Agent":["GPTBot/1.2"]}},"status":200}',
    '{"ClientHost":"10.0.0.1","RequestMethod":"GET","RequestPath":"/llms.txt","DownstreamStatus":200,"StartUTC":"2026-07-02T10:00:00Z","request_User-Agent":"GPTBot/1.2","request_X-Forwarded-For":"203.0.113.9"}',
    '{"labels":{},"line":"203.0.113.9 - - [02/Jul/2026:10:00:00 +0000] \\"GET /llms.txt HTTP/1.1\\" 200 5 \\"-\\" \\"GPTBot/1.2\\""}',
    '[02/Jul/2026:10:00:00 +0000] HIT 200 200 - GET https lab.example "/llms.txt" [Client 203.0.113.9] [Length 5] [Gzip -] [Sent-to 10.0.0.1] "GPTBot/1.2" "-"',
    '[02/Jul/2026:10:00:00 +0000] 200 - GET http lab.example "/llms.txt" [Client 203.0.113.9] [Length 5] [Gzip 2.1] "GPTBot/1.2" "-"',
    ' {"ip":"203.0.113.9","host":"lab.example","path":"/llms.txt","status":"200","referrer":"-","user_agent":"GPTBot/1.2","date":"2026-07-02T10:00:00+00:00"}',
    '{"Time":"2026-07-02T10:00:00Z","RemoteAddr":"203.0.113.9:4000","Method":"GET","URI":"/llms.txt","Status":200,"UserAgent":"GPTBot/1.2"}',
    '{"version":"1.1","timestamp":1782986400.1,"_remote_addr":"203.0.113.9","_request":"GET /llms.txt HTTP/1.1","_status":200,"_http_user_agent":"GPTBot/1.2"}',
    '{"@t":"2026-07-02T10:00:00Z","RequestMethod":"GET","RequestPath":"/llms.txt","StatusCode":200,"ClientIp":"203.0.113.9","UserAgent":"GPTBot/1.2"}',
    '{"time":"2026-07-02T10:00:00Z","ip":"203.0.113.9","method":"GET","path":"/llms.txt","status":200,"headers":[{"name":"User-Agent","value":"GPTBot/1.2"}]}',
    '{"time":"2026-07-02T10:00:00Z","request":{"remote_addr":"203.0.113.9","method":"GET","path":"/llms.txt","headers":{"User-Agent":"GPTBot/1.2"}},"response":{"status_code":200}}',
    '{"timestamp":"2026-07-02T10:00:00Z","level":"info","meta":{"req":{"url":"/llms.txt","method":"GET","remoteAddress":"203.0.113.9","headers":{"user-agent":"GPTBot/1.2"}},"res":{"statusCode":200}}}',
    '{"datetime":"2026-07-02T10:00:00Z","context":{"method":"GET","path":"/llms.txt","status":200,"ip":"203.0.113.9","user_agent":"GPTBot/1.2"}}',
    '{"@timestamp":"2026-07-02T10:00:00Z","clientip":"203.0.113.9","verb":"GET","request":"/llms.txt","response":"200","agent":"GPTBot/1.2"}',
    '{"date":"2026-07-02T10:00:00Z","network":{"client":{"ip":"203.0.113.9"}},"http":{"method":"GET","url":"/llms.txt","status_code":200,"useragent":"GPTBot/1.2"}}',
    '{"Timestamp":"2026-07-02T10:00:00Z","Properties":{"RequestMethod":"GET","RequestPath":"/llms.txt","StatusCode":200,"UserAgent":"GPTBot/1.2","ClientIp":"203.0.113.9"}}',
    '{"http_request":{"remote_ip":"203.0.113.9","request_method":"GET","request_url":"/llms.txt","status":200,"user_agent":"GPTBot/1.2"},"timestamp":"2026-07-02T10:00:00Z"}',
    '{"time":"[02/Jul/2026:10:00:00 +0000]","remoteIP":"203.0.113.9","request":"/llms.txt","query":"","method":"GET","status":"200","userAgent":"GPTBot/1.2"}',
  ])('%s has the fields of any other line', (text) => {
    expect(read(text)).toMatchObject({
      at: Date.UTC(2026, 6, 2, 10) / 1000,
      address: '203.0.113.9',
      method: 'GET',
      target: '/llms.txt',
      status: 200,
      userAgent: 'GPTBot/1.2',
    });
  });

  it('with a referrer alone identifies no client', () => {
    expect(read(`203.0.113.9 - - ${REQUEST} "https://lab.example/"`).format).toBeUndefined();
  });

  it('has the query of its own field after the path', () => {
    const line = { time: '2026-07-02T10:00:00Z', method: 'GET', status: 200, userAgent: 'GPTBot/1.2' };
    expect(read(JSON.stringify({ ...line, request: '/llms.txt', query: '?a=1' })).target).toBe(
      '/llms.txt?a=1',
    );
  });

  it('may be quoted as a whole', () => {
    const line = `"203.0.113.9 - - ${REQUEST} "-" "GPTBot/1.2""`;
    expect(read(line)).toMatchObject({ address: '203.0.113.9', userAgent: 'GPTBot/1.2' });
  });

  it.each([
    ['10.0.0.1', '203.0.113.9, 10.0.0.2', '203.0.113.9'],
    ['10.0.0.1', '66.249.66.1, 203.0.113.9, 10.0.0.2', '203.0.113.9'],
    ['::1', '2001:db8::9', '2001:db8::9'],
    ['10.0.0.1', '-', '10.0.0.1'],
    ['10.0.0.1', '10.0.0.2', '10.0.0.2'],
    ['10.0.0.1', '0.002', '10.0.0.1'],
    ['203.0.113.9', '198.51.100.7', '203.0.113.9'],
  ])('after %s, X-Forwarded-For "%s" means the client %s', (remote, forwarded, client) => {
    expect(read(`${remote} - - ${REQUEST} "-" "GPTBot/1.2" "${forwarded}"`).address).toBe(client);
    const fields = {
      time_local: '02/Jul/2026:10:00:00 +0000',
      request: 'GET /llms.txt HTTP/1.1',
      ...{ remote_addr: remote, status: 200, http_user_agent: 'GPTBot/1.2', http_x_forwarded_for: forwarded },
    };
    expect(read(JSON.stringify(fields)).address).toBe(client);
  });

  it.each(['"https://x.example/?q="knots" rope" "GPTBot/1.2"', '"say "a" "b"" "GPTBot/1.2" "10.0.0.2"'])(
    'the agent of %s is whole',
    (fields) => {
      expect(read(`203.0.113.9 - - ${REQUEST} ${fields}`).userAgent).toBe('GPTBot/1.2');
    },
  );

  it.each(['203.0.113.9, 10.0.0.2', '203.0.113.9:4711,10.0.0.2', 'unknown, 203.0.113.9'])(
    'the client of JSON is the first address of "%s"',
    (chain) => {
      const fields = {
        time_local: '02/Jul/2026:10:00:00 +0000',
        remote_addr: chain,
        request: 'GET /llms.txt HTTP/1.1',
        status: 200,
        http_user_agent: 'GPTBot/1.2',
      };
      expect(read(JSON.stringify(fields))).toMatchObject({ address: '203.0.113.9', userAgent: 'GPTBot/1.2' });
    },
  );

  it('JSON of Fastly is not taken for that of nginx', () => {
    const fields = {
      timestamp: '2026-07-02T10:00:00+0000',
      client_ip: '203.0.113.9',
      request_method: 'GET',
      url: '/llms.txt',
      response_status: 200,
      request_user_agent: 'GPTBot/1.2',
    };
    expect(read(JSON.stringify(fields))).toMatchObject({ format: 'fastly', userAgent: 'GPTBot/1.2' });
  });

  it.each([
    ['GET /llms.txt?q="a" HTTP/1.1', '/llms.txt?q="a"'],
    ['GET /llms.txt?q="a" "b" HTTP/1.1', '/llms.txt?q="a"'],
    [String.raw`GET /llms.txt?q=\"a\" HTTP/1.1`, '/llms.txt?q="a"'],
  ])('the request %s ends where its status follows', (request, target) => {
    const line = `203.0.113.9 - - [02/Jul/2026:10:00:00 +0000] "${request}" 200 512 "-" "GPTBot/1.2"`;
    expect(read(line)).toMatchObject({ method: 'GET', target, status: 200, userAgent: 'GPTBot/1.2' });
  });

  it('an agent may end with a backslash that the server did not escape', () => {
    expect(read(`203.0.113.9 - - ${REQUEST} "-" "GPTBot/1.2\\"`).userAgent).toBe('GPTBot/1.2\\');
  });

  it.each([
    [
      'the Elastic Common Schema',
      {
        '@timestamp': '2026-07-02T10:00:00Z',
        agent: { type: 'filebeat' },
        host: { name: 'web-1' },
        client: { ip: '203.0.113.9' },
        http: { request: { method: 'GET' }, response: { status_code: 200 } },
        url: { path: '/llms.txt', domain: 'harbour.example' },
        user_agent: { original: 'GPTBot/1.2' },
      },
    ],
    [
      'the Elastic Common Schema with dots in its keys',
      {
        '@timestamp': '2026-07-02T10:00:00Z',
        'client.ip': '203.0.113.9',
        'http.request.method': 'GET',
        'http.response.status_code': 200,
        'url.path': '/llms.txt',
        'user_agent.original': 'GPTBot/1.2',
      },
    ],
    [
      'Kong',
      {
        started_at: 1_782_986_400_000,
        client_ip: '203.0.113.9',
        request: { method: 'GET', uri: '/llms.txt', headers: { 'user-agent': 'GPTBot/1.2' } },
        response: { status: 200 },
      },
    ],
    [
      'pino-http',
      {
        level: 30,
        time: 1_782_986_400_000,
        req: {
          method: 'GET',
          url: '/llms.txt',
          headers: { 'user-agent': 'GPTBot/1.2' },
          remoteAddress: '203.0.113.9',
        },
        res: { statusCode: 200 },
      },
    ],
  ])('JSON of %s is read', (_, fields) => {
    expect(read(JSON.stringify(fields))).toMatchObject({
      format: 'nginx',
      at: 1_782_986_400,
      method: 'GET',
      target: '/llms.txt',
      status: 200,
      address: '203.0.113.9',
      userAgent: 'GPTBot/1.2',
    });
  });

  it('the client in older logs of Caddy has a port', () => {
    const request = { method: 'GET', uri: '/llms.txt', headers: { 'User-Agent': ['GPTBot/1.2'] } };
    const fields = {
      ts: 1_782_986_400.5,
      status: 200,
      request: { ...request, remote_addr: '203.0.113.9:4711' },
    };
    expect(read(JSON.stringify(fields))).toMatchObject({ format: 'caddy', address: '203.0.113.9' });
  });

  it('X-Forwarded-For is a field of IIS behind a proxy', () => {
    const fields = 'date time cs-method cs-uri-stem c-ip cs(User-Agent) sc-status X-Forwarded-For';
    const row = '2026-07-02 10:00:00 GET /llms.txt 10.0.0.1 GPTBot/1.2 200 203.0.113.9,+10.0.0.2';
    const line = newLine();
    const reader = detectFormat(`#Fields: ${fields}\n${row}\n`)?.create();
    for (const text of [`#Fields: ${fields}`, row]) reader?.(text, 0, text.length, line);
    expect(line).toMatchObject({ address: '203.0.113.9', userAgent: 'GPTBot/1.2' });
  });
});

it.each([
  '31/Nov/2026:10:00:00 +0000',
  '2026-11-31T10:00:00Z',
  '30/Feb/2026:10:00:00 +0000',
  '2026-02-30 10:00:00',
])('%s is no time', (time) => {
  const text = `203.0.113.9 - - [${time}] "GET /llms.txt HTTP/1.1" 200 5 "-" "GPTBot/1.2"`;
  expect(read(text).format).toBeUndefined();
  const fields = { remote_addr: '203.0.113.9', request: 'GET /llms.txt HTTP/1.1', status: 200 };
  expect(read(JSON.stringify({ ...fields, http_user_agent: 'GPTBot/1.2', time })).format).toBeUndefined();
});

it('many times in a line take no quadratic time', () => {
  const text = `[${'2026-07-02T10:00:00Z '.repeat(20_000)}`;
  const start = performance.now();
  expect(read(text).format).toBeUndefined();
  expect(performance.now() - start).toBeLessThan(3000);
});
