import type { Registration } from '../../config/hooks/registrations.js';
import { isObject } from '../../core/is-object.js';
import type { Notice } from './notice.js';
import { quoted, reportFor } from './report.js';

/** The argument of a registered function: it may add as many definitions as it likes. */
export interface Registrar {
  /** Declares a resource. */
  register(definition: unknown): Outcome;
  /** The same as `register`. */
  add(definition: unknown): Outcome;
  /** Claims a document below `/.well-known/`. */
  addWellKnown(definition: unknown): Outcome;
}

/** The result for a definition. */
export interface Outcome {
  /** False when it was refused. */
  readonly ok: boolean;
  readonly notices: readonly Notice[];
}

/** Takes one definition of a provider. */
export type Take = (definition: unknown, origin: string) => Outcome;

/**
 * Adds everything that plugins registered: a definition, a list of them, or a function (which may be asynchronous) that
 * returns them or uses the desk. A failure costs its own entry only.
 * @param take takes the definitions of these registrations
 * @param deskFor the desk of a provider
 */
export async function registerAll(
  registrations: readonly Registration[],
  take: Take,
  deskFor: (origin: string) => Registrar,
  note: (notice: Notice) => void,
): Promise<void> {
  for (const { definition, origin } of registrations) {
    try {
      for (const one of await definitionsOf(definition, deskFor(origin))) take(one, origin);
    } catch (error) {
      reportFor(origin, note).error(
        'provider_error',
        `The provider ${origin} failed while it registered: ${messageOf(error)}`,
        'Correct the plugin. Earlier registrations are kept.',
      );
    }
  }
}

async function definitionsOf(definition: unknown, desk: Registrar): Promise<readonly unknown[]> {
  const isFunction = typeof definition === 'function';
  const result: unknown = await (isFunction ? definition(desk) : definition);
  // A function may have nothing to register, or have used the desk.
  if (isFunction && result === undefined) return [];
  return Array.isArray(result) ? [...result] : [result];
}

/** The message of an error, whatever was thrown. */
function messageOf(error: unknown): string {
  try {
    if (error instanceof Error) return `${String(error.name)}: ${String(error.message)}`;
    return isObject(error) ? "something that isn't an error" : quoted(error);
  } catch {
    return "something that isn't an error";
  }
}
