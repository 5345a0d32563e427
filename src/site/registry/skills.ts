import type { Json } from '../../config/hooks/guards.js';
import type { Hooks } from '../../config/hooks/hooks.js';
import { asText } from '../../config/text.js';
import { cleanText } from './normalise/text.js';
import type { SkillRow } from './registry.js';
import { quoted, type Report } from './report.js';
import type { Resource } from './resource.js';

/**
 * The skills of all published resources, as plugins leave them. A row stays only while its resource is published:
 * no plugin brings back what the owner hides.
 */
export async function publishedSkills(
  resources: readonly Resource[],
  hooks: Pick<Hooks, 'apply'>,
  report: Report,
): Promise<readonly SkillRow[]> {
  const rows = resources.flatMap(({ id: resource, agent }) =>
    (agent?.skills ?? []).map(({ id, description }) => ({ id, name: id, description, resource })),
  );
  const published = new Set(resources.map(({ id }) => id));
  const filtered = await hooks.apply('svc_agent_skills', rows);
  return filtered.flatMap((row) => skillOf(row, published, report) ?? []);
}

function skillOf(row: Json, published: ReadonlySet<string>, report: Report): SkillRow | undefined {
  const id = cleanText(row['id']);
  const resource = asText(row['resource']) ?? '';
  if (id === '' || !published.has(resource)) {
    report.warn(
      'filter_result',
      `svc_agent_skills returned the skill ${quoted(row['id'])} of ${quoted(row['resource'])}, which was left out.`,
      'Give each row an "id" and, as "resource", the id of a published resource.',
    );
    return undefined;
  }
  return { id, name: cleanText(row['name']) || id, description: cleanText(row['description']), resource };
}
