/** Runs in the thread of `body-job.ts`. */
export { runBodyJob } from './body-jobs.js';
