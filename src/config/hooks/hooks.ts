import { didYouMean } from '../../core/did-you-mean.js';
import { SvcError } from '../../core/errors.js';
import {
  type ActionArgs,
  type ActionFunction,
  type ActionName,
  actions,
  type FilterArgs,
  type FilterFunction,
  type FilterName,
  type FilterValue,
  filters,
} from './names.js';
import { PluginLost, remoteOf } from './remote.js';
import { UNUSABLE } from './thread/messages.js';

/** A hook that failed. The run went on without it; `--strict` and `svc validate` make it fatal. */
export interface HookNotice {
  readonly level: 'error';
  /** Name of the filter or action. */
  readonly hook: string;
  /** Package name, or path relative to the project. */
  readonly origin: string;
  readonly message: string;
  /** The plugin has been ended, and is not called any more. */
  readonly isLost?: true;
}

interface Registered {
  readonly fn: (...args: readonly unknown[]) => unknown;
  readonly priority: number;
  readonly origin: string;
}

/** The default priority. Lower runs first; later results win. */
export const DEFAULT_PRIORITY = 10;

/**
 * The filters and actions of one run. A function that throws or returns the wrong kind of value costs nothing
 * but its own effect: the value before it is kept and a notice names it.
 */
export class Hooks {
  readonly #registered = new Map<string, Registered[]>();
  readonly #notices: HookNotice[] = [];
  readonly #closers: (() => Promise<void>)[] = [];
  #onNotice: ((notice: HookNotice) => void) | undefined;

  /**
   * Adds a filter.
   * @param origin the plugin that added it, for notices
   * @throws SvcError `SVC_CONFIG_INVALID` for a name that no filter has
   */
  filter<N extends FilterName>(
    name: N,
    fn: FilterFunction<N>,
    priority = DEFAULT_PRIORITY,
    origin = 'svc',
  ): void {
    assertKnown('filter', name, Object.keys(filters), origin);
    this.#add(name, fn as Registered['fn'], priority, origin);
  }

  /**
   * Adds an action.
   * @throws SvcError `SVC_CONFIG_INVALID` for a name that no action has
   */
  action<N extends ActionName>(
    name: N,
    fn: ActionFunction<N>,
    priority = DEFAULT_PRIORITY,
    origin = 'svc',
  ): void {
    assertKnown('action', name, Object.keys(actions), origin);
    this.#add(name, fn as Registered['fn'], priority, origin);
  }

  /** Passes a value through every filter of a name, by priority and then in order of registration. */
  async apply<N extends FilterName>(
    name: N,
    value: FilterValue<N>,
    ...args: FilterArgs<N>
  ): Promise<FilterValue<N>> {
    const { guard, value: form } = filters[name];
    let current = value;
    for (const hook of this.#registered.get(name) ?? []) {
      try {
        const result = await filtered(hook.fn, current, args);
        if (guard(result)) current = result as FilterValue<N>;
        else this.#note(name, hook, `returned ${kindOf(result)}, expected ${form}`);
      } catch (error) {
        this.#noteError(name, hook, error);
      }
    }
    return current;
  }

  /** Runs every action of a name, one after the other. */
  async run<N extends ActionName>(name: N, ...args: ActionArgs<N>): Promise<void> {
    for (const hook of this.#registered.get(name) ?? []) {
      try {
        await (remoteOf(hook.fn)?.call(args, 'none') ?? hook.fn(...args));
      } catch (error) {
        this.#noteError(name, hook, error);
      }
    }
  }

  /** Whether any callback is registered for a filter or an action. */
  has(name: FilterName | ActionName): boolean {
    return this.#registered.has(name);
  }

  /** Keeps a notice, unless it is a repetition. */
  report(notice: HookNotice): void {
    const { hook, origin, message } = notice;
    const known = this.#notices.some(
      (one) => one.hook === hook && one.origin === origin && one.message === message,
    );
    if (known) return;
    this.#notices.push(notice);
    this.#onNotice?.(notice);
  }

  /** From now on reports each notice at once. */
  listen(onNotice: (notice: HookNotice) => void): void {
    this.#onNotice = onNotice;
  }

  /** Takes over the registrations of another instance. */
  include(other: Hooks): void {
    for (const [name, all] of other.#registered) {
      for (const { fn, priority, origin } of all) this.#add(name, fn, priority, origin);
    }
  }

  /** Stops calling a plugin. */
  drop(origin: string): void {
    for (const [name, all] of this.#registered) {
      const left = all.filter((one) => one.origin !== origin);
      if (left.length > 0) this.#registered.set(name, left);
      else this.#registered.delete(name);
    }
  }

  /** Adds a callback that runs at the end. */
  atEnd(close: () => Promise<void>): void {
    this.#closers.push(close);
  }

  /** Ends the plugins: they are not called any more. */
  async close(): Promise<void> {
    await Promise.all(this.#closers.splice(0).map((close) => close()));
  }

  /** What went wrong so far, in order; the same failure of the same hook counts once. */
  notices(): readonly HookNotice[] {
    return [...this.#notices];
  }

  #add(name: string, fn: Registered['fn'], priority: number, origin: string): void {
    if (typeof fn !== 'function' || !Number.isFinite(priority)) {
      const message = `${origin} registers ${name} without a function, or with a priority that isn't a number`;
      const fix = `Call it as svc.filter('${name}', (value) => value, ${DEFAULT_PRIORITY}).`;
      throw new SvcError('SVC_CONFIG_INVALID', message, { fix });
    }
    const hooks = [...(this.#registered.get(name) ?? []), { fn, priority, origin }];
    // Array sorting is stable, so equal priorities keep the order of registration.
    this.#registered.set(
      name,
      hooks.sort((a, b) => a.priority - b.priority),
    );
  }

  #noteError(hook: string, registered: Registered, error: unknown): void {
    // The reason was given when the plugin was ended.
    if (error instanceof PluginLost) return;
    this.#note(hook, registered, failureOf(error));
  }

  #note(hook: string, { origin }: Registered, message: string): void {
    this.report({ level: 'error', hook, origin, message });
  }
}

/**
 * The result of a filter. Copies are passed and taken: a hook that changes its argument and then fails leaves no trace,
 * nor does one that changes its result later; and a result that cannot be copied is its own fault, not the next hook's.
 */
async function filtered(fn: Registered['fn'], value: unknown, args: readonly unknown[]): Promise<unknown> {
  const remote = remoteOf(fn);
  // What comes from another thread is a copy.
  if (remote !== undefined) return remote.call([value, ...args], 'json');
  return structuredClone(await fn(structuredClone(value), ...args));
}

function assertKnown(
  kind: 'filter' | 'action',
  name: string,
  known: readonly string[],
  origin: string,
): void {
  if (known.includes(name)) return;
  const near = didYouMean(name, known);
  throw new SvcError('SVC_CONFIG_INVALID', `${origin} registers the ${kind} "${name}", which doesn't exist`, {
    fix: near === undefined ? 'See the list of hooks in docs/hooks.md.' : `Did you mean "${near}"?`,
  });
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  return Array.isArray(value) ? 'a list' : `${typeof value === 'object' ? 'an' : 'a'} ${typeof value}`;
}

function failureOf(error: unknown): string {
  if (!(error instanceof Error)) return "threw something that isn't an error";
  return error.name === UNUSABLE ? error.message : `threw ${error.name}: ${error.message}`;
}
