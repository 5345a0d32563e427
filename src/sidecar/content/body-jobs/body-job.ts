import { JobLost, JobThread } from '../../../core/threads.js';
import { AbilityError } from '../../abilities/ability.js';
import { type BodyJobs, runBodyJob } from './body-jobs.js';

/** Length in characters from which a text is processed in a thread, so that the sidecar stays responsive. */
const LONG_BODY = 30_000;
const TIMEOUT_MS = 20_000;

const thread = new JobThread(new URL('./body-worker.js', import.meta.url), TIMEOUT_MS);

/**
 * Runs a function on the text of a body, in a thread when the text is long.
 * @param length characters of the texts
 * @param input arguments of the named function
 * @throws AbilityError `svc_body_too_complex` when it takes too much time or memory; nothing has been written in that
 *   case
 */
export async function bodyJob<Name extends keyof BodyJobs>(
  name: Name,
  length: number,
  input: Parameters<BodyJobs[Name]>,
): Promise<ReturnType<BodyJobs[Name]>> {
  if (length < LONG_BODY || !thread.isAvailable) return runBodyJob({ name, input });
  try {
    return await thread.run('runBodyJob', { name, input });
  } catch (cause) {
    if (!(cause instanceof JobLost)) throw cause;
    const message = `The text takes longer than ${TIMEOUT_MS / 1000} seconds or too much memory to process. Split it into several pages, or look for long runs of markup characters.`;
    throw new AbilityError(422, 'svc_body_too_complex', message);
  }
}
