import type { ResultKind } from './thread/messages.js';

/** A function that runs in the thread of a plugin. */
export interface Remote {
  /**
   * Calls it.
   * @param result `json` where its result has to be data, `none` where the result is ignored
   */
  call(args: readonly unknown[], result: ResultKind): Promise<unknown>;
  /** The hook for which it stands, for notices. */
  label: string;
}

type Callable = (...args: readonly unknown[]) => unknown;

const remotes = new WeakMap<object, Remote>();

/** Makes a function of this side out of one of a plugin. */
export function functionOf(remote: Remote): Callable {
  const fn: Callable = (...args) => remote.call(args, 'any');
  remotes.set(fn, remote);
  return fn;
}

/** The plugin's side of a function; undefined for one of this side. */
export function remoteOf(fn: Callable): Remote | undefined {
  return remotes.get(fn);
}

/** Gives functions of a plugin the name of what they are registered for: one, or those of a definition. */
export function nameRemotes(value: unknown, label: string): void {
  if (typeof value === 'function') {
    const remote = remotes.get(value);
    if (remote !== undefined) remote.label = label;
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  for (const one of Object.values(value)) if (typeof one === 'function') nameRemotes(one, label);
}
