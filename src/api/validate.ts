import type { ValidateReport } from '../quality/validate/rule.js';
import { openProject, type SiteOptions } from './project.js';

/** The options of `validate`, named like the flags of `svc validate`. */
export interface ValidateOptions extends SiteOptions {
  /** Another output folder than that of the configuration. */
  readonly dir?: string | undefined;
  /** True makes `ok` false for warnings too. */
  readonly strict?: boolean | undefined;
}

/**
 * Checks every document of an output folder, like `svc validate`.
 * @returns the report that `svc validate --json` prints
 * @throws SvcError `SVC_SOURCE_MISSING` when there is no such folder, and errors of loading the configuration
 */
export async function validate(options: ValidateOptions = {}): Promise<ValidateReport> {
  const { dir, strict, config, site } = options;
  const isNamed = config !== undefined || site !== undefined;
  const project = await openProject(options, ['dir', 'strict'], { strict });
  const { validateProject } = await import('./validate-project.js');
  return validateProject(project, { dir, isNamed });
}
