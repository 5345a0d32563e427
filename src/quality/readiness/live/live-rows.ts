import { counted } from '../../../core/text.js';
import { scanPage } from '../../../documents/page-head/page-scan.js';
import { type Finding, fail, pass, type ReadinessRow, toAddress, warn } from '../check.js';
import { closesSite, namesSitemap } from '../checks/crawling.js';
import { readinessChecks } from '../checks/table.js';
import { headSummary, wordCount } from '../facts.js';
import { identityOf, jsonLdNodes, type LiveIdentity } from './identity.js';

/** Fewer words do not describe the site. */
const MIN_WORDS = 200;
/** The fix for a missing document. */
const FIX =
  'Build the site with "svc build", which adds it unless it is switched off, and deploy the result.';

/** The facts, once everything has been fetched. */
interface LiveFacts {
  readonly site: LiveSiteParts;
  readonly identity: LiveIdentity;
  readonly isNoindex: boolean;
  readonly hasSchema: boolean;
}

/**
 * The readiness rows that can be determined from the public parts of a live site: the same ids and labels as those
 * of a build, in the same order.
 */
export function liveRows(site: LiveSiteParts): readonly ReadinessRow[] {
  const page = Buffer.from(site.home.bytes).toString('latin1');
  const nodes = jsonLdNodes(site.home.text);
  const facts = {
    site,
    identity: identityOf(site, nodes),
    isNoindex: scanPage(page).isNoindex || /\b(?:noindex|none)\b/i.test(site.home.robotsTag),
    hasSchema: nodes.length > 0,
  };
  return readinessChecks.flatMap(({ id, label }) => {
    const finding = LIVE_CHECKS[id]?.(facts);
    if (finding === undefined) return [];
    const { status, detail, fix, action } = finding;
    return { id, label, status, detail, fix, action };
  });
}

/** By id of the row; undefined where it can't be determined. */
const LIVE_CHECKS: Readonly<Record<string, (facts: LiveFacts) => Finding | undefined>> = {
  public: visibilityFinding,
  permalinks: permalinksFinding,
  llms: ({ site }) => documentFinding(site.llms),
  llms_words: wordsFinding,
  llms_full: ({ site }) => documentFinding(site.llmsFull),
  topics: topicsFinding,
  about: ({ identity: { about } }) =>
    about === ''
      ? fail(
          "The profile doesn't describe who is behind the site.",
          'Describe it in the profile of the discovery document, or in structured data.',
        )
      : pass(`The site describes who is behind it, in ${[...about].length} characters.`),
  expertise: ({ identity: { expertise } }) =>
    expertise.length === 0
      ? warn('Structured data names no field of expertise.', 'List the subjects that the site covers best.')
      : pass(`Structured data names: ${expertise.slice(0, 10).join(', ')}.`),
  same_as: ({ identity: { sameAs } }) =>
    sameAs.length === 0
      ? warn(
          'No other profile of the same person or organisation is linked.',
          'Add addresses of public profiles.',
        )
      : pass(`${counted(new Set(sameAs).size, 'other profile')} of the same person or organisation.`),
  entity_image: ({ identity: { image } }) =>
    image === ''
      ? warn('The site names no image or logo.', 'Name a square image of the person or organisation.')
      : pass(`The image is ${image}.`),
  entity_role: ({ identity: { isPerson, role } }) => {
    if (!isPerson) return pass("The profile isn't of a person.");
    return role === ''
      ? warn('The profile is of a person, but names no role.', 'Name the role.')
      : pass(`The profile names the role "${role}".`);
  },
  security_txt: ({ site: { securityTxt } }) =>
    isThere(securityTxt) && /^contact:[ \t]*\S/im.test(securityTxt.text)
      ? pass(`${securityTxt.url} names a contact.`)
      : warn(`There is no contact at ${securityTxt.url}.`, 'Serve security.txt with a contact.'),
  schema: ({ site, hasSchema }) =>
    hasSchema
      ? pass('The home page carries structured data.')
      : warn(`${site.home.url} has no structured data.`, FIX, toAddress(site.home.url, 'See the home page')),
  head_dupes: headFinding,
  robots: robotsFinding,
  ai_usage: usageFinding,
  sitemap: ({ site: { sitemap } }) =>
    sitemap.status === 200 && /<(?:urlset|sitemapindex)[\s>]/i.test(sitemap.text)
      ? pass(`The sitemap is ${sitemap.url}.`, toAddress(sitemap.url, 'See the sitemap'))
      : warn(`There is no sitemap at ${sitemap.url}.`, FIX),
  robots_sitemap: ({ site: { robots } }) =>
    isThere(robots) && namesSitemap(robots.text)
      ? pass('robots.txt names the sitemap.')
      : warn('robots.txt names no sitemap.', 'Add a line "Sitemap:" with its address.'),
};

function visibilityFinding({ site, isNoindex }: LiveFacts): Finding {
  const view = toAddress(site.robots.url, 'See robots.txt');
  if (isThere(site.robots) && closesSite(site.robots.text)) {
    const detail = 'robots.txt keeps all crawlers out.';
    return fail(detail, 'Remove "Disallow: /" from the group "User-agent: *".', view);
  }
  if (isNoindex)
    return fail('The home page has a robots tag with "noindex".', 'Remove "noindex" from its robots tag.');
  return pass(`${site.home.url} may be read and indexed.`);
}

/** The addresses in the index are a sample of all others. */
function permalinksFinding({ site }: LiveFacts): Finding | undefined {
  if (!isThere(site.llms)) return undefined;
  const links = [...site.llms.text.matchAll(/\]\((https?:[^)\s]+)\)/g)].map(([, url]) => url ?? '');
  const own = links.filter((url) => url.startsWith(`${site.base}/`));
  if (own.length === 0) return undefined;
  const queries = own.filter((url) => url.includes('?'));
  const [example] = queries;
  if (example === undefined)
    return pass(`All ${counted(own.length, 'address', 'addresses')} of the index are made of words.`);
  const detail = `${counted(queries.length, 'address', 'addresses')} of the index are queries, such as ${example}.`;
  return warn(detail, 'Switch to permalinks made of words.');
}

function documentFinding(document: LiveSiteParts['llms']): Finding {
  const view = toAddress(document.url, 'See it');
  if (isThere(document)) return pass(`${document.url} is there.`, view);
  const found =
    document.status === 200
      ? 'a page in its place'
      : document.status === 0
        ? 'no answer'
        : `HTTP ${document.status}`;
  return warn(`${document.url}: ${found}.`, FIX, view);
}

function wordsFinding({ site: { llms } }: LiveFacts): Finding | undefined {
  if (!isThere(llms)) return undefined;
  const words = wordCount(llms.text);
  return words >= MIN_WORDS
    ? pass(`/llms.txt has ${counted(words, 'word')}.`)
    : warn(
        `/llms.txt has ${counted(words, 'word')}; below ${MIN_WORDS} it says little about the site.`,
        'Describe the site in more detail, and list more pages with summaries.',
      );
}

function topicsFinding({ site: { twin } }: LiveFacts): Finding | undefined {
  if (twin === undefined || !isThere(twin)) return undefined;
  const has = /^tags: *\[[^\]]/m.test(twin.text) || /^Topics: \S/m.test(twin.text);
  return has
    ? pass(`${twin.url} names its topics.`)
    : warn(`${twin.url} names no topics.`, 'Give pages tags or topics.', toAddress(twin.url, 'See the twin'));
}

function headFinding({ site: { home } }: LiveFacts): Finding {
  const { descriptions, ogTitles, others } = headSummary(home.bytes);
  if (descriptions <= 1 && ogTitles <= 1) return pass('The home page has no repeated head tags.');
  const names = others.length === 0 ? '' : ` It names: ${others.join(', ')}.`;
  const detail = `The home page has ${descriptions} descriptions and ${ogTitles} "og:title" tags.${names}`;
  return warn(detail, 'Let only one program write these tags.', toAddress(home.url, 'See the home page'));
}

function robotsFinding({ site: { robots } }: LiveFacts): Finding {
  const view = toAddress(robots.url, 'See robots.txt');
  if (!isThere(robots)) return warn('There is no robots.txt.', 'Serve one with rules for crawlers.', view);
  return /^\s*content-signal:/im.test(robots.text)
    ? pass('robots.txt says what crawlers and AI systems may do.', view)
    : warn('robots.txt has no content signal.', 'Add a line "Content-Signal:" to it.', view);
}

function usageFinding({ site: { robots, home, tdmrep } }: LiveFacts): Finding {
  const signal = /^\s*content-signal:.*\bai-train\s*=\s*(yes|no)/im.exec(robots.text)?.[1]?.toLowerCase();
  if (signal === 'yes') return pass('Training on the content is allowed; nothing is reserved.');
  if (home.reservation === '1') return pass('Training is reserved in the header "tdm-reservation".');
  if (isThere(tdmrep)) return pass(`Training is reserved in ${tdmrep.url}.`);
  return warn(
    signal === 'no'
      ? 'Training is reserved, but only in robots.txt.'
      : "The site doesn't say whether models may be trained on its content.",
    'Send "tdm-reservation", or serve /.well-known/tdmrep.json.',
  );
}

/** A document of a live site, as an anonymous client gets it. */
export interface LiveDocument {
  /** The request address. */
  readonly url: string;
  /** 0 when there was no answer. */
  readonly status: number;
  /** Lower case, without parameters; empty when it was not sent. */
  readonly type: string;
  readonly text: string;
}

/** The public parts of a live site that the checks use. */
export interface LiveSiteParts {
  /** Address without trailing slash. */
  readonly base: string;
  readonly home: LiveDocument & {
    readonly bytes: Uint8Array;
    /** Values of `X-Robots-Tag` and `tdm-reservation`; empty when they were not sent. */
    readonly robotsTag: string;
    readonly reservation: string;
  };
  readonly robots: LiveDocument;
  readonly llms: LiveDocument;
  readonly llmsFull: LiveDocument;
  readonly discovery: LiveDocument;
  readonly securityTxt: LiveDocument;
  readonly tdmrep: LiveDocument;
  /** The sitemap that discovery or robots.txt name, or the one at the usual place. */
  readonly sitemap: LiveDocument;
  /** The first twin in the index; undefined when it lists none. */
  readonly twin: LiveDocument | undefined;
}

/** True for a document that exists and isn't an HTML page in its place. */
export function isThere({ status, text }: LiveDocument): boolean {
  return status === 200 && text.trim() !== '' && !/^\s*(?:<!doctype html|<html[\s>])/i.test(text);
}
