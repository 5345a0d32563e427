import { isAbsolute, relative, sep } from 'node:path';
import { SvcError } from '../core/errors.js';
import { DEFAULT_PRIORITY, type Hooks } from './hooks.js';
import type { ActionFunction, ActionName, FilterFunction, FilterName } from './names.js';
import { resolvePackage } from './package-entry.js';
import type { RegistrationKind, Registrations } from './registrations.js';

/** What a plugin's `register` is given. Its functions may be taken out of it. */
export interface SvcFacade {
  /** Changes a value; see docs/hooks.md for names and types. */
  filter<N extends FilterName>(name: N, fn: FilterFunction<N>, priority?: number): void;
  /** Is told of a moment. */
  action<N extends ActionName>(name: N, fn: ActionFunction<N>, priority?: number): void;
  /** Declares a resource of the discovery document. */
  resource(definition: unknown, priority?: number): void;
  /** Offers a document below `/.well-known/`: a redirect, a file or a callback. The first claim wins. */
  wellKnown(definition: unknown, priority?: number): void;
  /** Adds an ability. */
  ability(definition: unknown, priority?: number): void;
  /** Adds a readiness check. */
  readinessCheck(definition: unknown, priority?: number): void;
}

/** Where the effects of plugins go. */
export interface PluginHost {
  readonly hooks: Hooks;
  readonly registrations: Registrations;
  /** The configuration's folder: packages are looked for from here, origins are relative to it. */
  readonly folder: string;
}

/**
 * Loads plugins and lets each register.
 * @param plugins absolute paths and package names, as `Config.plugins` has them
 * @throws SvcError `SVC_CONFIG_INVALID` for a plugin that is missing, cannot be loaded, has no `register`, or
 * fails in it
 */
export async function loadPlugins(plugins: readonly string[], host: PluginHost): Promise<void> {
  for (const plugin of plugins) {
    const origin = pluginOrigin(plugin, host.folder);
    const register = await registerOf(plugin, origin, host.folder);
    try {
      await register(facade(host, origin));
    } catch (cause) {
      if (cause instanceof SvcError) throw cause;
      throw pluginError(
        origin,
        `fails in register(): ${messageOf(cause)}`,
        'Correct the plugin or remove it.',
        cause,
      );
    }
  }
}

/** The name by which a plugin is known: its package, or its path below the project. Never an absolute path. */
export function pluginOrigin(plugin: string, folder: string): string {
  if (isAbsolute(plugin)) return relative(folder, plugin).split(sep).join('/');
  return plugin.split('/', plugin.startsWith('@') ? 2 : 1).join('/');
}

/** What one plugin may do, bound to its origin, so that it cannot speak for another. */
export function facade({ hooks, registrations }: PluginHost, origin: string): SvcFacade {
  const queue =
    (kind: RegistrationKind) =>
    (definition: unknown, priority = DEFAULT_PRIORITY): void =>
      registrations.add(kind, { definition, priority, origin });
  return {
    filter: (name, fn, priority) => hooks.filter(name, fn, priority, origin),
    action: (name, fn, priority) => hooks.action(name, fn, priority, origin),
    resource: queue('resource'),
    wellKnown: queue('wellKnown'),
    ability: queue('ability'),
    readinessCheck: queue('readinessCheck'),
  };
}

type Register = (svc: SvcFacade) => unknown;

async function registerOf(plugin: string, origin: string, folder: string): Promise<Register> {
  const file = isAbsolute(plugin) ? plugin : await resolvePackage(plugin, folder);
  if (file === undefined) {
    throw pluginError(
      origin,
      'is not installed',
      `Run "npm install ${origin}"; the path of a file starts with "./".`,
    );
  }
  let module: Readonly<Record<string, unknown>>;
  try {
    const { importModule } = await import('../core/import-module.js');
    module = await importModule(file);
  } catch (cause) {
    throw pluginError(
      origin,
      `cannot be loaded: ${withoutPath(messageOf(cause), folder)}`,
      'Check its path and its code.',
      cause,
    );
  }
  const register = module['register'];
  if (typeof register === 'function') return register as Register;
  throw pluginError(origin, 'has no named export "register"', 'Write: export function register(svc) { … }');
}

function pluginError(origin: string, what: string, fix: string, cause?: unknown): SvcError {
  return new SvcError('SVC_CONFIG_INVALID', `the plugin ${origin} ${what}`, { field: 'plugins', fix, cause });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Messages of the module loader name complete paths; those below the project are shortened. */
function withoutPath(message: string, folder: string): string {
  return message.replaceAll(`${folder}${sep}`, '');
}
