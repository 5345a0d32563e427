import { tallyOf } from '../../../quality/readiness/pages/judge.js';
import type { Ability } from '../ability.js';
import { builtContent, notFound, postId } from '../content.js';
import { readFresh } from '../fresh.js';
import { inputOf, integerOf, listOf, oneOf, outputOf, recordOf, rowOf, textOf } from '../schema.js';

/** Runs the checks of one page on its current content. */
export const checkPage: Ability = {
  slug: 'check-page',
  label: 'Check one page',
  description:
    'Reads one page from its source as it is now, draft or published, and returns every content check with ' +
    'its result: length, opening summary, specifics, sources, headings, long paragraphs, readability, links, ' +
    'image descriptions, media, age. Use it before an edit to see what to improve, and afterwards to see ' +
    "whether it helped. It doesn't return the text (see read-content), doesn't request the page on the web, " +
    'and stores nothing.',
  tier: 'read',
  permission: 'edit',
  input: inputOf({ post_id: integerOf('Id of the page.') }, ['post_id']),
  output: outputOf({
    summary: recordOf(
      { pass: integerOf(), warn: integerOf(), fail: integerOf() },
      'Number of checks by status.',
    ),
    checks: listOf(
      rowOf({
        id: textOf(),
        label: textOf(),
        status: oneOf(['pass', 'warn', 'fail']),
        detail: textOf('The result of the check.'),
      }),
    ),
  }),
  async run(input, call) {
    const { services, now } = call;
    const id = postId(input);
    const documents = await services.site.documents();
    const grade = await readFresh(builtContent(call), id, { documents, hooks: services.hooks, now });
    if (grade === undefined) return notFound(id);
    const checks = grade.rows.map(({ id, label, status, detail }) => ({ id, label, status, detail }));
    return { summary: tallyOf(checks), checks };
  },
};
