import { linkingText } from '../links/linking-text.js';
import { bodyImages } from '../media/body-images.js';
import { describeInBody } from '../media/describe-in-body.js';
import { newBody, unsafeMarkup } from '../write/body-text.js';

/** The functions that can run in a thread, by name. They take and return plain data. */
const BODY_JOBS = { bodyImages, describeInBody, linkingText, newBody, unsafeMarkup };

export type BodyJobs = typeof BODY_JOBS;

type Job<Name extends keyof BodyJobs> = (...input: Parameters<BodyJobs[Name]>) => ReturnType<BodyJobs[Name]>;

/** Runs a function by name. */
export function runBodyJob<Name extends keyof BodyJobs>({
  name,
  input,
}: {
  readonly name: Name;
  readonly input: Parameters<BodyJobs[Name]>;
}): ReturnType<BodyJobs[Name]> {
  const jobs: { readonly [Key in keyof BodyJobs]: Job<Key> } = BODY_JOBS;
  return jobs[name](...input);
}
