import { type BuiltIn, openEndpoint, type ProviderInput } from './provider.js';

/** The feeds of the site: the change feed, and the feed for feed readers. */
export function feeds({ addresses: { changes, feed } }: ProviderInput): BuiltIn {
  const available = changes !== undefined || feed !== undefined;
  const endpoints = [
    ...(changes === undefined ? [] : [openEndpoint(changes, 'Change feed: new, changed and removed pages.')]),
    ...(feed === undefined ? [] : [openEndpoint(feed, 'Feed of the newest posts.')]),
  ];
  const resource = {
    id: 'content-feeds',
    title: 'News of the site',
    type: 'content',
    description: "What has changed, so that readers don't have to read everything again.",
    capabilities: [
      ...(changes === undefined ? [] : ['content.changes.read']),
      ...(feed === undefined ? [] : ['content.feed.read']),
    ],
    endpoints,
  };
  return {
    adapter: { id: 'feeds', title: 'Change feed and feed', available },
    resources: available ? [resource] : [],
  };
}
