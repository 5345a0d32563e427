/** Runs in the thread of one plugin: loads it, calls its `register`, and calls its functions on request. */
import { pathToFileURL } from 'node:url';
import { workerData } from 'node:worker_threads';
import {
  type Callable,
  type FromPlugin,
  LOAD,
  type PackedBytes,
  type PluginSetup,
  REGISTER,
  type ResultKind,
  type ToPlugin,
  wireError,
} from './messages.js';
import { packResult } from './pack-result.js';
import { ProgramObjects } from './program-objects.js';

const setup = workerData as PluginSetup;
const { port, file } = setup;

const functions = new Map<number, Callable>();
let next = REGISTER + 1;
let register: unknown;

// A new number each time: the program may just be dropping an earlier one.
const keep = (fn: Callable): number => {
  functions.set(next, fn);
  return next++;
};
const ownOf = (value: object): number | undefined => program.idOf(value);
const pack = (value: unknown, result: ResultKind): PackedBytes =>
  packResult(value, { keep: result === 'json' ? undefined : keep, ownOf });
const program: ProgramObjects = new ProgramObjects(setup, (value) => pack(value, 'any'));

functions.set(LOAD, async () => {
  ({ register } = await import(pathToFileURL(file).href));
  return typeof register === 'function';
});
functions.set(REGISTER, (svc) => (register as Callable)(svc));

port.on('message', (message: ToPlugin) => {
  switch (message.kind) {
    case 'call':
      void call(message);
      break;
    case 'settled':
      program.settled(message.promise, message.reply);
      break;
    case 'drop':
      functions.delete(message.fn);
      break;
    case 'ping':
      send({ kind: 'pong' });
      break;
    case 'end':
      // Earlier output is flushed first.
      process.stdout.write('', () => process.stderr.write('', () => send({ kind: 'ended' })));
      break;
  }
});
send({ kind: 'ready' });

async function call({ id, fn, args, result }: Extract<ToPlugin, { kind: 'call' }>): Promise<void> {
  try {
    const given = program.unpack(args) as readonly unknown[];
    const value: unknown = await functions.get(fn)?.(...given);
    send({ kind: 'done', id, ...(result !== 'none' && { result: pack(value, result) }) });
  } catch (thrown) {
    send({ kind: 'failed', id, error: wireError(thrown) });
  }
}

function send(message: FromPlugin): void {
  port.postMessage(message);
}
