/** The messages between a plugin's thread and the program. */
import type { MessagePort } from 'node:worker_threads';

/** The position in a value of a function or object that stays on its own side. */
export interface Ref {
  readonly path: readonly (string | number)[];
  readonly id: number;
  /** `function` and `object` of the sender, or one that the receiver sent earlier and gets back. */
  readonly kind: 'function' | 'object' | 'own';
}

/** A value on its way to the plugin: everything is copied, except what stays. */
export interface Packed {
  readonly value: unknown;
  readonly refs: readonly Ref[];
}

/** A value on its way to the program, in the serialisation of V8. */
export interface PackedBytes {
  readonly bytes: Uint8Array;
  readonly refs: readonly Ref[];
}

/** The transferred data of an error. */
interface WireError {
  /** False when something else was thrown. */
  readonly isError: boolean;
  readonly name: string;
  readonly message: string;
  readonly code?: string | number;
  readonly data?: unknown;
  readonly fix?: string;
}

/**
 * The allowed result of a call: `json` is data alone, `any` may hold functions, and `none` reports only the end.
 */
export type ResultKind = 'json' | 'any' | 'none';

/** To the thread. */
export type ToPlugin =
  | {
      readonly kind: 'call';
      readonly id: number;
      readonly fn: number;
      readonly args: Packed;
      readonly result: ResultKind;
    }
  | { readonly kind: 'settled'; readonly promise: number; readonly reply: ThreadReply }
  | { readonly kind: 'drop'; readonly fn: number }
  | { readonly kind: 'ping' }
  | { readonly kind: 'end' };

/** To the program. */
export type FromPlugin =
  | { readonly kind: 'ready' }
  | { readonly kind: 'pong' }
  | { readonly kind: 'ended' }
  | { readonly kind: 'done'; readonly id: number; readonly result?: PackedBytes }
  | { readonly kind: 'failed'; readonly id: number; readonly error: WireError }
  | { readonly kind: 'forget'; readonly object: number }
  | ThreadRequest;

/** A function of a plugin or of the program, called by the other side. */
export type Callable = (...args: readonly unknown[]) => unknown;

/** The thread waits for the answer. */
export type ThreadRequest =
  | {
      readonly kind: 'ask';
      readonly what: 'call';
      readonly object: number;
      readonly key?: string;
      readonly args: PackedBytes;
    }
  | { readonly kind: 'ask'; readonly what: 'get'; readonly object: number; readonly key: string }
  | {
      readonly kind: 'ask';
      readonly what: 'set';
      readonly object: number;
      readonly key: string;
      readonly args: PackedBytes;
    };

/** The answer to a request. */
export type ThreadReply =
  | { readonly value: Packed }
  | { readonly error: WireError }
  /** A method of the object that was used. */
  | { readonly method: true }
  /** The result follows later, as `settled`. */
  | { readonly promise: number };

/** The start data of a thread. */
export interface PluginSetup {
  /** Absolute path of the module. */
  readonly file: string;
  readonly port: MessagePort;
  /** Answers to requests, for which the thread waits at `signal`. */
  readonly replies: MessagePort;
  readonly signal: Int32Array;
}

/** The functions that every thread has from the start. */
export const LOAD = 0;
export const REGISTER = 1;

/** Name of the error for an unusable result; its message follows the name of the plugin. */
export const UNUSABLE = 'UnusableResult';

/** Properties that lead from an object into the program that it belongs to. */
export const CLOSED_KEYS: ReadonlySet<string> = new Set(['constructor', 'prototype', '__proto__']);

/** Sets a value at a position inside another. */
export function setAt(root: { value: unknown }, path: Ref['path'], what: unknown): void {
  const last = path.at(-1);
  if (last === undefined) {
    root.value = what;
    return;
  }
  const parent = path
    .slice(0, -1)
    .reduce<unknown>((one, key) => (one as Record<string, unknown>)[key], root.value);
  Object.defineProperty(parent, last, { value: what, enumerable: true, configurable: true, writable: true });
}

/** The transferred data of a thrown value. */
export function wireError(thrown: unknown): WireError {
  try {
    if (!(thrown instanceof Error))
      return { isError: false, name: 'Error', message: "something that isn't an error" };
    const { code, data, fix } = thrown as {
      readonly code?: unknown;
      readonly data?: unknown;
      readonly fix?: unknown;
    };
    return {
      isError: true,
      name: String(thrown.name),
      message: String(thrown.message),
      ...((typeof code === 'string' || typeof code === 'number') && { code }),
      ...(data !== undefined && { data: JSON.parse(JSON.stringify(data)) as unknown }),
      ...(typeof fix === 'string' && { fix }),
    };
  } catch {
    return { isError: false, name: 'Error', message: "something that isn't an error" };
  }
}

/** The error made from its transferred data. */
export function thrownFrom({ isError, name, message, ...more }: WireError): unknown {
  if (!isError) return { message };
  const error = new Error(message);
  Object.defineProperty(error, 'name', { value: name, configurable: true, writable: true });
  return Object.assign(error, more);
}
