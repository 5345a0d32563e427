import { describe, expect, it } from 'vitest';
import { firstAddress } from '../../../../../src/core/net/client-address.js';
import { detectFormat, withOtherFormats } from '../../../../../src/insights/activity/ingest/formats/table.js';
import { newLine } from '../../../../../src/insights/activity/ingest/line.js';

const AGENT = 'Kelp/1.0 (+https://kelp.example/; \\"deep\\")';
const ISO = '2026-07-02T10:00:00.123Z';
const CLF = '02/Jul/2026:10:00:00 +0000';
const REQUEST = '"GET /llms.txt HTTP/1.1"';

function read(text: string) {
  const line = newLine();
  const format = detectFormat(text);
  const result = format?.create()(text, 0, text.length, line);
  return { result, format: format?.name, ...line, address: firstAddress(line.address) };
}

const WANTED = {
  result: 'read',
  at: Date.UTC(2026, 6, 2, 10) / 1000,
  method: 'GET',
  status: 200,
  userAgent: 'Kelp/1.0 (+https://kelp.example/; "deep")',
  address: '203.0.113.9',
};

describe('logs of load balancers, buckets and clouds', () => {
  it.each([
    [
      'alb',
      `h2 ${ISO} app/lab/50dc 203.0.113.9:2817 10.0.0.1:80 0.0 0.1 0.0 200 200 0 57 "GET https://lab.example:443/llms.txt HTTP/2.0" "${AGENT}" ECDHE TLSv1.2 arn "Root=1" "lab.example" "arn" 1 ${ISO} "forward" "-" "-" "10.0.0.1:80" "200" "-" "-"`,
      'https://lab.example:443/llms.txt',
    ],
    [
      's3',
      `79a5 bucket [${CLF}] 203.0.113.9 - 3E57 WEBSITE.GET.OBJECT llms.txt ${REQUEST} 200 - 113 113 7 6 "-" "${AGENT}" - x= SigV4 - - lab.example`,
    ],
    [
      'envoy',
      `[${ISO}] ${REQUEST} 200 - 0 57 3 2 "203.0.113.9,10.0.0.2" "${AGENT}" "id" "lab.example" "10.0.0.1:80"`,
    ],
    [
      'envoy',
      `[${ISO}] ${REQUEST} 200 - via_upstream - "-" 0 57 3 2 "203.0.113.9" "${AGENT}" "id" "lab.example" "10.0.0.1:80" inbound|80||`,
    ],
    [
      'alb',
      `${ISO} lab 203.0.113.9:2817 10.0.0.1:80 0.0 0.1 0.0 200 200 0 57 "GET https://lab.example:443/llms.txt HTTP/1.1" "${AGENT}" - -`,
      'https://lab.example:443/llms.txt',
    ],
    [
      'haproxy',
      `2026-07-02T12:00:00.200+02:00 lb haproxy[14389]: 203.0.113.9:33317 [02/Jul/2026:12:00:00.123] http-in static/srv1 10/0/30/69/109 200 2750 - - ---- 1/1/1/1/0 0/0 {lab.example|https://chat.example/|Kelp/1.0 (+https://kelp.example/; #22deep#22)} {text/plain} ${REQUEST}`,
    ],
    [
      'haproxy',
      `2026-07-02T12:00:00+02:00 lb haproxy[1]: 10.0.0.2:33317 [02/Jul/2026:12:00:00.123] in static/s 1/0/3/6/9 200 27 - - ---- 1/1/1/1/0 0/0 {203.0.113.9|https://chat.example/|Kelp/1.0 (+https://kelp.example/; #22deep#22)} ${REQUEST}`,
    ],
    [
      'haproxy',
      `Jul  2 12:00:00 lb haproxy[14389]: 203.0.113.9 - - [${CLF}] ${REQUEST} 200 2750 "" "" 33317 123 "http-in" "static" "srv1" 10 0 30 69 109 "----" 1 1 1 1 0 0 0 "" "" "lab.example" "https://chat.example/" "Kelp/1.0 (+https://kelp.example/; #22deep#22)" "text/plain"`,
    ],
    [
      'bunny',
      `HIT|200|${Date.parse(ISO)}|412|390|203.0.113.9|-|https://lab.example/llms.txt|WA|Kelp/1.0 (+https://kelp.example/; "deep")|322b|DE`,
      'https://lab.example/llms.txt',
    ],
    [
      'logfmt',
      `ts=${ISO} level=info msg="handled request" method=GET path=/llms.txt status=200 client_ip=203.0.113.9 user_agent="${AGENT}"`,
    ],
  ])('%s', (format, text, target = '/llms.txt') => {
    expect(read(text)).toMatchObject({ ...WANTED, format, target });
  });

  it.each(['2001:db8::9:2817', '2001:db8::9:52817', '[2001:db8::9]:2817'])(
    'alb: the port behind the address %s is left out',
    (client) => {
      const text = `${ISO} lab ${client} 10.0.0.1:80 0.0 0.1 0.0 200 200 0 57 ${REQUEST} "${AGENT}" - -`;
      expect(firstAddress(read(text).address)).toBe('2001:db8::9');
    },
  );

  it("haproxy: without a zone, its times are this computer's", () => {
    const line = `203.0.113.9:33317 [02/Jul/2026:10:00:00.123] in~ b/s 0/0/30/69/109 200 2750 - - ---- 1/1/1/1/0 0/0 ${REQUEST}`;
    expect(read(line)).toMatchObject({
      format: 'haproxy',
      userAgent: '',
      at: new Date(2026, 6, 2, 10).getTime() / 1000,
    });
  });

  it('logfmt: the router of Heroku appends the client to the addresses that a client may invent', () => {
    const line = `<158>1 ${ISO} host heroku router - at=info method=GET path="/llms.txt" host=lab.example fwd="198.51.100.1, 203.0.113.9" dyno=web.1 service=9ms status=200 bytes=153`;
    expect(read(line)).toMatchObject({ ...WANTED, format: 'logfmt', host: 'lab.example', userAgent: '' });
  });

  const userAgent = WANTED.userAgent;

  it.each([
    [
      'google',
      {
        protoPayload: {
          ip: '203.0.113.9',
          method: 'GET',
          resource: 'https://lab.example/llms.txt',
          status: 200,
          userAgent,
        },
        httpRequest: { status: 200 },
        resource: { type: 'gae_app' },
        timestamp: ISO,
      },
    ],
    [
      'google',
      {
        timestamp: ISO,
        httpRequest: {
          requestMethod: 'GET',
          requestUrl: 'https://lab.example/llms.txt',
          status: 200,
          userAgent,
          remoteIp: '203.0.113.9',
        },
      },
    ],
    [
      'azure',
      {
        time: ISO,
        category: 'FrontDoorAccessLog',
        properties: {
          httpMethod: 'GET',
          requestUri: 'https://lab.example:443/llms.txt',
          userAgent,
          clientIp: '203.0.113.9',
          httpStatusCode: '200',
        },
      },
    ],
    [
      'azure',
      {
        timeStamp: ISO,
        category: 'ApplicationGatewayAccessLog',
        properties: {
          httpMethod: 'GET',
          requestUri: '/llms.txt',
          userAgent,
          clientIP: '203.0.113.9',
          httpStatus: 200,
        },
      },
    ],
    [
      'azure-app',
      {
        time: ISO,
        category: 'AppServiceHTTPLogs',
        properties: {
          ...{ CsMethod: 'GET', CsUriStem: '/llms.txt', CsUriQuery: '-', ScStatus: 200, CIp: '203.0.113.9' },
          UserAgent: userAgent,
        },
      },
    ],
    [
      'azure-app',
      {
        ...{ TimeGenerated: ISO, CsMethod: 'GET', CsUriStem: '/llms.txt', ScStatus: 200, CIp: '203.0.113.9' },
        UserAgent: userAgent,
      },
    ],
    [
      'akamai',
      {
        ...{ reqTimeSec: '1782986400.500', cliIP: '203.0.113.9', reqMethod: 'GET', reqPath: '/llms.txt' },
        ...{ statusCode: '200', queryStr: '-', UA: encodeURIComponent(userAgent).replaceAll('%20', '+') },
      },
    ],
    [
      'cloudfront',
      {
        ...{ date: '2026-07-02', time: '10:00:00', 'c-ip': '203.0.113.9', 'cs-method': 'GET' },
        ...{
          'cs-uri-stem': '/llms.txt',
          'sc-status': '200',
          'cs(User-Agent)': encodeURIComponent(userAgent),
        },
      },
    ],
    [
      'nginx',
      {
        ...{ start_time: ISO, method: 'GET', path: '/llms.txt', response_code: 200, user_agent: userAgent },
        ...{ downstream_remote_address: '10.0.0.2:45678', x_forwarded_for: '203.0.113.9' },
      },
    ],
    [
      'nginx',
      {
        ...{ requestTime: CLF, httpMethod: 'GET', path: '/llms.txt', status: '200', userAgent },
        ip: '203.0.113.9',
      },
    ],
    [
      'docker',
      {
        ...{ fly: { app: { name: 'lab' } }, timestamp: ISO },
        message: `203.0.113.9 - - [${CLF}] ${REQUEST} 200 5 "-" "${AGENT}"`,
      },
    ],
    [
      'docker',
      { log: `203.0.113.9 - - [${CLF}] ${REQUEST} 200 5 "-" "${AGENT}"\n`, stream: 'stdout', time: ISO },
    ],
    [
      'docker',
      {
        log: JSON.stringify({
          remote_addr: '203.0.113.9',
          time_iso8601: ISO,
          request: REQUEST.slice(1, -1),
          status: 200,
          http_user_agent: userAgent,
        }),
        stream: 'stdout',
      },
    ],
  ])('%s', (format, fields) => {
    expect(read(JSON.stringify(fields))).toMatchObject({ ...WANTED, format });
  });

  it('azure-app: with plus signs for spaces, and the query that it keeps apart', () => {
    const line = {
      ...{
        TimeGenerated: ISO,
        CsMethod: 'GET',
        CsUriStem: '/tea',
        CsUriQuery: 'utm_source=chat',
        ScStatus: 200,
      },
      UserAgent: 'Kelp/1.0+(compatible;++https://kelp.example/)',
    };
    expect(read(JSON.stringify(line))).toMatchObject({
      target: '/tea?utm_source=chat',
      userAgent: 'Kelp/1.0 (compatible; +https://kelp.example/)',
    });
  });

  it('akamai: with the query and the referrer that it keeps apart or encodes', () => {
    const line = {
      ...{
        reqTimeSec: '1782986400',
        cliIP: '203.0.113.9',
        reqMethod: 'GET',
        reqPath: '/tea',
        statusCode: '200',
      },
      ...{
        queryStr: 'utm_source=chat',
        referer: 'https%3A%2F%2Fchat.example%2F',
        UA: 'Kelp%2F1.0',
        reqHost: 'lab.example',
      },
    };
    expect(read(JSON.stringify(line))).toMatchObject({
      ...{ format: 'akamai', target: '/tea?utm_source=chat', referrer: 'https://chat.example/' },
      ...{ userAgent: 'Kelp/1.0', host: 'lab.example' },
    });
  });

  it('JSON of nginx without escape=json', () => {
    const text = `{"time_iso8601":"${ISO}","remote_addr":"203.0.113.9","request":"GET /llms.txt HTTP/1.1","status":200,"http_user_agent":"Kelp/1.0 (+https://kelp.example/; \\x22deep\\x22)"}`;
    expect(read(text)).toMatchObject({ ...WANTED, format: 'nginx' });
  });
});

describe('logs with the names of a collector', () => {
  const BARE = 'Kelp/1.0';
  it.each([
    [
      'Splunk and nginx',
      `site="lab.example" src="203.0.113.9" status="200" http_referer="-" http_user_agent="${BARE}" uri_query="a=1" uri_path="/llms.txt" http_method="GET" time_local="${CLF}"`,
    ],
    [
      'Splunk and Apache',
      `time=1782986400.123, server=lab.example, http_method="GET", http_referrer="-", http_user_agent="${BARE}", client=203.0.113.9, status=200, uri_path="/llms.txt", uri_query="a=1"`,
    ],
    [
      'OpenTelemetry',
      `{"timestamp":"${ISO}","client.address":"203.0.113.9","http.request.method":"GET","url.path":"/llms.txt","url.query":"a=1","http.response.status_code":200,"user_agent.original":"${BARE}"}`,
    ],
    [
      'older OpenTelemetry',
      `{"timestamp":"${ISO}","http.client_ip":"203.0.113.9","http.method":"GET","http.target":"/llms.txt?a=1","http.status_code":200,"http.user_agent":"${BARE}"}`,
    ],
    [
      'an object of fields',
      `{"timestamp":"${ISO}","level":"INFO","fields":{"remote":"203.0.113.9","method":"GET","uri":"/llms.txt?a=1","status":200,"ua":"${BARE}"}}`,
    ],
    [
      'attributes',
      `{"time":"${ISO}","attributes":{"client.address":"203.0.113.9","http.request.method":"GET","url.path":"/llms.txt","url.query":"a=1","http.response.status_code":200,"user_agent.original":"${BARE}"}}`,
    ],
  ])('%s', (_, text) => {
    expect(read(text)).toMatchObject({ ...WANTED, userAgent: BARE, target: '/llms.txt?a=1' });
  });
});

describe('combined log format with changes by the owner', () => {
  it.each([
    ['bars between the fields', `203.0.113.9 | - | [${CLF}] | ${REQUEST} | 200 | 512 | "-" | "${AGENT}"`],
    [
      'each field in quotation marks',
      `"203.0.113.9" "-" "-" "[${CLF}]" ${REQUEST} "200" "512" "-" "${AGENT}"`,
    ],
    ['the status in quotation marks', `203.0.113.9 - - [${CLF}] ${REQUEST} "200" "512" "-" "${AGENT}"`],
    ['no brackets around the time', `203.0.113.9 - - ${CLF} ${REQUEST} 200 512 "-" "${AGENT}"`],
    ['the time first, without brackets', `${ISO} 203.0.113.9 ${REQUEST} 200 512 "-" "${AGENT}"`],
  ])('with %s', (_, text) => {
    expect(read(text)).toMatchObject({ ...WANTED, target: '/llms.txt' });
  });

  it.each([
    ['slashes in the time', `[2026/07/02 10:00:00Z] ${REQUEST}`],
    ['a number before the request', `[${CLF}] 5613 ${REQUEST}`],
    ['the host before the request', `[${CLF}] "lab.example" ${REQUEST}`],
    ['milliseconds', `[${CLF.replace(' +', '.123 +')}] ${REQUEST}`],
    ['ISO 8601', `[${ISO}] ${REQUEST}`],
  ])('with %s', (_, start) => {
    expect(read(`203.0.113.9 - - ${start} 200 512 "-" "${AGENT}"`)).toMatchObject({
      ...WANTED,
      format: 'combined',
      target: '/llms.txt',
    });
  });
});

describe('a log whose server was given another format', () => {
  const combined = `203.0.113.9 - - [${CLF}] ${REQUEST} 200 512 "-" "${AGENT}"`;
  const early = `203.0.113.9 - - [${CLF}]  200 ${REQUEST} 512 "-" "${AGENT}" "-"`;
  const common = `203.0.113.9 - - [${CLF}] ${REQUEST} 200 512`;
  const json = JSON.stringify({
    ...{ timestamp: ISO, srcIp: WANTED.address, method: 'GET', path: '/llms.txt', httpStatus: 200 },
    clientUa: WANTED.userAgent,
  });

  it.each([
    ['from combined to JSON', [combined, combined, json], [combined, json]],
    ['from JSON to combined', [json, json, combined], [json, combined]],
    ['from common to combined', [common, common, combined], [combined]],
    ['with the status before the request', [early], [early]],
  ])('%s', (_, head, lines) => {
    const format = detectFormat(head.join('\n'));
    const reader = format && withOtherFormats(format).create();
    for (const text of lines) {
      const line = newLine();
      const result = reader?.(text, 0, text.length, line);
      expect({ result, ...line }).toMatchObject({ ...WANTED, target: '/llms.txt' });
    }
  });

  it('without quotation marks around the User-Agent', () => {
    const line = newLine();
    const text = `203.0.113.9 - - [${CLF}] ${REQUEST} 200 512 Kelp/1.0 (+https://kelp.example/)`;
    expect(detectFormat(text)?.create()(text, 0, text.length, line)).toBe('read');
    expect(line).toMatchObject({ status: 200, userAgent: 'Kelp/1.0 (+https://kelp.example/)' });
  });

  it('the beginning of a line in combined format stays unreadable', () => {
    const format = detectFormat(combined);
    expect(format && withOtherFormats(format).create()(common, 0, common.length, newLine())).toBe('bad');
  });
});
