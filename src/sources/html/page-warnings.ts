import { firstFew } from '../../core/text.js';
import type { Warnings } from '../../core/warnings.js';
import type { Doubt } from './addresses/evidence.js';
import { isErrorFile, LEFT_OUT_SETTINGS, LEFT_OUT_WORDS, type OmissionReason } from './left-out.js';

/**
 * Pages that generators write without being asked: for unknown addresses of a site that scripts fill, and Next.js's
 * copy of its error page.
 */
const GENERATED = /^(?:200|_not-found(?:\/index)?)\.html$/;

/** One warning for each reason: a site may have a thousand archives. The site's own error page needs none. */
export function warnOfLeftOut(
  leftOut: ReadonlyMap<OmissionReason, readonly string[]>,
  warnings: Warnings,
): void {
  for (const [reason, all] of leftOut) {
    const files = all.filter((file) => !isErrorFile(file) && !GENERATED.test(file));
    if (files.length === 0) continue;
    const more = files.length > 1 ? ` (${files.length}: ${firstFew(files)})` : '';
    warnings.add({
      code: `html-left-out-${reason.replaceAll(' ', '-')}`,
      ...(files[0] === undefined ? {} : { file: files[0] }),
      message: `Pages that ${LEFT_OUT_WORDS[reason]} were left out${more}.`,
      fix: LEFT_OUT_SETTINGS[reason],
    });
  }
}

/** Names the pages whose text only a browser sees, if any. */
export function warnOfEmptyPages(files: readonly string[], warnings: Warnings): void {
  const [first] = files;
  if (first === undefined) return;
  const subject = files.length === 1 ? 'The page has' : `${files.length} pages (this is the first) have`;
  warnings.add({
    code: 'html-empty-pages',
    file: first,
    message: `${subject} no text. If scripts write it in the browser, agents and many crawlers see nothing.`,
    fix: 'Have your framework prerender the pages (static export), or build from the folder with their content.',
  });
}

/** A site without a public page is hardly meant: themes of Hugo mark builds that aren't for production. */
export function warnOfNoindex(
  { pages, marked }: { readonly pages: number; readonly marked: number },
  warnings: Warnings,
): void {
  if (pages < 2 || marked < pages) return;
  warnings.add({
    code: 'html-all-noindex',
    message: `All ${pages} pages are marked as noindex, so none is published.`,
    fix: "If the theme marks builds that aren't for production, build the site for production (for many themes of Hugo: HUGO_ENV=production hugo).",
  });
}

/** Addresses in doubt: the build doesn't use them as canonical ones. */
export function warnOfDoubts(
  doubts: readonly (readonly [file: string, doubt: Doubt])[],
  warnings: Warnings,
): void {
  const [first] = doubts;
  if (first === undefined) return;
  const different = doubts.filter(([, doubt]) => doubt === 'disagree');
  const silent = doubts.length - different.length;
  const parts = [
    silent === 0 ? '' : `${silent} with unknown addresses (${DOUBTS.silent})`,
    different.length === 0 ? '' : `${different.length} with different addresses (${DOUBTS.disagree})`,
  ].filter(Boolean);
  warnings.add({
    code: 'html-no-canonical',
    file: (different[0] ?? first)[0],
    message: `Pages without a canonical address: ${parts.join(', ')}.`,
    fix: 'Have your generator write a canonical link in each page or a sitemap.xml, or set "cleanUrls" of the source.',
  });
}

const DOUBTS: Readonly<Record<Doubt, string>> = {
  silent: 'no canonical link, and neither a sitemap nor a page links to them',
  disagree: 'in the sitemap and in links',
};
