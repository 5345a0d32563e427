import { shortHash } from '../core/hash.js';
import type { SkillRow } from '../site/registry/registry.js';

const MAX_NAME = 64;

/** A skill with the name of its folder. */
export interface NamedSkill {
  readonly name: string;
  readonly skill: SkillRow;
}

/**
 * Gives every skill a name of `a-z`, `0-9` and single hyphens, 1–64 long: its id. Skills that would share a name
 * all get that of their resource as a prefix, and remaining collisions a number, in the order of the list.
 */
export function nameSkills(skills: readonly SkillRow[]): readonly NamedSkill[] {
  const shared = repeated(skills.map(({ id }) => slug(id)));
  const taken = new Set<string>();
  return skills.map((skill) => {
    const short = slug(skill.id);
    const name = freeName(shared.has(short) ? slug(`${skill.resource}-${skill.id}`) : short, taken);
    taken.add(name);
    return { name, skill };
  });
}

function repeated(names: readonly string[]): ReadonlySet<string> {
  return new Set(names.filter((name, index) => names.indexOf(name) !== index));
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number++) {
    const tail = number === 1 ? '' : `-${number}`;
    const candidate = trimHyphens(name.slice(0, MAX_NAME - tail.length)) + tail;
    if (!taken.has(candidate)) return candidate;
  }
}

// An id without any such letter still needs a name, and one that stays.
function slug(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
  const name = trimHyphens(trimHyphens(plain.replace(/[^a-z0-9]+/g, '-')).slice(0, MAX_NAME));
  return name === '' ? `skill-${shortHash(text)}` : name;
}

function trimHyphens(name: string): string {
  return name.replace(/^-|-$/g, '');
}
