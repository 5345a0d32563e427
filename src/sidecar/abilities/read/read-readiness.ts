import type { Ability } from '../ability.js';
import { inputOf, listOf, oneOf, orNull, outputOf, rowOf, textOf } from '../schema.js';
import { scoreSchema } from '../score-schema.js';

/** The readiness report and the score. */
export const readReadiness: Ability = {
  slug: 'read-readiness',
  label: 'AI readiness and score',
  description:
    'Returns how ready this site is for AI assistants and search: the score from 0 to 100 with its rungs and ' +
    'the next actions, and every readiness check with its status, result and fix. Start here to find what the ' +
    'site as a whole lacks. It covers single pages only by their most common problems: for more, use ' +
    'read-content-issues. It measures nothing on the web and changes nothing.',
  tier: 'read',
  permission: 'manage',
  input: inputOf(),
  output: outputOf({
    score: scoreSchema,
    checks: listOf(
      rowOf({
        id: textOf('Stable id of the check.'),
        label: textOf(),
        status: oneOf(['pass', 'warn', 'fail', 'off']),
        detail: textOf('The result of the check.'),
        fix: textOf('What to do; empty if the check passes.'),
        action: orNull(rowOf({}, 'Where the owner can do it: a setting or a link.')),
        links: listOf(rowOf(), 'Other links.'),
        ar: textOf('Id of the requirement in an external catalogue; empty if there is none.'),
      }),
      'Every check, in the order of the report.',
    ),
  }),
  async run(_, { services }) {
    const rows = await services.grading.readiness();
    return {
      score: await services.grading.score(rows),
      checks: rows.map((row) => ({ ...row, links: [], ar: '' })),
    };
  },
};
