import { describe, expect, it } from 'vitest';
import type { HeaderProfile } from '../../../src/documents/document-row.js';
import {
  answersPreflight,
  headersOf,
  PREFLIGHT_HEADERS,
  profileHeaders,
} from '../../../src/documents/headers.js';
import { documentTable } from '../../../src/documents/table.js';
import { documentRow } from '../../support/documents/context.js';

const cached = { bypass_shared_cache: false };
const uncached = { bypass_shared_cache: true };

describe('response headers', () => {
  it('[8.1-well-known-headers] of generated well-known documents', () => {
    expect(profileHeaders('wellKnown', 'application/json', cached)).toEqual({
      'Content-Type': 'application/json; charset=UTF-8',
      'X-Content-Type-Options': 'nosniff',
      'Access-Control-Allow-Origin': '*',
      'Cache-Control': 'public, max-age=3600',
    });
  });

  it('[8.1-agent-file-headers] of agent files', () => {
    expect(headersOf(documentRow('llms'), cached)).toEqual({
      'Content-Type': 'text/plain; charset=UTF-8',
      'X-Content-Type-Options': 'nosniff',
      'Access-Control-Allow-Origin': '*',
      Vary: 'Accept',
      'Cache-Control': 'public, max-age=3600',
    });
  });

  it('[8-changes-max-age] of the change feed', () => {
    expect(headersOf(documentRow('changes'), cached)).toMatchObject({
      'Content-Type': 'application/json; charset=UTF-8',
      Vary: 'Accept',
      'Cache-Control': 'public, max-age=300',
    });
  });

  it('[8.1-markdown-headers] of Markdown, at its own address and negotiated at the page', () => {
    const negotiated = {
      'Content-Type': 'text/markdown; charset=UTF-8',
      'X-Content-Type-Options': 'nosniff',
      'Access-Control-Allow-Origin': '*',
      Vary: 'Accept',
      'Cache-Control': 'no-store, max-age=0',
      'CDN-Cache-Control': 'no-store',
      'Cloudflare-CDN-Cache-Control': 'no-store',
      'X-Accel-Expires': '0',
    };
    expect(profileHeaders('markdown', 'text/markdown', cached)).toEqual(negotiated);
    expect(headersOf(documentRow('markdown'), cached)).toEqual({ ...negotiated, 'X-Robots-Tag': 'noindex' });
  });

  it('of robots.txt: no CORS, no Vary', () => {
    expect(headersOf(documentRow('robots'), cached)).toEqual({
      'Content-Type': 'text/plain; charset=UTF-8',
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'public, max-age=3600',
    });
  });

  it('[8.3.2-no-store] keep every document out of caches with `bypass_shared_cache`', () => {
    const profiles: HeaderProfile[] = [
      'wellKnown',
      'agentText',
      'markdown',
      'changeFeed',
      'plain',
      'restApi',
    ];
    for (const profile of profiles) {
      const before = profileHeaders(profile, 'text/plain', cached);
      const after = profileHeaders(profile, 'text/plain', uncached);
      expect(after).toEqual({
        ...before,
        'Cache-Control': 'no-store, max-age=0',
        'CDN-Cache-Control': 'no-store',
      });
    }
  });
});

describe('preflight', () => {
  it('is answered for well-known documents and the read API, but for one that opts out', () => {
    expect(answersPreflight({ headers: 'wellKnown' })).toBe(true);
    expect(answersPreflight({ headers: 'wellKnown', preflight: false })).toBe(false);
    const elsewhere = documentTable.filter((row) => !row.path.startsWith('/.well-known/'));
    expect(elsewhere.filter(answersPreflight).map(({ id }) => id)).toEqual([
      'rest-index',
      'rest-list',
      'rest-item',
    ]);
    expect(PREFLIGHT_HEADERS['Access-Control-Max-Age']).toBe('86400');
  });
});
