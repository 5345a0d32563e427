import type { ContentStore } from '../../build/content/port.js';
import type { ClientGuard } from '../../insights/activity/guard/port.js';
import type { Storage } from '../../storage/port.js';
import { mintFirstLink } from '../accounts/sign-in.js';
import { countUnpushed } from '../content/git/unpushed.js';
import { updateContentIndex } from '../content/search/update-index.js';
import { pruneGone } from '../content/write/prune-gone.js';
import type { Mount } from '../server/app.js';
import type { BuiltFacts } from '../server/grading.js';
import { sidecarMounts } from '../server/mounts.js';
import type { Built } from './served-site-options.js';
import type { SidecarActivity } from './sidecar-activity.js';
import { openParts, type SidecarOptions } from './sidecar-parts.js';
import { servicesOf } from './sidecar-services.js';

/** Seconds between two checks for pages that no longer exist. */
const PRUNE_EVERY = 86_400;

/** The private half of a running sidecar. */
export interface Sidecar {
  readonly storage: Storage;
  readonly activity: SidecarActivity;
  readonly guard: ClientGuard;
  /** Returns its parts for the address of the site. */
  mounts(baseUrl: string): readonly Mount[];
  /** Takes over the results of a finished build. */
  take(built: Built): Promise<void>;
  /** Returns the address of the first sign-in; undefined once there are accounts. */
  firstLink(baseUrl: string): Promise<string | undefined>;
  close(): Promise<void>;
}

/**
 * Opens the database and creates everything behind the public handler.
 * @throws SvcError `SVC_STORAGE` when the database cannot be opened
 */
export async function openSidecar(options: SidecarOptions): Promise<Sidecar> {
  const { config, folder } = options.loaded;
  const parts = await openParts(options);
  const { storage, verdicts, activity, lease } = parts;
  let built: BuiltFacts | undefined;
  let pruned = 0;
  const prune = async (store: ContentStore): Promise<void> => {
    const now = options.now();
    if (now - pruned < PRUNE_EVERY) return;
    pruned = now;
    // The files are on the disk of the process that writes.
    if (lease !== undefined && !(await lease.holds())) return;
    const isThere = (id: number) => store.find(id) !== undefined;
    await pruneGone({ config, folder, storage, now, isThere });
  };
  const baseOf = (baseUrl: string) => (typeof config.sidecar === 'string' ? config.sidecar : baseUrl);
  return {
    storage,
    activity,
    guard: parts.protection.guard,
    mounts: (baseUrl) =>
      sidecarMounts(servicesOf({ ...options, parts, base: baseOf(baseUrl), built: () => built })),
    async take({ content, graded, report }) {
      const paths = config.source.map(({ path }) => path);
      const unpushed = config.content.git.commit ? await countUnpushed(folder, paths) : undefined;
      built = { content, ruleset: graded?.ruleset, limits: report.limits, unpushed };
      if (graded !== undefined) await verdicts.replace(graded.verdicts);
      await updateContentIndex(storage, content.store);
      await prune(content.store).catch((error: unknown) => options.logError(error, 'old revisions'));
      activity.start();
    },
    async firstLink(baseUrl) {
      const secret = await mintFirstLink(storage, options.now());
      return secret && `${baseOf(baseUrl)}/svc/login?link=${secret}`;
    },
    close: () => parts.close(),
  };
}
