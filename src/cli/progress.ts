import type { Progress } from '../build/report.js';
import type { Terminal } from './terminal.js';

/** Shows the progress of a run. */
export interface ProgressView {
  readonly update: (progress: Progress) => void;
  end(): void;
}

/** A bar for people at a screen; nothing for logs and pipes. */
export async function createProgress({ isTty, env }: Terminal, wanted: boolean): Promise<ProgressView> {
  if (!wanted || !isTty || env['CI'] !== undefined || env['TERM'] === 'dumb') {
    return { update: () => undefined, end: () => undefined };
  }
  const { progressBar } = await import('./progress-bar.js');
  return progressBar();
}
