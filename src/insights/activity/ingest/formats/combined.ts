import { firstAddress } from '../../../../core/net/client-address.js';
import type { LineReader, LineResult, LogFormat, LogLine } from '../line.js';
import { clfTimes, readTime as readAnyTime } from '../times.js';
import { clientOf } from './forwarded.js';
import { caddy, nginxJson, traefik } from './json.js';
import { fieldsOf } from './json-fields.js';
import { endOfField, endOfQuoted, quotedText } from './quoted.js';

const SPACE = 0x20;
const QUOTE = 0x22;

/** Common Log Format with referrer and User-Agent, as Apache and nginx write it by default. */
export const combined: LogFormat = {
  name: 'combined',
  label: 'combined log format',
  create: () => clfReader(true),
};

/** Common Log Format: it has no User-Agent. */
export const common: LogFormat = {
  name: 'common',
  label: 'common log format',
  create: () => clfReader(false),
};

/**
 * `192.0.2.1 - - [02/Jul/2026:10:00:00 +0000] "GET /llms.txt HTTP/1.1" 200 512 "https://…" "Agent/1.0"`, with the
 * name of a virtual host before it or further fields after it.
 * @see https://httpd.apache.org/docs/2.4/logs.html
 */
function clfReader(hasAgent: boolean): LineReader {
  const readTime = clfTimes();
  return function readClf(text, from, to, line): LineResult {
    // Some exports quote the whole line.
    const isQuoted = text.charCodeAt(from) === QUOTE && text.slice(to - 2, to) === '""';
    const [start, end] = isQuoted ? [from + 1, to - 1] : [from, to];
    const result = readOrdered(text, start, end, line);
    if (result !== 'bad') return result;
    const ordered = inUsualOrder(text.slice(start, end));
    return ordered === undefined ? result : readOrdered(ordered, 0, ordered.length, line);
  };

  function readOrdered(text: string, start: number, end: number, line: LogLine): LineResult {
    let bracket = text.indexOf(' [', start);
    let at = Number.NaN;
    // A user name may contain anything except an unescaped quotation mark.
    for (; bracket !== -1 && bracket < end; bracket = text.indexOf(' [', bracket + 2)) {
      at = text.charCodeAt(bracket + 30) === QUOTE ? readTime(text, bracket + 2) : Number.NaN;
      if (!Number.isNaN(at)) break;
    }
    let open = bracket + 30;
    let close = Number.isNaN(at) ? -1 : endOfRequest(text, open + 1, end);
    if (close === -1) {
      const row = text.slice(start, end);
      const usual = row.replace(EARLY_STATUS, '] $2 $1 ');
      if (usual !== row) return readOrdered(usual, 0, usual.length, line);
      const found = findRequest(row);
      if (found === undefined) return 'bad';
      at = found.at;
      [bracket, open] = [start + found.bracket, start + found.open];
      close = endOfRequest(text, open + 1, end);
    }
    if (close === -1) return 'bad';
    line.at = at;
    line.status = readStatus(text, close + 2);
    readClient(text, start, bracket, line);
    readRequest(text, open + 1, close, line);
    return hasAgent ? readAgent(text, close + 5, end, line) : withoutAgent(text, close + 5, end, line);
  }
}

/** The status between time and request, so that only the number of bytes follows the request. */
const EARLY_STATUS = /\] +(\d{3}) +("[A-Z]+ [^"]+") (?=(?:\d+|-) ")/;

/** A time without brackets. */
const BARE_TIME =
  /(?<=^| )(\d\d\/[A-Z][a-z]{2}\/\d{4}:[\d:]{8} [+-]\d{4}|\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d))(?= [^"[]{0,200}")/;

/**
 * Formats of an owner's own may begin with the time or leave out its brackets, divide fields by tabs, several spaces or
 * `|`, or put all of them, or only the path, into quotation marks.
 */
function inUsualOrder(line: string): string | undefined {
  const ordered = line
    .replace(/\t| \| | {2,}/g, ' ')
    .replace(/^"([^"\s]+)" "([^"]*)" "([^"]*)" "(\[[^\]"]+\])" (?=")/, '$1 $2 $3 $4 ')
    .replace(/" "(\d{3})" "(\d+|-)" (?=")/, '" $1 $2 ')
    .replace(/\] ([A-Z]+) "([^"\s]+)" (HTTP\/[\d.]+) (\d{3}) (?=")/, '] "$1 $2 $3" $4 - ')
    .replace(BARE_TIME, '[$1]')
    .replace(/^(\[[^\]]{19,40}\] )([^"[]{1,200} )(?=")/, '$2$1');
  return ordered === line ? undefined : ordered;
}

/** The time with fractions of a second, in ISO 8601 or in Unix seconds, and fields between it and the request. */
const OTHER_START =
  / \[([^\]]{19,40}|\d{10}\.?\d{0,6})\](?= (?:"[^" ]*" |[^\s"]+ ){0,8}"[A-Z]+ \S+(?: HTTP\/[\d.]+)?" \d{3}\b)/;
const REQUEST = /"[A-Z]+ \S+(?: HTTP\/[\d.]+)?" \d{3}\b/;

/** Time and request of a line in a format of the owner's own, with the positions of both. */
function findRequest(
  line: string,
): { readonly at: number; readonly bracket: number; readonly open: number } | undefined {
  const found = OTHER_START.exec(line);
  if (found === null) return undefined;
  const at = readAnyTime((found[1] ?? '').replace(/(:\d\d)[.,]\d+ /, '$1 '));
  const open = found.index + found[0].length;
  return Number.isNaN(at)
    ? undefined
    : { at, bracket: found.index, open: open + line.slice(open).search(REQUEST) };
}

/**
 * The closing quotation mark of the request: the status follows it, unlike a mark that the server didn't escape.
 * @returns -1 without a status, such as for another field in quotation marks
 */
function endOfRequest(text: string, start: number, end: number): number {
  const isStatusNext = (mark: number) => !Number.isNaN(readStatus(text, mark + 2));
  let close = endOfQuoted(text, start, end);
  if (close === -1 || isStatusNext(close)) return close;
  METHOD.lastIndex = start;
  if (!METHOD.test(text)) return -1;
  while (close !== -1 && !isStatusNext(close)) close = endOfQuoted(text, close + 1, end);
  return close;
}

const METHOD = /[A-Z]+ /y;

/** The request field may contain anything: an invalid request has no method. */
function readRequest(text: string, start: number, end: number, line: LogLine): void {
  const first = text.indexOf(' ', start);
  if (first === -1 || first >= end) {
    line.method = '';
    line.target = '';
    return;
  }
  const second = text.indexOf(' ', first + 1);
  line.method = text.slice(start, first);
  line.target = quotedText(text, first + 1, second === -1 || second > end ? end : second);
}

function readAgent(text: string, from: number, end: number, line: LogLine): LineResult {
  const referrer = text.indexOf('"', from);
  if (referrer === -1 || referrer >= end) return readBareAgent(text, from, end, line);
  const referrerEnd = endOfField(text, referrer + 1, end);
  if (referrerEnd === -1) return 'bad';
  if (text.charCodeAt(referrerEnd + 2) !== QUOTE) {
    const isRead = readBareAgent(text, referrerEnd + 1, end, line) === 'read';
    if (!isRead) return readAgentAlone(text, referrer + 1, referrerEnd, line);
    line.referrer = quotedText(text, referrer + 1, referrerEnd);
    return 'read';
  }
  const agentEnd = endOfField(text, referrerEnd + 3, end);
  if (agentEnd === -1) return 'bad';
  line.referrer = quotedText(text, referrer + 1, referrerEnd);
  line.userAgent = quotedText(text, referrerEnd + 3, agentEnd);
  // Alibaba's CDN writes the referrer before the request, and the media type last.
  if (MEDIA_TYPE.test(line.userAgent)) [line.referrer, line.userAgent] = ['', line.referrer];
  readForwarded(text, agentEnd + 2, end, line);
  return 'read';
}

const MEDIA_TYPE = /^(?:text|image|application|audio|video|font)\/[a-z.+-]+(?:;|$)/;

/**
 * `main`, the format in nginx's own configuration, ends with X-Forwarded-For. In other formats the host or times stand
 * before it, or a name: `xff="…"`.
 */
function readForwarded(text: string, from: number, end: number, line: LogLine): void {
  if (from >= end) return;
  line.address = clientOf(line.address, laterFields(text.slice(from, end)));
}

function* laterFields(text: string): Iterable<string> {
  for (const [, quoted, bare] of text.matchAll(FORWARDED)) yield quoted ?? bare ?? '';
}

/** A field in quotation marks, or a chain of addresses without them directly behind the User-Agent. */
const FORWARDED = /"([^"]*)"|^([\da-f.:]+(?:, ?[\da-f.:]+)*)(?= |$)/gi;

/** A User-Agent without quotation marks behind the number of bytes or the referrer: it begins with a product. */
function readBareAgent(text: string, from: number, end: number, line: LogLine): LineResult {
  const agent = /^ (?:(?:\d+|-) )?([A-Za-z][\w.-]*\/\d.*)$/.exec(text.slice(from, end))?.[1];
  return agent === undefined ? 'bad' : readAgentAlone(agent, 0, agent.length, line);
}

/** A format without the referrer. One with the referrer alone doesn't belong to this format. */
function readAgentAlone(text: string, start: number, end: number, line: LogLine): LineResult {
  const agent = quotedText(text, start, end);
  if (agent === '' || /^[a-z-]+:\/\//i.test(agent)) return 'bad';
  line.referrer = '';
  line.userAgent = agent;
  return 'read';
}

/** Nothing follows the number of bytes, or the dash for none. */
function withoutAgent(text: string, from: number, end: number, line: LogLine): LineResult {
  if (!/^ (?:\d+|-)\s*$/.test(text.slice(from, end))) return 'bad';
  line.referrer = '';
  line.userAgent = '';
  return 'read';
}

function readStatus(text: string, at: number): number {
  const status = Number(text.slice(at, at + 3));
  return status >= 100 && status <= 999 ? status : Number.NaN;
}

/** A syslog daemon prepends its time, the machine and the program: `Jul  2 10:00:00 web nginx[812]: `. So does Fly.io. */
const SYSLOG = /^(?:\S+ \w+\[\w+\] \w+ \[\w+\]|(?:<\d+>)?\S.*?\s[\w./-]+(?:\[\d+\])?:\s+)/;

/**
 * The first field is the address or a chain of them, or the name of a virtual host followed by the address. The header
 * of a proxy may follow.
 */
function readClient(text: string, start: number, bracket: number, line: LogLine): void {
  const space = text.indexOf(' ', start);
  line.address = text.slice(start, space);
  line.host = '';
  if (text.charCodeAt(space + 1) === 0x2d && text.charCodeAt(space + 2) === SPACE) return;
  const fields = text
    .slice(start, bracket)
    .replace(SYSLOG, '')
    .replaceAll('"', '')
    .split(/(?<!,)\s+(?!,)/);
  const client = fields.findIndex((field) => firstAddress(field) !== '');
  if (client === -1) return;
  const [address = '', next = ''] = fields.slice(client);
  line.address = clientOf(firstAddress(address), [next]);
  if (client === 1 && fields[0] !== '-' && fields[0] !== 'unknown') line.host = fields[0] ?? '';
}

/** Formats of servers that write to standard output. */
const INNER: readonly LogFormat[] = [combined, caddy, traefik, nginxJson];

/** The key of the line: of Docker and Fluent Bit, Fly.io and Vector, the journal, Cloud Logging, and Loki. */
const KEYS = ['log', 'message', 'MESSAGE', 'textPayload', 'line'];

/**
 * Docker's `json-file` driver and other collectors: an object around each line that a program writes.
 * @see https://docs.docker.com/engine/logging/drivers/json-file/
 */
export const docker: LogFormat = {
  name: 'docker',
  label: 'log of a container or collector',
  create() {
    const readers = INNER.map((format) => format.create());
    return (text, start, end, line) => {
      const fields = fieldsOf(text.slice(start, end));
      const inner = KEYS.map((key) => fields?.[key]).find((value) => typeof value === 'string');
      return typeof inner === 'string' && readInner(readers, inner.trimEnd(), line) ? 'read' : 'bad';
    };
  },
};

function readInner(readers: readonly LineReader[], text: string, line: LogLine): boolean {
  // Readers expect a character for each byte.
  const bytes = Buffer.from(text, 'utf8').toString('latin1');
  return readers.some((read) => read(bytes, 0, bytes.length, line) === 'read');
}
