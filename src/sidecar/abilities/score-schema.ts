import { flagOf, integerOf, listOf, oneOf, orNull, recordOf, rowOf, textOf } from './schema.js';

const pages = listOf(
  rowOf({
    id: integerOf(),
    title: textOf(),
    url: textOf('Where the page is edited, or the page itself.'),
    stale: flagOf('The verdict is older than the page.'),
  }),
);

const action = rowOf({
  id: textOf(),
  pillar: textOf('The rung that it lifts.'),
  title: textOf(),
  why: textOf(),
  severity: oneOf(['fail', 'warn', 'content', 'info']),
  action: orNull(rowOf()),
});

/**
 * The score of a site.
 * @see reference/readiness-and-score.md section 3.5
 */
export const scoreSchema = recordOf({
  score: integerOf('0 to 100.'),
  band: textOf('The score in words.'),
  blocked: flagOf('Search engines are kept out, which caps the score at 10.'),
  ready: flagOf('Findable, readable and trusted are complete.'),
  measured: flagOf('Citations in answers have been measured.'),
  rungs: listOf(
    rowOf({
      key: textOf(),
      label: textOf(),
      score: orNull(integerOf('Null: not measured; the weight is shared out among the others.')),
      weight: integerOf(),
      kind: oneOf(['check', 'signal']),
      pass: orNull(integerOf()),
      total: orNull(integerOf()),
      note: textOf(),
      to: textOf('The screen that belongs to it.'),
      view: textOf(),
    }),
  ),
  actions: listOf(action, 'What to do, the most urgent first; at most eight.'),
  next: orNull(action),
  graded: integerOf('Pages that count for the rung Optimized.'),
  flagged: integerOf('Those of them with at least one issue.'),
  unanswered: integerOf('Pages whose only fault is that they do not answer their search.'),
  grading: integerOf('Pages that have never been read.'),
  rechecking: integerOf('Pages that were edited since they were read.'),
  cron: recordOf({
    lastRun: integerOf('Unix seconds of the last reading of all pages.'),
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
    'Problems of pages, the most common first; a few pages of each.',
  ),
  ignored: listOf(
    rowOf({ id: integerOf(), title: textOf(), url: textOf(), flags: listOf(textOf()) }),
    'Pages that the owner has set aside.',
  ),
});
