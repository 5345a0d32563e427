import type { Ability } from '../ability.js';
import { flagOf, inputOf, integerOf, listOf, outputOf, recordOf, rowOf, textOf } from '../schema.js';

const summary = recordOf({
  checks: integerOf('Number of answers received.'),
  mentions: integerOf(),
  citations: integerOf(),
  errors: integerOf(),
  visibilityScore: integerOf('Percent of answers that mention the product.'),
  citationRate: integerOf('Percent of answers that link to it.'),
});

const answer = rowOf({
  provider: textOf(),
  model: textOf(),
  mentioned: flagOf(),
  cited: flagOf(),
  competitors: listOf(textOf()),
  excerpt: textOf(),
  sources: listOf(textOf()),
  error: textOf(),
});

const product = rowOf({
  name: textOf(),
  domain: textOf(),
  rank: integerOf('Average position among the named products; 0 if it is never named.'),
  summary,
  shareOfVoice: listOf(
    rowOf({ name: textOf(), mentions: integerOf(), isBrand: flagOf(), share: integerOf() }),
  ),
  prompts: listOf(rowOf({ prompt: textOf(), providers: listOf(answer) })),
  paused: flagOf(),
  hasQuestions: flagOf(),
});

/** Whether answers of assistants name the site. */
export const readAiVisibility: Ability = {
  slug: 'read-ai-visibility',
  label: 'Mentions in assistants’ answers',
  description:
    'Returns the results of the last finished run of questions to assistants: how often their answers mention ' +
    'and link to what the owner tracks, which competitors they name, the result of each question, and the ' +
    'trend of the last runs. It asks no questions itself: before the first run "hasData" is false and all ' +
    'numbers are 0. Visits that came from such answers are in read-ai-traffic.',
  tier: 'read',
  permission: 'manage',
  input: inputOf(),
  output: outputOf({
    hasData: flagOf(),
    lastRunAt: textOf('UTC; empty before the first run.'),
    summary,
    products: listOf(product),
    trend: listOf(
      rowOf({ runId: integerOf(), at: textOf(), score: integerOf() }),
      'The last 12 runs, the oldest first.',
    ),
  }),
  async run(_, { services }) {
    const { dashboard } = await services.visibility.dashboard();
    return { ...dashboard };
  },
};
