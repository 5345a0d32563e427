import type { Ability } from '../ability.js';
import {
  flagOf,
  inputOf,
  integerOf,
  listOf,
  oneOf,
  orNull,
  outputOf,
  recordOf,
  rowOf,
  textOf,
} from '../schema.js';

const pages = listOf(
  rowOf({
    id: integerOf(),
    title: textOf(),
    url: textOf('Address of the page in the editor, or of the page itself.'),
    stale: flagOf('The result is older than the page.'),
  }),
);

const action = rowOf({
  id: textOf(),
  pillar: textOf('The rung that it improves.'),
  title: textOf(),
  why: textOf(),
  severity: oneOf(['fail', 'warn', 'content', 'info']),
  action: orNull(rowOf()),
});

/** The score of a site. */
const scoreSchema = recordOf({
  score: integerOf('0 to 100.'),
  band: textOf('The score in words.'),
  blocked: flagOf('Search engines are blocked, which limits the score to 10.'),
  ready: flagOf('Findable, readable and trusted are complete.'),
  measured: flagOf('Citations in answers have been measured.'),
  rungs: listOf(
    rowOf({
      key: textOf(),
      label: textOf(),
      score: orNull(integerOf('Null if not measured; its weight is distributed among the others.')),
      weight: integerOf(),
      kind: oneOf(['check', 'signal']),
      pass: orNull(integerOf()),
      total: orNull(integerOf()),
      note: textOf(),
      to: textOf('Its screen.'),
      view: textOf(),
    }),
  ),
  actions: listOf(action, 'What to do, the most urgent first; at most eight.'),
  next: orNull(action),
  graded: integerOf('Pages that count for the rung Optimized.'),
  flagged: integerOf('Those with at least one issue.'),
  unanswered: integerOf("Pages whose only problem is that they don't answer their search."),
  grading: integerOf('Pages that have never been checked.'),
  rechecking: integerOf('Pages that were edited since their check.'),
  cron: recordOf({
    lastRun: integerOf('Unix seconds of the last check of all pages.'),
    due: integerOf(),
    overdue: flagOf(),
  }),
  scope: recordOf({
    graded: listOf(textOf(), 'Content types that count.'),
    notGraded: listOf(textOf()),
    off: flagOf('The owner has switched the page checks off.'),
  }),
  content: listOf(
    rowOf({
      id: textOf('Id of a page check.'),
      label: textOf(),
      why: textOf(),
      count: integerOf(),
      countLabel: textOf(),
      pages,
    }),
    'Problems of pages, the most common first, each with a few pages.',
  ),
  ignored: listOf(
    rowOf({ id: integerOf(), title: textOf(), url: textOf(), flags: listOf(textOf()) }),
    'Pages that the owner has set aside.',
  ),
});

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
