import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runBuild } from '../../build/build.js';
import type { SourceConfig } from '../../config/config.js';
import { isWithin } from '../../config/out-safety.js';
import { systemClock } from '../../core/clock.js';
import type { IntegrationOptions } from '../after-build.js';
import { openBuild } from '../build.js';

/** What to build for a development server. */
export interface DevBuild {
  /** Folder of the project. */
  readonly root: string;
  readonly source: SourceConfig;
  /** Address at which the server answers. */
  readonly baseUrl: string;
  /** True reads Markdown files as they are. */
  readonly sourceOnly: boolean;
}

/** A folder outside of the project for what a development server needs; it goes when the process ends. */
export class DevFolder {
  readonly path: string;
  readonly #onExit = () => this.remove();

  constructor() {
    this.path = realpathSync(mkdtempSync(join(tmpdir(), 'svc-dev-')));
    process.once('exit', this.#onExit);
  }

  remove(): void {
    process.off('exit', this.#onExit);
    rmSync(this.path, { recursive: true, force: true });
  }

  /** Builds with the project's configuration, and leaves the project as it is. */
  async build({ root, source, baseUrl, sourceOnly }: DevBuild, options: IntegrationOptions): Promise<void> {
    const { config: given, env = process.env } = options;
    const { loaded } = await openBuild({ config: given, env, cwd: root, baseUrl });
    const config = {
      ...loaded.config,
      ...{ source: [source], sourceOnly, out: join(this.path, 'out'), html: 'none' as const },
      ...{ siteDir: undefined, inPlace: false, hosts: [], purge: undefined, database: undefined },
    };
    const run = { ...loaded.run, previous: undefined, strict: false, minFidelity: undefined, workers: 0 };
    await runBuild({
      loaded: { ...loaded, config, run },
      ...{ cwd: root, env, clock: systemClock(env), state: join(this.path, '.svc') },
    });
  }

  /** The text of a file in the output. */
  async read(path: string): Promise<string | undefined> {
    const out = join(this.path, 'out');
    const file = join(out, decodeURIComponent(path));
    return isWithin(file, out) ? readFile(file, 'utf8').catch(() => undefined) : undefined;
  }
}
