import type { LineReader, LogFormat, LogLine } from '../line.js';
import { combined } from './combined.js';
import { caddy, nginxJson, traefik } from './json.js';
import { fieldsOf } from './json-fields.js';

/** Formats of servers that write to standard output. */
const INNER: readonly LogFormat[] = [combined, caddy, traefik, nginxJson];

/** The key of the line: of Docker and Fluent Bit, of Fly.io and Vector, of the journal, and of Cloud Logging. */
const KEYS = ['log', 'message', 'MESSAGE', 'textPayload'];

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
