import { resolve } from 'node:path';
import { didYouMean } from '../core/did-you-mean.js';
import { SvcError } from '../core/errors.js';
import { fieldsOf } from '../insights/activity/ingest/formats/json-fields.js';
import { mappedFormat } from '../insights/activity/ingest/formats/mapped.js';
import { detectFormat, logFormats, withOtherFormats } from '../insights/activity/ingest/formats/table.js';
import type { Log } from '../insights/activity/ingest/ingest.js';
import type { LogFormat } from '../insights/activity/ingest/line.js';
import {
  firstTime,
  type LogSource,
  namelessLog,
  openLogFile,
  openLogStream,
} from '../insights/activity/ingest/log-source.js';
import type { IngestFlags } from './activity-ingest.js';
import { shellQuoted } from './print.js';
import type { Terminal } from './terminal.js';

type LogFlags = Pick<IngestFlags, 'format' | 'map' | 'withoutAgents'>;

/**
 * Opens every log and detects its format, before anything is written. The oldest comes first.
 * @param names files; `-` is standard input
 * @throws SvcError `SVC_USAGE`, `SVC_SOURCE_MISSING`, `SVC_SOURCE_UNKNOWN`
 */
export async function openLogs(
  names: readonly string[],
  flags: LogFlags,
  terminal: Terminal,
): Promise<readonly Log[]> {
  const wanted = wantedFormat(flags);
  const logs: (Log & { readonly first: number })[] = [];
  for (const name of new Set(names)) {
    const source = await openLog(name, terminal);
    if (isEmpty(source)) continue;
    const format = formatFor(source, wanted);
    if (flags.withoutAgents !== true) assertAgents(source, format);
    logs.push({ source, format, first: firstTime(format, source.start) });
  }
  return logs.sort((a, b) => a.first - b.first);
}

const STANDARD_INPUT = 'standard input';

function openLog(name: string, { cwd, stdin }: Terminal): Promise<LogSource> {
  return name === '-'
    ? openLogStream(stdin ?? process.stdin, STANDARD_INPUT)
    : openLogFile(resolve(cwd, name), name);
}

/** True for a log without a line, or with comments only. */
function isEmpty({ start }: LogSource): boolean {
  return start
    .toString('latin1')
    .split(/\r?\n/)
    .every((line) => line === '' || line.startsWith('#'));
}

function formatFor(source: LogSource, wanted: LogFormat | undefined): LogFormat {
  const { start } = source;
  // The owner's own key names may be misspelt.
  if (wanted?.namesAgents !== undefined && !logFormats.includes(wanted)) {
    if (start.toString('latin1').split(/\r?\n/).some(wanted.namesAgents)) return wanted;
    throw unknownFormat(source);
  }
  if (wanted !== undefined) return wanted;
  const format = detectFormat(start.toString('latin1'));
  if (format === undefined) throw unknownFormat(source);
  return withOtherFormats(format);
}

function wantedFormat({ format: name, map = [] }: LogFlags): LogFormat | undefined {
  const format = name === undefined ? undefined : formatOf(name);
  return map.length === 0 ? format : mappedFormat(map, name);
}

function formatOf(name: string): LogFormat {
  const known = logFormats.map((format) => format.name);
  const found = logFormats.find((format) => format.name === name);
  if (found !== undefined) return found;
  const near = didYouMean(name, known);
  const fix = near === undefined ? `Use one of: ${known.join(', ')}.` : `Did you mean "${near}"?`;
  throw new SvcError('SVC_USAGE', `--format is "${name}"`, { fix });
}

function assertAgents({ name, start }: LogSource, format: LogFormat): void {
  const found = namelessLog(format, start);
  if (found === undefined) return;
  const { lines, nameless } = found;
  const message = `${nameless} of its first ${lines} lines have no User-Agent, so most visits can't be attributed`;
  const fix =
    'Configure the server to log the User-Agent. If the JSON has another name for it, use --map userAgent=KEY. To read the log anyway, use --without-agents.';
  throw new SvcError('SVC_SOURCE_UNKNOWN', message, { file: name, fix });
}

/** Maximum number of keys shown. */
const MAX_KEYS = 30;

/** Logs that can't be read, each with its cause: they lack the User-Agent, or requests altogether. */
const UNREADABLE: readonly (readonly [pattern: RegExp, name: string, fix: string])[] = [
  [
    /^\d{9,11}\.\d{3}\s+-?\d+ \S+ [A-Z_]+\/\d{3} \d+ [A-Z_]+ \S/,
    'the native log of Squid, which has no User-Agent',
    'Use "access_log … logformat=combined" in squid.conf.',
  ],
  [
    /^INFO: +\S+:\d+ - "[A-Z]+ \S+ HTTP\/[\d.]+" \d{3}/,
    'the log of Uvicorn, which has no time and no User-Agent',
    'Read the access log of the web server or CDN before it.',
  ],
  [
    /\d:\d+ \[\d\d\/[A-Z][a-z]{2}\/\d{4}:[\d:.]+\] \S+ \S+\/\S+ [-+\d]+\/[-+\d]+\/[-+\d]+ \+?\d+ \S\S \d/,
    'the TCP log of HAProxy, which has no requests',
    'Use "mode http", "option httplog" and "capture request header User-Agent len 256".',
  ],
  [
    /^(?:tls|tcp) \d\.\d \d{4}-\d\d-\d\dT[\d:]+ net\//,
    'the log of a Network Load Balancer of AWS, which has no requests',
    'Read the logs of the servers behind it.',
  ],
  [
    /^\d{10}\.\d{1,3}\t/,
    'a real-time log of CloudFront without the names of its fields',
    'Put a line with those of its configuration first: (echo "#Fields: timestamp c-ip …"; cat FILE) | svc activity ingest -',
  ],
  [
    /^\{"timestamp":\s*\d+,\s*"formatVersion":\s*1,\s*"webaclId":/,
    'the log of AWS WAF, which has no status',
    'Read the log of CloudFront or of the load balancer behind it.',
  ],
  [
    /^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d \[(?:debug|info|notice|warn|error|crit|alert|emerg)\] \d+#\d+:|^\[[A-Z][a-z]{2} [A-Z][a-z]{2} \d\d [\d:.]+ \d{4}\] \[(?:\w+:)?\w+\] \[pid /,
    'the error log of a web server',
    'Read its access log, such as access.log.',
  ],
  [
    /^(?:\u0028\u00b5\/\u00fd|\u00fd7zXZ|BZh\d|PK\u0003\u0004|\u001f\u009d)/,
    'a file that is compressed, and not with gzip',
    'Unpack it into the command, such as: zstd -dc, xz -dc, bzip2 -dc or unzip -p FILE | svc activity ingest -',
  ],
  [
    /^(?:\u00ff\u00fe|\u00fe\u00ff)/,
    'text in UTF-16',
    'Convert it: iconv -f UTF-16 -t UTF-8 FILE | svc activity ingest -',
  ],
  [
    /^(?:\u001b\[\d+m)?(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS) \S+ (?:\u001b\[\d+m)?\d{3}(?:\u001b\[\d+m)? (?:[\d.]+ ms|- ms) - /,
    'the format "dev" of morgan, which has neither times nor the User-Agent',
    'Use morgan("combined").',
  ],
];

function unknownFormat({ name, start }: LogSource): SvcError {
  const [line = ''] = start
    .toString('latin1')
    .split(/\r?\n/)
    .filter((row) => row !== '');
  for (const [pattern, log, fix] of UNREADABLE) {
    if (pattern.test(line))
      return new SvcError('SVC_SOURCE_UNKNOWN', `this is ${log}`, { file: name, line: 1, fix });
  }
  const shown = JSON.stringify(line.length > 100 ? `${line.slice(0, 100)}…` : line);
  const keys = Object.keys(fieldsOf(line) ?? {}).slice(0, MAX_KEYS);
  const formats = `Use --format with one of: ${logFormats.map((format) => format.name).join(', ')}.`;
  return new SvcError('SVC_SOURCE_UNKNOWN', `its lines match no format of access logs, such as ${shown}`, {
    file: name,
    line: 1,
    fix:
      onePerLine(line, name) ??
      (keys.length === 0
        ? formats
        : `Map its keys, such as --map userAgent=KEY. It has: ${keys.join(', ')}. Or: ${formats}`),
  });
}

/** The fix for JSON that isn't one object per line, such as the output of `gcloud logging read`. */
function onePerLine(line: string, name: string): string | undefined {
  // Azure packs several requests into one object.
  const list = /^\s*(?:\{\s*"(\w+)"\s*:\s*)?\[\s*(?:\{|$)/.exec(line);
  if (list === null && !/^\s*\{\s*$/.test(line)) return undefined;
  const filter = list === null ? '.' : `.${list[1] ?? ''}[]`;
  const file = name === STANDARD_INPUT ? '' : ` ${shellQuoted(name)}`;
  return `Write each JSON object on a line of its own: jq -c '${filter}'${file} | svc activity ingest -`;
}
