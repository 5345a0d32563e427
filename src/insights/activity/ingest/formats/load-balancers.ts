/** Access logs of load balancers, proxies and CDNs. */

import { type LineResult, type LogFormat, type LogLine, newLine } from '../line.js';
import { readTime } from '../times.js';
import { clientOf } from './forwarded.js';
import { fill } from './json-fields.js';
import { quotedText } from './quoted.js';

/** Source of a quoted text that may contain escaped quotation marks. */
const QUOTED = String.raw`(?:[^"\\]|\\.)*`;

/**
 * Makes a format from a pattern with the groups `time`, `address`, `request` or `method` and `target`, `status`,
 * `userAgent`, and optionally `referrer` and `host`.
 */
function patternFormat(name: string, label: string, pattern: RegExp): LogFormat {
  return {
    name,
    label,
    create: () => (text, start, end, line) => {
      const groups = pattern.exec(text.slice(start, end))?.groups;
      if (groups === undefined) return 'bad';
      const value = (group: string) => {
        const found = groups[group] ?? '';
        return quotedText(found, 0, found.length);
      };
      const [method = '', target = ''] = (
        groups['request'] ?? `${value('method')} ${groups['target']}`
      ).split(' ');
      const isRead = fill(line, {
        at: readTime(value('time')),
        status: Number(value('status')),
        method,
        target: quotedText(target, 0, target.length),
        address: value('address'),
        referrer: value('referrer'),
        userAgent: value('userAgent'),
        host: value('host'),
      });
      return isRead ? 'read' : 'bad';
    },
  };
}

/**
 * A Classic Load Balancer writes the same fields without the first. The client always has a port, also behind an IPv6
 * address without brackets.
 * @see https://docs.aws.amazon.com/elasticloadbalancing/latest/application/load-balancer-access-logs.html
 */
export const alb = patternFormat(
  'alb',
  'access log of a load balancer of AWS',
  new RegExp(
    String.raw`^(?:(?:https?|h2|grpcs?|wss?) )?(?<time>\S+) \S+ (?<address>\S+?)(?::\d+)? (?:\S+ ){4}(?<status>\d{3}|-) (?:\S+ ){3}` +
      `"(?<request>${QUOTED})" "(?<userAgent>${QUOTED})"`,
  ),
);

/** @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/LogFormat.html */
export const s3 = patternFormat(
  's3',
  'server access log of Amazon S3',
  new RegExp(
    String.raw`^\S+ \S+ \[(?<time>[^\]]+)\] (?<address>\S+) (?:\S+ ){4}"(?<request>${QUOTED})" (?<status>\d{3}) ` +
      String.raw`(?:\S+ ){5}"(?<referrer>${QUOTED})" "(?<userAgent>${QUOTED})"`,
  ),
);

/** Istio adds fields before the numbers. @see https://www.envoyproxy.io/docs/envoy/latest/configuration/observability/access_log/usage */
export const envoy = patternFormat(
  'envoy',
  'access log of Envoy and Istio',
  new RegExp(
    String.raw`^\[(?<time>[^\]]+)\] "(?<request>${QUOTED})" (?<status>\d{1,3}) [^"]*(?:"${QUOTED}" [\d -]+)?` +
      `"(?<address>[^"]*)" "(?<userAgent>${QUOTED})" "[^"]*" "(?<host>[^"]*)"`,
  ),
);

/** The formats `proxy` and `standard` of its configuration. @see https://nginxproxymanager.com */
export const nginxProxyManager = patternFormat(
  'nginx-proxy-manager',
  'access log of Nginx Proxy Manager',
  new RegExp(
    String.raw`^\[(?<time>[^\]]+)\] (?:\S+ \S+ )?(?<status>\d{3}) - (?<method>[A-Z]+) \S+ (?<host>\S+) "(?<target>${QUOTED})" ` +
      String.raw`\[Client (?<address>[^\]]+)\] (?:\[[^\]]*\] )*"(?<userAgent>${QUOTED})" "(?<referrer>${QUOTED})"`,
  ),
);

/**
 * `192.0.2.1:33317 [06/Feb/2026:12:14:14.655] frontend backend/server 10/0/30/69/109 200 2750 - - ---- 1/1/1/1/0 0/0
 * {headers} "GET /llms.txt HTTP/1.1"`, behind whatever syslog writes.
 */
const LINE = new RegExp(
  String.raw`(?<prefix>^|^.*?\s)(?<address>[\da-fA-F.:]+):\d+ \[(?<time>\d\d/[A-Z][a-z]{2}/\d{4}(?::\d\d){3})(?:\.\d+)?\] ` +
    String.raw`\S+ \S+/\S+ (?:[-+\d]+/){4}[-+\d]+ (?<status>-?\d+) \+?\d+ \S+ \S+ \S{4} (?:[+\d]+/){4}[+\d]+ \d+/\d+ ` +
    String.raw`(?:\{(?<headers>[^}]*)\} )?(?:\{[^}]*\} )?"(?<request>${QUOTED})"`,
);

/**
 * `192.0.2.1 - - [06/Feb/2026:12:14:14 +0000] "GET /llms.txt HTTP/1.1" 200 2750 "" "" 33317 655 "frontend" "backend"
 * "server" 10 0 30 69 109 "----" 1 1 1 1 0 0 0 "" "" "captured" "headers"`, behind whatever syslog writes.
 */
const CLF_LINE = new RegExp(
  String.raw`(?:^|\s)(?<address>[\da-fA-F.:]+) - - \[(?<zoned>[^\]]+)\] "(?<request>${QUOTED})" (?<status>-?\d+) \+?\d+ "" "" ` +
    String.raw`\d+ \d+ (?:"[^"]*" ){3}(?:[-+\d]+ ){5}"\S{4}" (?:[+\d]+ ){7}"[^"]*" "[^"]*"(?<list>(?: "${QUOTED}")*)`,
);

/**
 * The HTTP log of HAProxy (`option httplog`, `option httpslog`, `option httplog clf`), which has the header fields that
 * `capture request header` names, but not their names.
 * @see https://docs.haproxy.org/3.2/configuration.html#8.2.3
 */
export const haproxy: LogFormat = {
  name: 'haproxy',
  label: 'HTTP log of HAProxy',
  create() {
    let column = -1;
    return (text, start, end, line): LineResult => {
      const row = text.slice(start, end);
      const groups = (LINE.exec(row) ?? CLF_LINE.exec(row))?.groups;
      if (groups === undefined) return 'bad';
      const headers = capturesOf(groups).map(decoded);
      if (column === -1) column = headers.findIndex(isProduct);
      return fill(line, readLine(groups, headers, column)) ? 'read' : 'bad';
    };
  },
};

/** The values of the captured headers, as they are written. */
function capturesOf({ headers = '', list }: Groups): readonly string[] {
  return list === undefined ? headers.split('|') : list.split(/^ "|" "|"$/).slice(1, -1);
}

/** A User-Agent begins with a product and its version. */
function isProduct(value: string): boolean {
  return /^[A-Za-z][\w.-]*\/v?\d/.test(value);
}

type Groups = Readonly<Record<string, string>>;

function readLine(groups: Groups, headers: readonly string[], column: number): LogLine {
  const [method = '', target = ''] = (groups['request'] ?? '').split(' ');
  return {
    ...newLine(),
    at: groups['zoned'] ? readTime(groups['zoned']) : localTime(groups['time'] ?? '', groups['prefix'] ?? ''),
    address: clientOf(groups['address'] ?? '', headers),
    status: Math.max(0, Number(groups['status'])),
    method,
    target: quotedText(target, 0, target.length),
    userAgent: headers[column] ?? '',
    referrer: headers.find((value, index) => index !== column && /^https?:\/\//.test(value)) ?? '',
  };
}

/** Its own characters and bytes beyond ASCII are written as `#XX`. */
function decoded(value: string): string {
  const text = value.replace(/#([\dA-F]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return quotedText(text, 0, text.length);
}

/** HAProxy writes local time. Its zone is that of the time before it, or else of this computer. */
function localTime(time: string, prefix: string): number {
  const zone = /T\d\d:\d\d:\d\d(?:\.\d+)?(Z|[+-]\d\d:?\d\d)/.exec(prefix)?.[1];
  return readTime(zone === undefined ? time : `${time} ${zone === 'Z' ? '+0000' : zone.replace(':', '')}`);
}

/**
 * `HIT|200|1507167062421|412|390|192.0.2.1|-|https://example.org/|WA|Agent/1.0|id|DE`. It has no method: a CDN answers
 * `GET` requests.
 * @see https://docs.bunny.net/docs/cdn-log-format
 */
export const bunny: LogFormat = {
  name: 'bunny',
  label: 'log of bunny.net',
  create: () => (text, start, end, line) => {
    const fields = text.slice(start, end).split('|');
    if (fields.length < 12) return 'bad';
    const [, status, time, , , address = '', referrer = '', target = ''] = fields;
    // A User-Agent may contain the separator.
    const userAgent = fields.slice(9, -2).join('|');
    const found = {
      ...newLine(),
      at: readTime(time),
      method: 'GET',
      status: Number(status),
      target,
      address,
      referrer: quotedText(referrer, 0, referrer.length),
      userAgent: quotedText(userAgent, 0, userAgent.length),
    };
    return fill(line, found) ? 'read' : 'bad';
  },
};
