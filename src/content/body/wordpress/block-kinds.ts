/** Core blocks that the server fills from elsewhere, or that are controls: they hold none of the entry's own text. */
const DYNAMIC = new Set([
  'archives',
  'avatar',
  'calendar',
  'categories',
  'comments',
  'home-link',
  'latest-comments',
  'latest-posts',
  'legacy-widget',
  'loginout',
  'more',
  'navigation',
  'navigation-link',
  'navigation-submenu',
  'nextpage',
  'page-list',
  'page-list-item',
  'pattern',
  'query',
  'query-loop',
  'read-more',
  'rss',
  'search',
  'subhead-query',
  'tag-cloud',
  'template-part',
  'term-description',
  'widget-group',
  'wp-calendar',
  'breadcrumbs',
  'table-of-contents',
]);

const DYNAMIC_PREFIX = /^(?:comment(?:s)?-|post-|query-|site-|terms-|term-query|navigation-)/;
/** Blocks of extensions that are forms, sign-ups or lists of other things. */
const DYNAMIC_EXTENSION =
  /^(?:contact-form-7|wpforms|gravityforms|formidable|ninja-forms|mailpoet|activitypub\/(?:follow-me|followers|reactions)|jetpack\/(?:contact-form|field-\w+|subscriptions|related-posts|sharing-buttons?|like|send-a-message|mailchimp|opentable|calendly|blogging-prompt|blogroll)|yoast-seo\/breadcrumbs|yoast\/(?:breadcrumbs|related-links)|rank-math\/toc-block|yoast-seo\/table-of-contents|woocommerce)(?:\/|$)/;

/** Lists of other entries and sign-ups, by the block's own name: `generateblocks/query`, `genesis-blocks/gb-newsletter`. */
const DYNAMIC_OWN =
  /^(?:[a-z]+-)?(?:query(?:-?loop|-?grid)?|looper|loop-(?:builder|item)|post-(?:template|grid|list|carousel|timeline)|newsletter(?:-form)?|breadcrumbs?|login-form|register-form|contact-form)$/;

/** True for a block that is removed, its inner blocks included. */
export function isDynamicBlock(name: string): boolean {
  // Blocks of extensions have a namespace, which may begin like a core name: `site-blocks/callout`.
  const slash = name.indexOf('/');
  if (slash >= 0) return DYNAMIC_EXTENSION.test(name) || DYNAMIC_OWN.test(name.slice(slash + 1));
  return DYNAMIC.has(name) || DYNAMIC_PREFIX.test(name) || DYNAMIC_EXTENSION.test(name);
}
