import { addTo } from '../../core/multimap.js';

/** Registrations of plugins for later stages, with the default priority of each kind. */
export type RegistrationKind = 'resource' | 'wellKnown' | 'ability' | 'readinessCheck';

/** A registration of a plugin. The stage that uses it validates it. */
export interface Registration {
  /** A definition, or a function that makes one. */
  readonly definition: unknown;
  /** Lower comes first. */
  readonly priority: number;
  /** Package name, or path relative to the project. */
  readonly origin: string;
}

/** Holds registrations until the stage that understands them takes them. */
export class Registrations {
  readonly #queues = new Map<RegistrationKind, Registration[]>();

  add(kind: RegistrationKind, registration: Registration): void {
    addTo(this.#queues, kind, registration);
  }

  /** Maps each definition of a kind. */
  async resolve(kind: RegistrationKind, make: (definition: unknown) => Promise<unknown>): Promise<void> {
    const made: Registration[] = [];
    for (const one of this.#queues.get(kind) ?? []) {
      made.push({ ...one, definition: await make(one.definition) });
    }
    if (made.length > 0) this.#queues.set(kind, made);
  }

  /** Takes over the registrations of another instance. */
  include(other: Registrations): void {
    for (const [kind, registrations] of other.#queues) {
      for (const registration of registrations) this.add(kind, registration);
    }
  }

  /** By priority, then in order of registration. */
  list(kind: RegistrationKind): readonly Registration[] {
    return [...(this.#queues.get(kind) ?? [])].sort((a, b) => a.priority - b.priority);
  }
}
