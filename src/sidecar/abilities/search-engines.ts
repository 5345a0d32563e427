import { flagOf, integerOf, recordOf, textOf } from './schema.js';

/** Search engines that tell site owners about searches. */
export const ENGINES = ['google', 'bing'] as const;

const engine = recordOf({
  connected: flagOf(),
  hasData: flagOf(),
  lastError: textOf(),
  pageCap: integerOf(),
  dropped: integerOf(),
});

/** What is known of each. */
export const engines = recordOf({ google: engine, bing: engine });

const ABSENT = { connected: false, hasData: false, lastError: '', pageCap: 0, dropped: 0 };

/** Neither is connected. */
export const NO_ENGINES = { google: ABSENT, bing: ABSENT };
