import { isObject } from '../../../core/is-object.js';
import { quoted } from '../report.js';
import type { AgentFragment, Skill } from '../resource.js';
import { type AddressContext, cleanAddress } from './address.js';
import { cleanKey, cleanText, type Fields } from './text.js';

/**
 * The agent of a resource.
 * @param id of the resource, for messages
 * @returns undefined when there is none, or the agent has no name
 */
export function agentOf(value: unknown, id: string, ctx: AddressContext): AgentFragment | undefined {
  if (isNothing(value)) return undefined;
  const fields: Fields = isObject(value) ? value : {};
  const name = cleanText(fields['name']);
  if (name === '') {
    ctx.report.warn(
      'resource_agent',
      `The agent of "${id}" has no name and was left out.`,
      'Give "agent" a "name".',
    );
    return undefined;
  }
  return {
    name,
    description: cleanText(fields['description']),
    skills: skillsOf(fields['skills'], id, ctx),
    endpoint: cleanAddress(fields['endpoint'], `the agent of "${id}"`, ctx),
    auth: cleanKey(fields['auth']),
  };
}

function isNothing(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

function skillsOf(value: unknown, id: string, { report }: AddressContext): readonly Skill[] {
  const list = Array.isArray(value) ? [...value] : value === undefined || value === null ? [] : [value];
  const skills = new Map<string, Skill>();
  for (const one of list) {
    const fields: Fields = isObject(one) ? one : { id: one };
    const skill = { id: cleanKey(fields['id']), description: cleanText(fields['description']) };
    if (skill.id !== '' && !skills.has(skill.id)) skills.set(skill.id, skill);
    else {
      report.warn(
        'resource_agent',
        `A skill of the agent of "${id}" (${quoted(fields['id'])}) has no id, or the id of another skill, and was left out.`,
        'Give each skill its own "id" of letters, digits, "_" and "-".',
      );
    }
  }
  return [...skills.values()];
}
