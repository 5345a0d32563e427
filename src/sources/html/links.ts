import type { ReferenceKind, ResolveReference } from '../../html/rebase.js';
import { comparableHost, pageKey, pathBelow } from './page-address.js';
import type { FolderSurvey } from './survey.js';

/** Stands for the site where its address is not known. */
const NOWHERE = 'http://site.invalid';

/**
 * Makes the function that turns the references of one page into addresses that hold anywhere: relative ones are
 * read where the file lies, and links to other pages get the address of the page.
 * @param file path of the page's file
 * @param baseHref the page's own `<base>`, empty where it has none
 * @returns absolute addresses where the site's base is known, else paths from the site's root
 */
export function makePageResolver(file: string, baseHref: string, survey: FolderSurvey): ResolveReference {
  const home = survey.base ?? { host: 'site.invalid', path: '', url: NOWHERE };
  const place = new URL(`${home.url}/${file.split('/').map(encodeURIComponent).join('/')}`);
  const start = baseHref !== '' && URL.canParse(baseHref, place.href) ? new URL(baseHref, place) : place;
  const known = { link: new Map<string, string>(), resource: new Map<string, string>() };

  /** A link of a page is asked for more than once. */
  function resolve(reference: string, kind: ReferenceKind): string {
    const before = known[kind].get(reference);
    if (before !== undefined) return before;
    const resolved = resolveAnew(reference, kind);
    known[kind].set(reference, resolved);
    return resolved;
  }

  function resolveAnew(reference: string, kind: ReferenceKind): string {
    if (!URL.canParse(reference, start.href)) return reference;
    const url = new URL(reference, start);
    const path = pathBelow(url, home);
    if (path === undefined) {
      // What stands on this host outside of the site is still found there.
      const isOwn = comparableHost(url) === home.host && survey.base === undefined;
      return isOwn
        ? url.pathname + url.search + url.hash
        : /^[a-z]+:/i.test(reference)
          ? reference
          : url.href;
    }
    const address = kind === 'link' ? (survey.addresses.get(pageKey(path)) ?? path) : path;
    return (survey.base?.url ?? '') + address + url.search + url.hash;
  }

  return resolve;
}
