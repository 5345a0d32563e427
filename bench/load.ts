import { connect } from 'node:net';

/** What a load found. */
export interface LoadFigures {
  readonly requests: number;
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Answers that were not 200. */
  readonly failures: number;
}

export interface LoadOptions {
  readonly port: number;
  /** Asked in turn. */
  readonly paths: readonly string[];
  /** Whole requests that are sent in turn, instead of GETs of the paths. */
  readonly requests?: readonly string[];
  readonly connections: number;
  readonly seconds: number;
}

/** How a body in chunks ends; it is never cut in two here, since servers write it at once. */
const LAST_CHUNK = '0\r\n\r\n';
const CHUNKED = Number.MAX_SAFE_INTEGER;

/**
 * Keeps every connection busy with one request at a time. It speaks HTTP over bare sockets: a client of Node's own
 * takes more time than the servers that it would measure.
 */
export async function load(options: LoadOptions): Promise<LoadFigures> {
  const { port, paths, connections, seconds } = options;
  const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: bench.example\r\n\r\n`;
  const requests = (options.requests ?? paths.map(get)).map((text) => Buffer.from(text));
  const times: number[] = [];
  const end = performance.now() + seconds * 1000;
  let next = 0;
  let failures = 0;
  const worker = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1');
      let began = 0;
      let left = -1;
      let head = '';
      const ask = (): void => {
        began = performance.now();
        if (began >= end) {
          socket.destroy();
          resolve();
          return;
        }
        left = -1;
        head = '';
        socket.write(requests[next++ % requests.length] as Buffer);
      };
      socket.setNoDelay(true).on('connect', ask).on('error', reject);
      socket.on('data', (chunk) => {
        if (left === -1) {
          const text = head + chunk.toString('latin1');
          const at = text.indexOf('\r\n\r\n');
          if (at === -1) {
            head = text;
            return;
          }
          const [, length] = /content-length: (\d+)/i.exec(text.slice(0, at)) ?? [];
          if (!text.startsWith('HTTP/1.1 200')) failures += 1;
          // Without a length the body comes in chunks, of which an empty one is the last.
          left = length === undefined ? CHUNKED : Number(length) - (text.length - at - 4);
          if (left === CHUNKED && text.endsWith(LAST_CHUNK)) left = 0;
        } else if (left === CHUNKED) {
          if (chunk.subarray(-LAST_CHUNK.length).toString('latin1') === LAST_CHUNK) left = 0;
        } else left -= chunk.length;
        if (left > 0) return;
        times.push(performance.now() - began);
        ask();
      });
    });
  const start = performance.now();
  await Promise.all(Array.from({ length: connections }, worker));
  const took = (performance.now() - start) / 1000;
  times.sort((a, b) => a - b);
  const part = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN;
  return {
    requests: times.length,
    perSecond: times.length / took,
    p50: part(0.5),
    p99: part(0.99),
    failures,
  };
}
