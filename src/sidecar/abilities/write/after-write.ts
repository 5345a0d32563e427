import type { AbilityCall } from '../ability.js';

/** Milliseconds for which an answer waits for the site to follow. */
const PATIENCE = 10_000;
const NOT_BUILT =
  "The site doesn't show it yet: it couldn't be built. For the reason, its owner looks into its log.";

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
 * @returns the reason why the site doesn't show it yet, or an empty text
 */
export async function afterWrite({ services }: AbilityCall, written: EntryChange): Promise<string> {
  const { id, change, others = [] } = written;
  await services.verdicts.markStale([id, ...others]);
  await services.hooks.run('svc_agent_wrote_content', id, change);
  return rebuilt({ services });
}

/**
 * Builds the site and waits for the result, up to a time limit.
 * @returns the reason why the site doesn't show the change yet, or an empty text
 */
export async function rebuilt({ services }: Pick<AbilityCall, 'services'>): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve("The site doesn't show it yet: it is still being built."), PATIENCE);
  });
  const build = services.site.rebuild('an assistant has written content').then(
    (isBuilt) => (isBuilt ? '' : NOT_BUILT),
    (error: unknown) => {
      services.logError(error, 'the build after a write');
      return NOT_BUILT;
    },
  );
  const notice = await Promise.race([build, patience]);
  clearTimeout(timer);
  return notice;
}
