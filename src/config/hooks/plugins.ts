import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { isAbsolute, join, relative, sep } from 'node:path';
import { errorMessage, SvcError } from '../../core/errors.js';
import { loadFix } from '../module-config.js';
import { DEFAULT_PRIORITY, Hooks } from './hooks.js';
import type { ActionFunction, ActionName, FilterFunction, FilterName } from './names.js';
import { type RegistrationKind, Registrations } from './registrations.js';
import { nameRemotes, PluginLost } from './remote.js';

/** The argument of a plugin's `register`. Its functions may be destructured. */
export interface SvcFacade {
  /** Changes a value; see docs/hooks.md for names and types. */
  filter<N extends FilterName>(name: N, fn: FilterFunction<N>, priority?: number): void;
  /** Is called at an event. */
  action<N extends ActionName>(name: N, fn: ActionFunction<N>, priority?: number): void;
  /** Declares a resource of the discovery document. */
  resource(definition: unknown, priority?: number): void;
  /** Offers a document below `/.well-known/`: a redirect, a file or a callback. The first claim wins. */
  wellKnown(definition: unknown, priority?: number): void;
  /** Adds an ability. */
  ability(definition: unknown, priority?: number): void;
  readinessCheck(definition: unknown, priority?: number): void;
}

/** Where the effects of plugins go. */
interface PluginHost {
  readonly hooks: Hooks;
  readonly registrations: Registrations;
  /** The configuration's folder: packages are resolved from here, origins are relative to it. */
  readonly folder: string;
  /** Seconds after which a hook times out; 10 when absent. */
  readonly timeout?: number;
}

/** Time limit of a hook in seconds. */
const TIMEOUT = 10;

/**
 * Loads plugins, each in a thread of its own, and lets each register. One that fails while it registers, or later, is
 * ended alone: a notice of `host.hooks` gives the reason, and it is not called any more.
 * @param plugins absolute paths and package names, as `Config.plugins` has them
 * @throws SvcError `SVC_CONFIG_INVALID` for a plugin that is missing, cannot be loaded, has no `register`, or names a
 * hook that does not exist
 */
export async function loadPlugins(plugins: readonly string[], host: PluginHost): Promise<void> {
  if (plugins.length === 0) return;
  // Loaded in parallel, since each waits for its thread; ordered once all have registered.
  const loaded = await Promise.allSettled(plugins.map((plugin) => loadPlugin(plugin, host)));
  for (const outcome of loaded) {
    if (outcome.status === 'fulfilled') continue;
    await host.hooks.close();
    throw outcome.reason;
  }
  for (const outcome of loaded) if (outcome.status === 'fulfilled') outcome.value();
}

/** @returns a function that puts its registrations into effect */
async function loadPlugin(plugin: string, host: PluginHost): Promise<() => void> {
  const { hooks, folder, timeout = TIMEOUT } = host;
  const origin = pluginOrigin(plugin, folder);
  const file = await fileOf(plugin, origin, folder);
  const { PluginThread } = await import('./thread/plugin-thread.js');
  let isLost = false;
  const lose = (hook: string, message: string): void => {
    isLost = true;
    hooks.drop(origin);
    hooks.report({ level: 'error', hook, origin, message, isLost });
  };
  const thread = new PluginThread({ file, timeout: timeout * 1000, onLost: lose });
  hooks.atEnd(() => thread.close());
  const own = { hooks: new Hooks(), registrations: new Registrations(), folder };
  try {
    await assertLoads(thread, origin, folder);
    await thread.register(facade(own, origin));
    await resolveAbilities(own.registrations);
  } catch (error) {
    if (error instanceof SvcError) throw error;
    if (isConfigError(error)) throw new SvcError('SVC_CONFIG_INVALID', error.message, { fix: error.fix });
    if (!(error instanceof PluginLost)) lose('register', `it failed in register(): ${errorMessage(error)}`);
    await thread.close();
  }
  return () => {
    if (isLost) return;
    hooks.include(own.hooks);
    host.registrations.include(own.registrations);
  };
}

async function assertLoads(
  thread: { load(): Promise<boolean> },
  origin: string,
  folder: string,
): Promise<void> {
  let isUsable: boolean;
  try {
    isUsable = await thread.load();
  } catch (cause) {
    if (cause instanceof PluginLost) throw cause;
    const message = withoutPath(errorMessage(cause), folder);
    const fix = loadFix(origin, cause) ?? codeFix(origin, cause);
    throw pluginError(origin, `can't be loaded: ${message}`, fix, cause);
  }
  if (isUsable) return;
  throw pluginError(origin, 'has no named export "register"', 'Write: export function register(svc) { … }');
}

/** Abilities are needed at once, so functions that make them are called now. */
async function resolveAbilities(registrations: Registrations): Promise<void> {
  await registrations.resolve('ability', async (definition) => {
    if (typeof definition !== 'function') return definition;
    try {
      return (await definition()) as unknown;
    } catch (error) {
      if (error instanceof PluginLost) throw error;
      return () => {
        throw error;
      };
    }
  });
}

/** An error of this program that has come back from the thread. */
function isConfigError(error: unknown): error is Error & { readonly fix: string } {
  const { code, fix } = error as { readonly code?: unknown; readonly fix?: unknown };
  return error instanceof Error && code === 'SVC_CONFIG_INVALID' && typeof fix === 'string';
}

/** The displayed name of a plugin: its package, or its path below the project. Never an absolute path. */
export function pluginOrigin(plugin: string, folder: string): string {
  if (isAbsolute(plugin)) return relative(folder, plugin).split(sep).join('/');
  return plugin.split('/', plugin.startsWith('@') ? 2 : 1).join('/');
}

/** The API of one plugin, bound to its origin, so that it can't act for another. */
function facade({ hooks, registrations }: PluginHost, origin: string): SvcFacade {
  const queue =
    (kind: RegistrationKind) =>
    (definition: unknown, priority = DEFAULT_PRIORITY): void => {
      nameRemotes(definition, kind);
      registrations.add(kind, { definition, priority, origin });
    };
  return {
    filter(name, fn, priority) {
      nameRemotes(fn, name);
      hooks.filter(name, fn, priority, origin);
    },
    action(name, fn, priority) {
      nameRemotes(fn, name);
      hooks.action(name, fn, priority, origin);
    },
    resource: queue('resource'),
    wellKnown: queue('wellKnown'),
    ability: queue('ability'),
    readinessCheck: queue('readinessCheck'),
  };
}

async function fileOf(plugin: string, origin: string, folder: string): Promise<string> {
  const file = isAbsolute(plugin) ? plugin : await resolvePackage(plugin, folder);
  if (isAbsolute(plugin) && !existsSync(plugin)) {
    const fix = 'Correct the path in "plugins". It is relative to the configuration.';
    throw pluginError(origin, "can't be loaded: there's no file at this path", fix);
  }
  if (file !== undefined) return file;
  throw pluginError(
    origin,
    "isn't installed",
    `Run "npm install ${origin}"; the path of a file must start with "./".`,
  );
}

/** A module's syntax error has no line; Node.js prints it if it checks the file itself. */
function codeFix(origin: string, cause: unknown): string {
  const isSyntax = cause instanceof Error && cause.name === 'SyntaxError';
  return isSyntax ? `Run "node --check ${origin}" to see the line.` : 'Correct its code.';
}

function pluginError(origin: string, what: string, fix: string, cause?: unknown): SvcError {
  return new SvcError('SVC_CONFIG_INVALID', `the plugin ${origin} ${what}`, { field: 'plugins', fix, cause });
}

/** Messages of the module loader name complete paths; those below the project are shortened. */
function withoutPath(message: string, folder: string): string {
  return message.replaceAll(`${folder}${sep}`, '');
}

/**
 * The entry file of an installed package, seen from a folder. `require.resolve` refuses packages that only
 * offer an `import` entry, so these are read from their package.json.
 * @returns undefined when the package is not installed
 */
export async function resolvePackage(name: string, folder: string): Promise<string | undefined> {
  const require = createRequire(join(folder, 'package.json'));
  try {
    return require.resolve(name);
  } catch {
    const parts = name.split('/');
    const size = name.startsWith('@') ? 2 : 1;
    const packageName = parts.slice(0, size).join('/');
    const subpath = ['.', ...parts.slice(size)].join('/');
    return importEntry(packageName, subpath, require.resolve.paths(name) ?? []);
  }
}

async function importEntry(
  name: string,
  subpath: string,
  roots: readonly string[],
): Promise<string | undefined> {
  for (const root of roots) {
    const manifest = await readJson(join(root, name, 'package.json'));
    const entry = targetOf(manifest?.['exports'], subpath);
    if (entry !== undefined) return join(root, name, entry);
  }
  return undefined;
}

async function readJson(path: string): Promise<Readonly<Record<string, unknown>> | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

/** The target of a subpath: a text, or the first condition that an import meets. */
function targetOf(exports: unknown, subpath: string): string | undefined {
  if (typeof exports === 'string') return subpath === '.' ? exports : undefined;
  if (typeof exports !== 'object' || exports === null) return undefined;
  for (const [key, value] of Object.entries(exports)) {
    if (key === subpath) return targetOf(value, '.');
    if (subpath === '.' && ['import', 'node', 'default'].includes(key)) return targetOf(value, '.');
  }
  return undefined;
}
