import { types } from 'node:util';
import {
  type Callable,
  CLOSED_KEYS,
  type Packed,
  type PackedBytes,
  type Ref,
  type ThreadReply,
  type ThreadRequest,
  wireError,
} from './messages.js';

interface Offer {
  readonly target: WeakRef<object>;
  /** The object that a function was found in, and is called on. */
  readonly owner: WeakRef<object> | undefined;
}

type Unpack = (args: PackedBytes) => unknown;

/** A reply, or the promise of one. */
type Answered = Exclude<ThreadReply, { readonly promise: number }> | { readonly later: Promise<ThreadReply> };

/**
 * Functions and objects of the program that a plugin may use during a call. They are not kept alive for it:
 * once the program drops one, it is gone for the plugin too.
 */
export class Offers {
  readonly #offers = new Map<number, Offer>();
  #next = 0;
  /** Results of the program that have no other owner. */
  #answers: unknown[] = [];

  /** Prepares a value for the plugin: data is copied, functions and objects with behaviour are offered by number. */
  pack(value: unknown): Packed {
    const refs: Ref[] = [];
    const known = new Map<object, unknown>();
    const path: (string | number)[] = [];
    const offer = (kind: 'function' | 'object', target: object, owner?: object): undefined => {
      refs.push({ path: [...path], id: this.#offer(target, owner), kind });
      return undefined;
    };
    const part = (key: string | number, one: unknown, owner: object): unknown => {
      path.push(key);
      const copy = copyOf(one, owner);
      path.pop();
      return copy;
    };
    const copyOf = (one: unknown, owner?: object): unknown => {
      if (typeof one === 'function') return offer('function', one, owner);
      if (typeof one !== 'object' || one === null) return one;
      if (known.has(one)) return known.get(one);
      // The buffer behind the bytes may hold more than these.
      if (types.isUint8Array(one)) return new Uint8Array(one);
      if (types.isDate(one) || types.isRegExp(one)) return one;
      if (!isPlain(one)) return offer('object', one);
      const copy: unknown[] | Record<string, unknown> = Array.isArray(one) ? [] : {};
      known.set(one, copy);
      for (const [key, inner] of Object.entries(one)) {
        if (!CLOSED_KEYS.has(key)) (copy as Record<string, unknown>)[key] = part(key, inner, one);
      }
      return copy;
    };
    return { value: copyOf(value), refs };
  }

  /** The function or object that was offered under a number. */
  get(id: number): unknown {
    return this.#offers.get(id)?.target.deref();
  }

  /** The call has ended, so results need not be kept for the plugin. */
  rest(): void {
    this.#answers = [];
  }

  /** The plugin has dropped it. */
  forget(id: number): void {
    this.#offers.delete(id);
  }

  /** Does what the plugin requests. */
  answer(request: ThreadRequest, unpack: Unpack): Answered {
    try {
      return this.#answer(request, unpack);
    } catch (thrown) {
      return { error: wireError(thrown) };
    }
  }

  #answer(request: ThreadRequest, unpack: Unpack): Answered {
    const offer = this.#offers.get(request.object);
    const target = offer?.target.deref() as Record<string, unknown> | Callable | undefined;
    if (target === undefined)
      throw new Error('this value is no longer available: use it only until your function returns');
    if (request.what === 'call') {
      const fn = request.key === undefined ? target : (target as Record<string, unknown>)[request.key];
      if (typeof fn !== 'function') throw new TypeError(`${request.key ?? 'it'} isn't a function`);
      const owner = request.key === undefined ? offer?.owner?.deref() : target;
      return this.#reply(Reflect.apply(fn, owner, unpack(request.args) as unknown[]));
    }
    if (CLOSED_KEYS.has(request.key)) return { value: { value: undefined, refs: [] } };
    const object = target as Record<string, unknown>;
    if (request.what === 'get') {
      const value = object[request.key];
      return typeof value === 'function' ? { method: true } : this.#reply(value);
    }
    [object[request.key]] = unpack(request.args) as unknown[];
    return { value: { value: undefined, refs: [] } };
  }

  #reply(result: unknown): Answered {
    if (!types.isPromise(result)) return this.#packAnswer(result);
    const later = result.then(
      (value: unknown) => this.#packAnswer(value),
      (thrown: unknown) => ({ error: wireError(thrown) }),
    );
    return { later };
  }

  #packAnswer(value: unknown): { readonly value: Packed } {
    if (typeof value === 'object') this.#answers.push(value);
    return { value: this.pack(value) };
  }

  #offer(target: object, owner: object | undefined): number {
    this.#next += 1;
    this.#offers.set(this.#next, { target: new WeakRef(target), owner: owner && new WeakRef(owner) });
    return this.#next;
  }
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null || Array.isArray(value);
}
