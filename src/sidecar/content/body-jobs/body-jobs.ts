import { plainText } from '../../../content/html/text.js';
import type { RawEntry } from '../../../sources/port.js';
import { bodyImages } from '../media/body-images.js';
import { describeInBody } from '../media/found-images.js';
import { newBody, unsafeMarkup } from '../write/body-text.js';

/** Number of leading characters of a page to consider. */
const SUBJECT = 8000;

/** What link suggestions need of a body. */
interface LinkingText {
  /** The visible text at the beginning in one line. */
  readonly text: string;
  /** The paths that the body already links to. */
  readonly linked: readonly string[];
}

/** Reads a body for link suggestions. A long body takes time: run this as a body job. */
function linkingText(
  body: string,
  format: RawEntry['format'],
  paths: readonly string[],
  baseUrl: string,
): LinkingText {
  const text = format === 'markdown' ? body.replace(/\]\([^()\s]*(?:\s[^()]*)?\)/g, '] ') : body;
  const linked = paths.filter((path) =>
    [baseUrl + path, ...(path.length > 1 ? [path] : [])].some((address) =>
      namesAddress(body, address.replace(/\/+$/, '')),
    ),
  );
  return { text: plainText(text).slice(0, SUBJECT), linked };
}

/** Checks for a complete address, with or without trailing slash, or of its Markdown twin. */
function namesAddress(body: string, address: string): boolean {
  for (let at = body.indexOf(address); at !== -1; at = body.indexOf(address, at + 1)) {
    const before = body[at - 1] ?? '';
    const behind = body.slice(at + address.length, at + address.length + 4);
    if (/^(?:["'(=\s<\]]|)$/.test(before) && /^(?:\/?(?:["')\s>#?\]]|$)|\.md)/.test(behind)) return true;
  }
  return false;
}

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
