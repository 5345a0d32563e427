import type { Callable, ResultKind } from './thread/messages.js';

/** A function that runs in the thread of a plugin. */
export interface Remote {
  /**
   * Calls it.
   * @param result `json` where its result must be data, `none` where the result is ignored
   */
  call(args: readonly unknown[], result: ResultKind): Promise<unknown>;
  /** The hook that it belongs to, for notices. */
  label: string;
}

const remotes = new WeakMap<object, Remote>();

/** Wraps a plugin's function as a local one. */
export function functionOf(remote: Remote): Callable {
  const fn: Callable = (...args) => remote.call(args, 'any');
  remotes.set(fn, remote);
  return fn;
}

/** The plugin's side of a function; undefined for a local one. */
export function remoteOf(fn: Callable): Remote | undefined {
  return remotes.get(fn);
}

/** Names functions of a plugin after the hook that they are registered for: one, or those of a definition. */
export function nameRemotes(value: unknown, label: string): void {
  if (typeof value === 'function') {
    const remote = remotes.get(value);
    if (remote !== undefined) remote.label = label;
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  for (const one of Object.values(value)) if (typeof one === 'function') nameRemotes(one, label);
}

/** The error of a call to a plugin that has been ended; a notice gives the reason. */
export class PluginLost extends Error {
  /** @param why what the plugin did */
  constructor(why: string) {
    super(why);
    this.name = 'PluginLost';
  }
}
