import { counted } from '../../../core/text.js';
import {
  BROWSER_ACCEPT,
  type Check,
  type Findings,
  isHtml,
  isMarkdown,
  skipped,
  type VerifyContext,
} from '../check.js';
import { allPages, type SampledPage } from '../pages.js';
import { PageText, sentencesOf } from '../shown-text.js';

/** Maximum number of compared twins in one run. */
const MAX_TWINS = 5000;
/** Maximum number of findings for each page, as examples. */
const MAX_PER_PAGE = 5;
const MAX_SHOWN_LENGTH = 160;
/** A page with scripts and fewer words is filled in the browser. */
const MIN_PAGE_WORDS = 30;

/**
 * A twin contains only what a visitor of its page sees. Only the site itself knows all its rules about who may
 * read what, so every twin is compared with its page as it's sent to a visitor without cookies.
 */
export const shown: Check = {
  id: 'shown',
  group: 'pages',
  title: 'Every twin contains only what its page shows to an anonymous visitor',
  async run(ctx, findings) {
    const pages = (await allPages(ctx)).slice(0, MAX_TWINS);
    if (pages.length === 0) return skipped('the lists name no twins');
    // Findings are in the order of the lists, whatever arrives first.
    const results = await Promise.all(pages.map((page) => compare(page, ctx)));
    for (const [number, { compared, sentences }] of results.entries()) {
      const { page, twin } = pages[number] as SampledPage;
      if (!compared) addScripted(findings, page);
      for (const sentence of sentences.slice(0, MAX_PER_PAGE)) addHidden(findings, twin, sentence);
    }
    const compared = results.filter((one) => one.compared).length;
    return `${counted(compared, 'twin')} compared with the page`;
  },
};

interface Comparison {
  /** False when the page is filled by scripts. */
  readonly compared: boolean;
  /** Sentences of the twin that the page lacks. */
  readonly sentences: readonly string[];
}

const NOTHING: Comparison = { compared: true, sentences: [] };

async function compare({ page, twin }: SampledPage, { client }: VerifyContext): Promise<Comparison> {
  const [visit, copy] = await Promise.all([
    client.visit(page, { accept: BROWSER_ACCEPT }),
    client.visit(twin),
  ]);
  // Pages that are missing or refused, and twins that aren't there, have checks of their own.
  if (!isHtml(visit) || !isMarkdown(copy) || visit.answer?.isCut === true) return NOTHING;
  const html = visit.answer?.text ?? '';
  const text = new PageText(html);
  const sentences = sentencesOf(copy.answer?.text ?? '').filter((sentence) => !text.shows(sentence));
  const isScripted = sentences.length > 0 && text.size < MIN_PAGE_WORDS && /<script[^>]+src=/i.test(html);
  return isScripted ? { compared: false, sentences: [] } : { compared: true, sentences };
}

function addHidden(findings: Findings, twin: string, sentence: string): void {
  const text = sentence.length > MAX_SHOWN_LENGTH ? `${sentence.slice(0, MAX_SHOWN_LENGTH)}…` : sentence;
  findings.add(twin, {
    level: 'fail',
    code: 'text-not-shown',
    hop: 'files',
    message: `The twin contains "${text}", which its page doesn't show to an anonymous visitor.`,
    fix: 'If it is for members, mark the entry as protected or name its shortcode, block or key in privacy.deny; if the page has changed since, build and deploy again.',
  });
}

function addScripted(findings: Findings, page: string): void {
  findings.add(page, {
    level: 'warn',
    code: 'page-filled-by-script',
    hop: 'server',
    message: "The page has almost no text before its scripts run, so its twin couldn't be compared with it.",
    fix: 'Compare the twin with the page by hand.',
  });
}
