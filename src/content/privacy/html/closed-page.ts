import type { Element, Root } from 'hast';
import type { PrivacyRules } from '../../../config/config.js';
import { classesOf, findElement, hasClass } from '../../html/element.js';
import { CLOSED_POST, isOnlyForSome } from '../classes.js';
import { nameParts } from '../privacy.js';
import { hasClosedProperty, isAllowed, mayBeClosed } from './closed-properties.js';

/** Classes of a body. */
const CLOSED_BODY =
  /^(?:(?:is|has|status)-)?(?:draft|unpublished|private|paywall(?:ed)?|embargoed|confidential)$|^(?:password-protected|post-password-required)$|(?:^|-)node-unpublished$|^(?:post|page|article|entry|content)-(?:access|visibility)-(?:members|paid|tiers?|subscribers)$/;

/**
 * True for a page that marks itself as not public: by the class of its body (`members-only`), or by the classes of its
 * post, if the page was saved from WordPress while signed in.
 */
export function isClosedPage(document: Root, rules: PrivacyRules): boolean {
  const roots = ['html', 'body'].map((name) => findElement(document, ({ tagName }) => tagName === name));
  const names = roots.flatMap((root) => (root === undefined ? [] : classesOf(root)));
  const isClosed = (name: string) =>
    CLOSED_BODY.test(name.replace(/-+/g, '-')) || isOnlyForSome(nameParts(name));
  if (names.some((name) => isClosed(name) && !isAllowed(name, rules))) return true;
  if (
    roots.some((root) => root !== undefined && (hasClosedProperty(root, rules) || mayBeClosed(root, rules)))
  )
    return true;
  const [, id] = /(?:^|\s)(?:postid|page-id)-(\d+)(?:\s|$)/.exec(names.join(' ')) ?? [];
  if (id === undefined) return false;
  const isPost = (element: Element) => hasClass(element, `post-${id}`);
  const post = findElement(document, isPost);
  return [...names, ...(post === undefined ? [] : classesOf(post))].some(
    (name) => (CLOSED_POST.test(name) || name === 'access-granted') && !isAllowed(name, rules),
  );
}
