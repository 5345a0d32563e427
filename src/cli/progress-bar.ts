import cliProgress from 'cli-progress';
import type { Progress } from '../build/report.js';
import type { ProgressView } from './progress.js';

const LABELS: Readonly<Record<Progress['stage'], string>> = {
  wait: 'waiting for another build',
  read: 'reading',
  convert: 'converting',
  write: 'writing',
};

/** A bar on the screen, from the first progress on. */
export function progressBar(): ProgressView {
  const bar = new cliProgress.SingleBar({
    format: '{label} {bar} {percentage} %',
    stream: process.stderr,
    clearOnComplete: true,
    // A hidden cursor would stay hidden after the program is interrupted.
    hideCursor: false,
    barsize: 30,
    barCompleteChar: '█',
    barIncompleteChar: '░',
    // A short run shows nothing.
    stopOnComplete: false,
  });
  let isStarted = false;
  let stage: Progress['stage'] | undefined;
  return {
    update(progress) {
      if (!isStarted) bar.start(1, 0, { label: LABELS[progress.stage] });
      isStarted = true;
      if (stage !== progress.stage) bar.setTotal(Math.max(1, progress.total));
      stage = progress.stage;
      bar.update(Math.min(progress.done, Math.max(1, progress.total)), { label: LABELS[progress.stage] });
    },
    end() {
      if (isStarted) bar.stop();
      isStarted = false;
    },
  };
}
