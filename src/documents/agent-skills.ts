import { sha256 } from '../core/hash.js';
import { type DocumentContext, type DocumentRow, prettyJson } from './document-row.js';
import { type NamedSkill, nameSkills, renderSkill, skillDescription } from './skill-md.js';

const SCHEMA = 'https://schemas.agentskills.io/discovery/0.2.0/schema.json';
const FOLDER = '/.well-known/agent-skills';

function areServed(ctx: DocumentContext): boolean {
  return ctx.settings.enable_agent_skills && ctx.published.skills.length > 0;
}

/** Path of a skill's file below the base. */
export function skillPath({ name }: NamedSkill): string {
  return `${FOLDER}/${name}/SKILL.md`;
}

/** One entry of the index. The digest is taken over exactly the bytes of the file. */
interface IndexEntry {
  readonly name: string;
  readonly type: 'skill-md';
  readonly description: string;
  readonly url: string;
  readonly digest: string;
}

function indexEntry(ctx: DocumentContext, named: NamedSkill): IndexEntry {
  return {
    name: named.name,
    type: 'skill-md',
    description: skillDescription(ctx, named),
    url: ctx.site.baseUrl + skillPath(named),
    digest: `sha256:${sha256(renderSkill(ctx, named))}`,
  };
}

/** The published skills under the names of their folders; none while they are not served. */
export function servedSkills(ctx: DocumentContext): readonly NamedSkill[] {
  return areServed(ctx) ? nameSkills(ctx.published.skills) : [];
}

/**
 * `/.well-known/agent-skills/index.json`: every skill of every published resource.
 * @see Agent Skills discovery 0.2.0
 */
export const agentSkillsIndex: DocumentRow = {
  id: 'agent-skills-index',
  path: `${FOLDER}/index.json`,
  contentType: 'application/json',
  headers: 'wellKnown',
  summary: 'Skills of the published resources, with the address and digest of each `SKILL.md`.',
  condition: '`enable_agent_skills`, and a published resource has a skill',
  schema: 'agent-skills.schema.json',
  docs: 'agent-skills.md',
  when: areServed,
  render: (ctx) =>
    prettyJson({ $schema: SCHEMA, skills: servedSkills(ctx).map((named) => indexEntry(ctx, named)) }),
};

/** `/.well-known/agent-skills/{name}/SKILL.md`: one skill. */
export const agentSkill: DocumentRow<NamedSkill> = {
  id: 'agent-skill',
  path: `${FOLDER}/{name}/SKILL.md`,
  activity: 'agent-skills/SKILL.md',
  contentType: 'text/markdown',
  headers: 'wellKnown',
  summary: 'One skill: what it does, where to call it and how to sign in.',
  condition: 'the index lists it',
  docs: 'agent-skills.md',
  when: (ctx) => ctx.served('agent-skills-index'),
  *instances(ctx) {
    for (const named of servedSkills(ctx)) yield { path: skillPath(named), params: named };
  },
  render: (ctx, named) => renderSkill(ctx, named),
};
