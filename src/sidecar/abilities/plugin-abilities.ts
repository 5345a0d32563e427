import type { Registration, Registrations } from '../../config/hooks/registrations.js';
import type { Notice } from '../../site/registry/notice.js';
import type { Ability, AbilityCall, AbilityInput, JsonSchema, Permission } from './ability.js';
import { abilityName, OWN_NAMESPACE } from './names.js';
import { inputOf } from './schema.js';
import { isSchema } from './validate.js';

/** An ability as a plugin hands it to `svc.ability()`. */
interface Definition {
  /** `namespace/name`; the namespace `svc` is ours. */
  readonly name: string;
  readonly label: string;
  readonly description: string;
  /** True when a run changes nothing; it is not believed to be so by default. */
  readonly readonly?: boolean;
  readonly destructive?: boolean;
  /** `manage`, `edit`, `upload`, `anybody`, or a function of the input and the account; `manage` by default. */
  readonly permission?: Permission;
  readonly input?: JsonSchema;
  readonly output?: JsonSchema;
  run(input: AbilityInput, call: Pick<AbilityCall, 'actor' | 'now'>): Promise<object> | object;
}

const NAME = /^([a-z0-9]+(?:-[a-z0-9]+)*)\/([a-z0-9]+(?:-[a-z0-9]+)*)$/;
const made = new WeakMap<
  object,
  { readonly abilities: readonly Ability[]; readonly notices: readonly Notice[] }
>();

/**
 * The abilities that plugins have registered, by priority. One that is not as it should be costs its own entry and
 * leaves a notice.
 * @param note told once for each run of notices
 */
export function pluginAbilities(
  registrations: Pick<Registrations, 'list'>,
  note: (notice: Notice) => void = () => undefined,
): readonly Ability[] {
  let known = made.get(registrations);
  if (known === undefined) {
    const notices: Notice[] = [];
    const abilities = new Map<string, Ability>();
    for (const registration of registrations.list('ability')) {
      const ability = abilityOf(registration, notices);
      if (ability === undefined) continue;
      if (abilities.has(abilityName(ability))) notices.push(problem(registration, 'its name is taken'));
      else abilities.set(abilityName(ability), ability);
    }
    known = { abilities: [...abilities.values()], notices };
    made.set(registrations, known);
  }
  for (const notice of known.notices) note(notice);
  return known.abilities;
}

function abilityOf(registration: Registration, notices: Notice[]): Ability | undefined {
  try {
    const { definition } = registration;
    return read(typeof definition === 'function' ? (definition() as unknown) : definition);
  } catch (error) {
    notices.push(problem(registration, error instanceof Error ? error.message : "it isn't a plain object"));
    return undefined;
  }
}

/** @throws Error that says what is wrong */
function read(given: unknown): Ability {
  if (typeof given !== 'object' || given === null) throw new Error("it isn't an object");
  const definition = given as Definition;
  const [, namespace = '', slug = ''] = NAME.exec(String(definition.name)) ?? [];
  if (slug === '') throw new Error(`its name is "${String(definition.name)}", not "namespace/name"`);
  if (namespace === OWN_NAMESPACE) throw new Error(`the namespace "${OWN_NAMESPACE}" is reserved`);
  const {
    label,
    description,
    input = inputOf(),
    output = { type: 'object' },
    permission = 'manage',
  } = definition;
  for (const [field, text] of Object.entries({ label, description })) {
    if (typeof text !== 'string' || text.trim() === '') throw new Error(`it has no ${field}`);
  }
  for (const [field, schema] of Object.entries({ input, output })) {
    if (!isSchema(schema)) throw new Error(`its ${field} isn't the schema of an object`);
  }
  if (typeof definition.run !== 'function') throw new Error('it has no "run" function');
  if (typeof permission !== 'function' && !['manage', 'edit', 'upload', 'anybody'].includes(permission)) {
    throw new Error(`its permission is "${String(permission)}"`);
  }
  return {
    namespace,
    slug,
    label,
    description,
    tier: definition.readonly === true ? 'read' : 'write',
    isDestructive: definition.destructive === true,
    permission,
    input,
    output,
    run: async (values, { actor, now }) => definition.run(values, { actor, now }),
  };
}

function problem({ origin }: Registration, what: string): Notice {
  return {
    level: 'error',
    code: 'provider_error',
    message: `An ability of ${origin} was left out: ${what}.`,
    fix: 'See docs/abilities.md, "Abilities of plugins".',
    origin,
  };
}
