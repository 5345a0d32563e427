import { createHash } from 'node:crypto';
import { listOf, objectOf, textOf } from '../../../core/json.js';
import { isParsableUrl } from '../../../core/parsable-url.js';
import { counted } from '../../../core/text.js';
import { type Check, spread } from '../check.js';

/** Agents load a skill only when its bytes match the index. */
export const skills: Check = {
  id: 'skills',
  group: 'trust',
  title: 'Each skill of `agent-skills/index.json` has the digest that the index names',
  async run(ctx, findings) {
    const index = ctx.visited.find(({ document }) => document.row?.id === 'agent-skills-index');
    const list = listOf(objectOf(index?.visit.answer?.json)['skills']).map(objectOf);
    const sample = spread(list, ctx.sample);
    for (const { url, digest } of sample) {
      const address =
        index !== undefined && isParsableUrl(textOf(url), index.document.url)
          ? new URL(textOf(url), index.document.url).href
          : '';
      const answer = address === '' ? undefined : (await ctx.client.visit(address)).answer;
      // The check of advertised addresses reports skills that don't answer.
      if (answer?.isOk !== true || answer.content === undefined || typeof digest !== 'string') continue;
      const actual = `sha256:${createHash('sha256').update(answer.content).digest('hex')}`;
      if (digest === actual) continue;
      findings.add(address, {
        level: 'fail',
        code: 'skill-digest',
        hop: 'files',
        message: `The skill has the digest ${actual}, but the index names ${digest}.`,
        fix: 'Deploy the index and the skills of one build together, and let no intermediary change the files.',
      });
    }
    return counted(sample.length, 'skill');
  },
};
