/**
 * Runs jobs at the same time and yields their results in the order of the jobs.
 * @param room how many jobs may be under way
 * @throws what the first job in this order rejects with
 */
export async function* runInOrder<Job, Done>(
  jobs: AsyncIterable<Job> | Iterable<Job>,
  run: (job: Job) => Promise<Done>,
  room: number,
): AsyncGenerator<readonly [job: Job, done: Done]> {
  const underWay: Promise<readonly [Job, Done]>[] = [];
  for await (const job of jobs) {
    const done = run(job).then((result) => [job, result] as const);
    // Handled when its turn comes.
    done.catch(() => {});
    underWay.push(done);
    if (underWay.length >= room) yield await (underWay.shift() as (typeof underWay)[number]);
  }
  for (const done of underWay) yield await done;
}
