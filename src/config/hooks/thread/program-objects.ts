import { receiveMessageOnPort } from 'node:worker_threads';
import {
  CLOSED_KEYS,
  type Packed,
  type PackedBytes,
  type PluginSetup,
  setAt,
  type ThreadReply,
  type ThreadRequest,
  thrownFrom,
} from './messages.js';

type Pack = (value: unknown) => PackedBytes;

interface Pending {
  resolve(value: unknown): void;
  reject(thrown: unknown): void;
}

/**
 * The program's functions and objects as proxies in the plugin's thread: a call, a read or a write of a property
 * sends a request to the program and waits for the answer.
 */
export class ProgramObjects {
  readonly #ids = new WeakMap<object, number>();
  readonly #promises = new Map<number, Pending>();
  readonly #gone: FinalizationRegistry<number>;

  constructor(
    private readonly setup: PluginSetup,
    private readonly pack: Pack,
  ) {
    this.#gone = new FinalizationRegistry((object) => setup.port.postMessage({ kind: 'forget', object }));
  }

  /** The number under which the program offered it. */
  idOf(value: object): number | undefined {
    return this.#ids.get(value);
  }

  /** A value of the program, with proxies for what stayed there. */
  unpack({ value, refs }: Packed): unknown {
    const root = { value };
    for (const { path, id, kind } of refs) {
      setAt(root, path, kind === 'function' ? this.#function(id) : this.#object(id));
    }
    return root.value;
  }

  /** A promise of the program has settled. */
  settled(promise: number, reply: ThreadReply): void {
    const pending = this.#promises.get(promise);
    this.#promises.delete(promise);
    try {
      pending?.resolve(this.#read(reply));
    } catch (thrown) {
      pending?.reject(thrown);
    }
  }

  #function(object: number): object {
    return this.#known(object, (...args: readonly unknown[]) => this.#call({ object }, args));
  }

  #object(object: number): object {
    const methods = new Map<string, unknown>();
    const proxy = new Proxy(
      {},
      {
        get: (_, key) => {
          if (typeof key !== 'string' || CLOSED_KEYS.has(key)) return undefined;
          const known = methods.get(key);
          if (known !== undefined) return known;
          const value = this.#ask({ kind: 'ask', what: 'get', object, key });
          if (value !== METHOD) return value;
          // It keeps the object alive, which is dropped when the plugin has dropped both.
          const method = (...args: readonly unknown[]) =>
            this.#call({ object: this.#ids.get(proxy) ?? object, key }, args);
          methods.set(key, method);
          return method;
        },
        set: (_, key, value) => {
          if (typeof key !== 'string' || CLOSED_KEYS.has(key)) return false;
          this.#ask({ kind: 'ask', what: 'set', object, key, args: this.pack([value]) });
          return true;
        },
      },
    );
    return this.#known(object, proxy);
  }

  #known<T extends object>(id: number, value: T): T {
    this.#ids.set(value, id);
    this.#gone.register(value, id);
    return value;
  }

  #call(target: { readonly object: number; readonly key?: string }, args: readonly unknown[]): unknown {
    return this.#ask({ kind: 'ask', what: 'call', ...target, args: this.pack(args) });
  }

  #ask(request: ThreadRequest): unknown {
    const { port, replies, signal } = this.setup;
    port.postMessage(request);
    for (;;) {
      Atomics.wait(signal, 0, 0);
      Atomics.store(signal, 0, 0);
      const received = receiveMessageOnPort(replies);
      if (received !== undefined) return this.#read(received.message as ThreadReply);
    }
  }

  #read(reply: ThreadReply): unknown {
    if ('error' in reply) throw thrownFrom(reply.error);
    if ('value' in reply) return this.unpack(reply.value);
    if ('method' in reply) return METHOD;
    const { promise } = reply;
    return new Promise((resolve, reject) => {
      this.#promises.set(promise, { resolve, reject });
    });
  }
}

/** A proxy for a function that belongs to the object that was used. */
const METHOD = Symbol('method');
