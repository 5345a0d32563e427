import type { LineReader, LogFormat, LogLine } from '../line.js';
import { combined } from './combined.js';
import { caddy, nginxJson, traefik } from './json.js';
import { fieldsOf } from './json-fields.js';

/** Formats of servers that write to standard output. */
const INNER: readonly LogFormat[] = [combined, caddy, traefik, nginxJson];

/**
 * Docker's `json-file` driver: an object around each line that a container writes.
 * @see https://docs.docker.com/engine/logging/drivers/json-file/
 */
export const docker: LogFormat = {
  name: 'docker',
  label: 'container log of Docker',
  create() {
    const readers = INNER.map((format) => format.create());
    return (text, start, end, line) => {
      const inner = fieldsOf(text.slice(start, end))?.['log'];
      return typeof inner === 'string' && readInner(readers, inner.trimEnd(), line) ? 'read' : 'bad';
    };
  },
};

function readInner(readers: readonly LineReader[], text: string, line: LogLine): boolean {
  // Readers expect a character for each byte.
  const bytes = Buffer.from(text, 'utf8').toString('latin1');
  return readers.some((read) => read(bytes, 0, bytes.length, line) === 'read');
}
