import { flagOf, integerOf, listOf, oneOf, orNull, recordOf, rowOf, textOf } from './schema.js';

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
export const scoreSchema = recordOf({
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
