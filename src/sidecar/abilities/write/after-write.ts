import type { AbilityCall } from '../ability.js';

/** Milliseconds for which an answer waits for the site to follow. */
const PATIENCE = 10_000;

/** What was done to an entry. */
export interface EntryChange {
  readonly id: number;
  readonly change: 'create' | 'update';
  /** Further entries that show what has changed. */
  readonly others?: readonly number[];
}

/**
 * What follows a write that has succeeded: verdicts are marked out of date, plugins are told, and the site is built, so
 * that what is asked next, here or by a visitor, is answered with what was written. A long build is not waited for.
 * @see spec section 6, points 2 and 4
 */
export async function afterWrite({ services }: AbilityCall, written: EntryChange): Promise<void> {
  const { id, change, others = [] } = written;
  await services.verdicts.markStale([id, ...others]);
  await services.hooks.run('svc_agent_wrote_content', id, change);
  await rebuilt({ services });
}

/** Builds the site, and waits until it has been built, but not for long. */
export async function rebuilt({ services }: Pick<AbilityCall, 'services'>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, PATIENCE);
  });
  const build = services.site
    .rebuild('an assistant has written content')
    .catch((error: unknown) => services.logError(error, 'the build after a write'));
  await Promise.race([build, patience]);
  clearTimeout(timer);
}
