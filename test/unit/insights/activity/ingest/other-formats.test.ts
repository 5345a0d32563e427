import { describe, expect, it } from 'vitest';
import { firstAddress } from '../../../../../src/core/net/client-address.js';
import { detectFormat } from '../../../../../src/insights/activity/ingest/formats/table.js';
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
  ])('%s', (format, text, target = '/llms.txt') => {
    expect(read(text)).toMatchObject({ ...WANTED, format, target });
  });

  const userAgent = WANTED.userAgent;

  it.each([
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

  it('JSON of nginx without escape=json', () => {
    const text = `{"time_iso8601":"${ISO}","remote_addr":"203.0.113.9","request":"GET /llms.txt HTTP/1.1","status":200,"http_user_agent":"Kelp/1.0 (+https://kelp.example/; \\x22deep\\x22)"}`;
    expect(read(text)).toMatchObject({ ...WANTED, format: 'nginx' });
  });
});

describe('combined log format with changes by the owner', () => {
  it.each([
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
