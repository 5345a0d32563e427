import { connect, type Socket } from 'node:net';

/** How a good answer begins. */
const GOOD = 'HTTP/1.1 200';

/** A connection that asks for the same address again and again. */
interface Connection {
  readonly socket: Socket;
  /** Bytes of the answers to one text, heads and bodies; 0 until there were some. */
  size: number;
  /** Bytes that are still to come. */
  left: number;
  done(): void;
}

export interface InStepOptions {
  readonly requests: readonly string[];
  /** How many requests are sent before the first of them is answered (RFC 9112 section 9.3.2). */
  readonly inRow: number;
  readonly connections: number;
}

/** Connections to several servers, to each the same number, that ask all of them in turn. */
export class InStep {
  readonly #requests: readonly Buffer[];
  readonly #lanes: readonly (readonly Connection[])[];
  #next = 0;

  private constructor(requests: readonly Buffer[], lanes: readonly (readonly Connection[])[]) {
    this.#requests = requests;
    this.#lanes = lanes;
  }

  /**
   * @param requests texts that are sent in turn, each of them `inRow` requests; every answer is 200 and as long as the
   * one before
   */
  static async open(
    ports: readonly number[],
    { requests, inRow, connections }: InStepOptions,
  ): Promise<InStep> {
    const lanes = Array.from({ length: connections }, (_, lane) =>
      // Not all of them begin with the same server.
      Promise.all(ports.map((_, index) => connected(ports[(lane + index) % ports.length] ?? 0, inRow))),
    );
    return new InStep(
      requests.map((text) => Buffer.from(text)),
      await Promise.all(lanes),
    );
  }

  /**
   * Sends the same number of texts to each server, all at the same time: whatever else the machine does hits all of
   * them alike.
   */
  async ask(times: number): Promise<void> {
    let left = times;
    const run = (lane: readonly Connection[]) =>
      new Promise<void>((resolve) => {
        let turn = 0;
        const next = (): void => {
          if (turn === 0 && left-- <= 0) {
            resolve();
            return;
          }
          const connection = lane[turn] as Connection;
          turn = (turn + 1) % lane.length;
          connection.done = next;
          connection.left = connection.size;
          connection.socket.write(this.#requests[this.#next++ % this.#requests.length] as Buffer);
        };
        next();
      });
    await Promise.all(this.#lanes.map(run));
  }

  close(): void {
    for (const { socket } of this.#lanes.flat()) socket.destroy();
  }
}

function connected(port: number, inRow: number): Promise<Connection> {
  const socket = connect(port, '127.0.0.1').setNoDelay(true);
  const connection: Connection = { socket, size: 0, left: 0, done: () => undefined };
  socket.on('data', (chunk) => {
    if (connection.left === 0) connection.left = connection.size = sizeOf(chunk) * inRow;
    if (connection.left === connection.size && chunk.toString('latin1', 0, GOOD.length) !== GOOD)
      throw bad(chunk);
    connection.left -= chunk.length;
    if (connection.left < 0) throw bad(chunk);
    if (connection.left === 0) connection.done();
  });
  return new Promise((resolve, reject) => {
    socket.on('error', reject).on('connect', () => resolve(connection));
  });
}

/** Bytes of an answer of which the head comes in one piece. */
function sizeOf(chunk: Buffer): number {
  const text = chunk.toString('latin1');
  const end = text.indexOf('\r\n\r\n');
  const [, length] = /content-length: (\d+)/i.exec(text.slice(0, end)) ?? [];
  if (length === undefined) throw bad(chunk);
  return Number(length) + end + 4;
}

function bad(chunk: Buffer): Error {
  return new Error(`an answer is not as it was: ${JSON.stringify(chunk.toString('latin1', 0, 60))}`);
}
