import { runBuild } from '../../../../src/build/build.js';
import type { SiteContent } from '../../../../src/build/content/port.js';
import type { BuildReport } from '../../../../src/build/report.js';
import { loadConfig } from '../../../../src/config/load.js';
import type { LiveContent, LiveDocuments } from '../../../../src/documents/live-content.js';
import { abilityFacts } from '../../../../src/sidecar/abilities/facts.js';
import { NOW, TEST_KEY } from '../../cli/run-svc.js';

/** A build as a sidecar gets it. */
export interface LiveRun {
  readonly report: BuildReport;
  readonly live: LiveContent;
  readonly content: SiteContent;
  /** Of the settings of the build. */
  readonly documents: LiveDocuments;
}

/** Builds the configuration of a folder and hands over both sides of the result. */
export async function liveRun(cwd: string, now = NOW): Promise<LiveRun> {
  const env = { SVC_SIGNING_KEY: TEST_KEY };
  const loaded = await loadConfig({ cwd, flags: {}, env });
  let handed: readonly [LiveContent, SiteContent] | undefined;
  const report = await runBuild({
    loaded,
    cwd,
    clock: { now: () => now },
    env,
    abilityFacts,
    onLive: (live, content) => {
      handed = [live, content];
    },
  });
  if (handed === undefined) throw new Error('the build handed nothing over');
  const [live, content] = handed;
  return { report, live, content, documents: await live.under(live.settings, now) };
}
