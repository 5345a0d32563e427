import type { RawIdentity } from './config.js';
import { identity } from './defaults/identity.js';
import { invalidValue, type Origin, type WithOrigin } from './origin.js';
import type { Settings } from './settings.js';

type Identity = Settings['identity'];

/** Keys of the configuration and the settings they correspond to. */
const NAMES: Readonly<Record<keyof RawIdentity, keyof Identity>> = {
  type: 'entity_type',
  name: 'name',
  role: 'role',
  about: 'about',
  notDescription: 'not_description',
  audience: 'audience',
  email: 'contact_email',
  expertise: 'expertise',
  sameAs: 'same_as',
  services: 'services',
};

/**
 * The configured identity in the keys of the settings.
 * @param originOf returns where a key is written, for messages
 * @throws SvcError where a save of the same value would have changed it: a file should say what is meant
 */
export function identitySettings(
  given: WithOrigin<RawIdentity>,
  originOf: (key: string) => Origin,
): Partial<Identity> {
  const result: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(given.value)) {
    const name = NAMES[key as keyof RawIdentity];
    const field = identity.identity.parts?.[name];
    if (field === undefined) continue;
    const clean = field.read(value, field.initial, { types: [] });
    if (isLossy(value, clean)) {
      throw invalidValue({ value, origin: originOf(key) }, field.rule || field.kind);
    }
    result[name] = clean;
  }
  return result as Partial<Identity>;
}

/** Lists may lose blanks and repetitions, texts may lose space; an item or a text that disappears was wrong. */
function isLossy(given: unknown, clean: unknown): boolean {
  if (typeof given === 'string') return given.trim() !== '' && clean === '';
  if (!Array.isArray(given) || !Array.isArray(clean)) return false;
  const wanted = new Set(
    given.map((item) => (typeof item === 'string' ? item.trim() : item)).filter((item) => item !== ''),
  );
  return clean.length < wanted.size;
}
