import type { SchemaContext, SchemaNode, SchemaSubject } from './context.js';

/**
 * The path from the front page to an entry, through its first category where that has an archive.
 * @returns undefined for the front page
 */
export function breadcrumbNode(
  { site }: SchemaContext,
  { entry, category, isFront }: SchemaSubject,
): SchemaNode | undefined {
  if (entry === undefined || isFront) return undefined;
  const steps = [
    { name: 'Home', item: site.home },
    ...(category === undefined ? [] : [{ name: category.name, item: category.url }]),
    { name: entry.title || entry.url, item: entry.url },
  ];
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map((step, index) => ({ '@type': 'ListItem', position: index + 1, ...step })),
  };
}
