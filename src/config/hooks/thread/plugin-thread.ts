import { deserialize } from 'node:v8';
import type { MessagePort, Worker } from 'node:worker_threads';
import { functionOf, PluginLost, type Remote } from '../remote.js';
import {
  type FromPlugin,
  LOAD,
  type PackedBytes,
  REGISTER,
  type ResultKind,
  setAt,
  type ThreadRequest,
  type ToPlugin,
  thrownFrom,
} from './messages.js';
import { Offers } from './offers.js';
import { type StartedThread, startThread } from './start-thread.js';

/** The time limit of a hook is counted in so many parts: a pause of the program itself counts as one of them. */
const PARTS = 10;
/** Milliseconds that a thread has to flush its output. */
const LAST_WORDS = 500;

/** How a plugin is run. */
interface ThreadOptions {
  /** Absolute path of the module. */
  readonly file: string;
  /** Milliseconds after which a hook times out. */
  readonly timeout: number;
  /** Called once, when the plugin must be ended: its last hook, and what it did. */
  onLost(hook: string, why: string): void;
}

interface Pending {
  readonly label: string;
  /** Kept alive while the plugin may use them. */
  readonly args: readonly unknown[];
  age: number;
  resolve(value: unknown): void;
  reject(thrown: unknown): void;
}

/**
 * A plugin in a thread of its own. Whatever ends the thread, or keeps it from answering in time, affects this plugin
 * alone: its pending calls fail, and so do all later ones.
 */
export class PluginThread {
  readonly #worker: Worker;
  readonly #port: MessagePort;
  readonly #reply: StartedThread['reply'];
  readonly #offers = new Offers();
  readonly #pending = new Map<number, Pending>();
  readonly #dropped = new FinalizationRegistry<number>((fn) => this.#send({ kind: 'drop', fn }));
  readonly #clock: NodeJS.Timeout;
  #next = 0;
  /** Pending promises of the program that the plugin awaits: that time doesn't count. */
  #promised = 0;
  #promises = 0;
  #isReady = false;
  /** Parts of the time limit that have passed without an answer. */
  #silence = 0;
  #label = 'register';
  #ended: Error | undefined;
  #onEnded: (() => void) | undefined;

  constructor(private readonly options: ThreadOptions) {
    const { worker, port, reply } = startThread(options.file);
    this.#worker = worker;
    this.#port = port;
    this.#reply = reply;
    port.on('message', (message: FromPlugin) => this.#take(message));
    worker.on('error', (error: Error) => this.#lose(whyOf(error)));
    worker.on('exit', (code) => this.#lose(`it ended its own thread (process.exit(${code}))`));
    this.#clock = setInterval(() => this.#tick(), options.timeout / PARTS).unref();
    worker.unref();
    port.unref();
  }

  /** Loads the module. Returns false when it has no function `register`. */
  async load(): Promise<boolean> {
    return (await this.#call(LOAD, [], { label: 'register', result: 'json' })) === true;
  }

  /** Calls its `register`. */
  async register(svc: object): Promise<void> {
    await this.#call(REGISTER, [svc], { label: 'register', result: 'none' });
  }

  /** Ends the thread, after a moment for its pending output. */
  async close(): Promise<void> {
    if (this.#ended !== undefined) return;
    this.#end(new PluginLost('the run has ended'));
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, LAST_WORDS);
      this.#onEnded = () => {
        clearTimeout(timer);
        resolve();
      };
      this.#port.ref();
      this.#port.postMessage({ kind: 'end' } satisfies ToPlugin);
    });
    await this.#stop();
  }

  #call(
    fn: number,
    args: readonly unknown[],
    { label, result }: { readonly label: string; readonly result: ResultKind },
  ): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#ended !== undefined) return reject(this.#ended);
      const packed = this.#offers.pack(args);
      this.#next += 1;
      if (this.#pending.size === 0) this.#keepAlive(true);
      this.#pending.set(this.#next, { label, args, age: 0, resolve, reject });
      this.#label = label;
      this.#send({ kind: 'call', id: this.#next, fn, args: packed, result });
    });
  }

  /** The worker too: a thread that ends closes the port, and its exit would come after the end of an idle program. */
  #keepAlive(isPending: boolean): void {
    for (const handle of [this.#port, this.#worker]) isPending ? handle.ref() : handle.unref();
  }

  #take(message: FromPlugin): void {
    this.#silence = 0;
    switch (message.kind) {
      case 'ready':
        this.#isReady = true;
        break;
      case 'pong':
        break;
      case 'ended':
        this.#onEnded?.();
        break;
      case 'done':
        this.#settle(message.id, ({ resolve, reject, label }) => {
          try {
            resolve(message.result && this.#unpack(message.result, label));
          } catch (thrown) {
            reject(thrown);
          }
        });
        break;
      case 'failed':
        this.#settle(message.id, ({ reject }) => reject(thrownFrom(message.error)));
        break;
      case 'forget':
        this.#offers.forget(message.object);
        break;
      case 'ask':
        this.#answer(message);
        break;
    }
  }

  #settle(id: number, how: (pending: Pending) => void): void {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    if (this.#pending.size === 0) {
      this.#keepAlive(false);
      this.#offers.rest();
    }
    if (pending !== undefined) how(pending);
  }

  #answer(request: ThreadRequest): void {
    const answer = this.#offers.answer(request, (args) => this.#unpack(args, this.#label));
    if (!('later' in answer)) {
      this.#reply(answer);
      return;
    }
    this.#promises += 1;
    const promise = this.#promises;
    this.#promised += 1;
    this.#reply({ promise });
    void answer.later.then((reply) => {
      this.#promised -= 1;
      this.#send({ kind: 'settled', promise, reply });
    });
  }

  #unpack({ bytes, refs }: PackedBytes, label: string): unknown {
    const root = { value: deserialize(bytes) as unknown };
    for (const { path, id, kind } of refs) {
      setAt(root, path, kind === 'own' ? this.#offers.get(id) : this.#functionOf(id, label));
    }
    return root.value;
  }

  #functionOf(id: number, label: string): object {
    const remote: Remote = {
      label,
      call: (args, result) => this.#call(id, args, { label: remote.label, result }),
    };
    const fn = functionOf(remote);
    this.#dropped.register(fn, id);
    return fn;
  }

  /** A part of the time has passed. */
  #tick(): void {
    if (!this.#isReady) return;
    this.#silence += 1;
    this.#send({ kind: 'ping' });
    if (this.#promised === 0) for (const pending of this.#pending.values()) pending.age += 1;
    const oldest = Math.max(0, ...[...this.#pending.values()].map(({ age }) => age));
    if (this.#silence > PARTS)
      this.#lose(`it hasn't responded for ${this.#seconds}, maybe because of an endless loop`);
    else if (oldest > PARTS) this.#lose(`it didn't finish within ${this.#seconds}`);
  }

  get #seconds(): string {
    const seconds = this.options.timeout / 1000;
    return `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
  }

  #lose(why: string): void {
    if (this.#ended !== undefined) return;
    // The call that has waited longest is the one that hangs.
    const [first] = this.#pending.values();
    const label = first?.label ?? this.#label;
    this.#end(new PluginLost(why));
    this.options.onLost(label, why);
    void this.#stop();
  }

  #end(error: Error): void {
    this.#ended = error;
    clearInterval(this.#clock);
    for (const { reject } of this.#pending.values()) reject(error);
    this.#pending.clear();
  }

  async #stop(): Promise<void> {
    await this.#worker.terminate();
    this.#port.close();
  }

  #send(message: ToPlugin): void {
    if (this.#ended === undefined) this.#port.postMessage(message);
  }
}

function whyOf(error: unknown): string {
  if (!(error instanceof Error)) return "it threw something that isn't an error, outside of a hook";
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') return 'it ran out of memory';
  return `it threw an error outside of a hook: ${error.name}: ${error.message}`;
}
