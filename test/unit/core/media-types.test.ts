import { expect, it } from 'vitest';
import { contentTypeOf } from '../../../src/core/media-types.js';

it.each([
  // A browser refuses a stylesheet of a feed that is octet-stream and nosniff.
  ['feed.xsl', 'application/xml; charset=UTF-8'],
  ['site.WEBMANIFEST', 'application/manifest+json'],
  ['index.atom', 'application/atom+xml; charset=UTF-8'],
  ['events.ics', 'text/calendar; charset=UTF-8'],
  ['old.xhtml', 'application/xhtml+xml; charset=UTF-8'],
  ['data.bin', 'application/octet-stream'],
])('%s is sent as %s', (name, type) => {
  expect(contentTypeOf(name)).toBe(type);
});
