import { join } from 'node:path';
import { RobotsRules } from '../../../core/robots-rules.js';
import type { Warnings } from '../../../core/warnings.js';
import type { PageDecision } from '../scan.js';
import { readConfig } from './host-rules.js';

/** The pages of a built site. */
interface RobotsSite {
  /** Absolute. */
  readonly root: string;
  /** The path of the site on its host, without a slash at the end. */
  readonly basePath: string;
  readonly pages: ReadonlyMap<string, PageDecision>;
  readonly warnings: Warnings;
}

/**
 * Warns about published pages that `robots.txt` disallows. It says nothing about who may read a page, so the pages stay
 * public; but their owner may have meant to hide them.
 */
export function warnOfDisallowed({ root, basePath, pages, warnings }: RobotsSite): void {
  const text = readConfig(join(root, 'robots.txt')) ?? '';
  if (!/^\s*disallow\s*:\s*\//im.test(text)) return;
  const rules = new RobotsRules(text);
  const found = [...pages].filter(
    ([, decision]) =>
      'address' in decision &&
      decision.hostMarks === undefined &&
      !rules.allows('*', basePath + decision.address),
  );
  const [first] = found;
  if (first === undefined) return;
  warnings.add({
    code: 'html-disallowed',
    file: first[0],
    message: `robots.txt disallows ${found.length === 1 ? '1 page' : `${found.length} pages`} (${found.length === 1 ? 'this one' : 'this is the first'}), which the build publishes, because robots.txt doesn't say who may read them.`,
    fix: 'To hold pages back, list them under "exclude" of the source or give them <meta name="robots" content="noindex">.',
  });
}
