import type { Ability } from '../ability.js';
import { inputOf, listOf, oneOf, orNull, outputOf, rowOf, textOf } from '../schema.js';
import { scoreSchema } from '../score-schema.js';

/**
 * The readiness report and the score.
 * @see reference/abilities-and-oauth.md section 5.1
 */
export const readReadiness: Ability = {
  slug: 'read-readiness',
  label: 'AI readiness and score',
  description:
    'Returns how ready this site is for AI assistants and search: the blended score from 0 to 100 with its rungs and ' +
    'the next actions, and every readiness check with its status, what was found and how to fix it. Start here to ' +
    'learn what the site as a whole lacks. It tells nothing of single pages beyond the most common problems: for ' +
    'those use read-content-issues. Nothing is measured anew on the web and nothing is changed.',
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
        detail: textOf('What was found.'),
        fix: textOf('What to do; empty on a pass.'),
        action: orNull(rowOf({}, 'Where the owner does it: a place in the settings, or a link.')),
        links: listOf(rowOf(), 'Further doors beside the action.'),
        ar: textOf('Id of the requirement in an outside catalogue; empty without one.'),
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
