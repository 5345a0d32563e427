import { entryUrl, twinUrl } from '../../../documents/addresses.js';
import { byPublished } from '../../../documents/order.js';
import type { SurfaceContext } from '../../../documents/surface.js';

/** What an answer has to be. */
export interface Expectation {
  /** Part of the media type; undefined where it does not matter. */
  readonly type?: string;
  /** Valid JSON. */
  readonly json?: true;
  /** Open to pages of every origin. */
  readonly cors?: true;
  /** The `Link` header, or the head of the page, names a Markdown version. */
  readonly link?: true;
}

/** One look at the live site. */
export interface LiveCheck {
  readonly key: string;
  readonly label: string;
  readonly url: string;
  readonly expect: Expectation;
}

const TEXT: Expectation = { type: 'text/plain' };
const JSON_DOCUMENT: Expectation = { type: 'application/json', json: true };

/** Documents in the order of the report; each is looked at while it is served. */
const DOCUMENTS: readonly {
  readonly key: string;
  readonly label: string;
  readonly surface: string;
  readonly path: string;
  readonly expect: Expectation;
}[] = [
  { key: 'robots', label: 'robots.txt', surface: 'robots', path: '/robots.txt', expect: TEXT },
  { key: 'llms', label: 'llms.txt', surface: 'llms', path: '/llms.txt', expect: { ...TEXT, cors: true } },
  {
    key: 'llms_full',
    label: 'llms-full.txt',
    surface: 'llms-full',
    path: '/llms-full.txt',
    expect: { ...TEXT, cors: true },
  },
  {
    key: 'changes',
    label: 'Change feed',
    surface: 'changes',
    path: '/svc-changes.json',
    expect: { ...JSON_DOCUMENT, cors: true },
  },
  wellKnown('discovery', 'Discovery document', 'discovery', 'discovery.json'),
  wellKnown('agent_card', 'Agent card', 'agent-card', 'agent-card.json'),
  wellKnown('mcp', 'MCP descriptor', 'mcp', 'mcp.json'),
  {
    key: 'tdmrep',
    label: 'Reservation of text and data mining',
    surface: 'tdmrep',
    path: '/.well-known/tdmrep.json',
    expect: JSON_DOCUMENT,
  },
  {
    key: 'security',
    label: 'security.txt',
    surface: 'security-txt',
    path: '/.well-known/security.txt',
    expect: TEXT,
  },
];

/**
 * What a browser is to look at, in the order of the report. The sample is the page that was published last.
 * @see reference/readiness-and-score.md section 2
 */
export function liveChecks(ctx: SurfaceContext): readonly LiveCheck[] {
  const { baseUrl } = ctx.site;
  const documents = DOCUMENTS.filter(({ surface, path }) => ctx.served(surface) || ctx.files.has(path));
  return [
    ...documents.map(({ key, label, path, expect }) => ({ key, label, url: baseUrl + path, expect })),
    ...sampleChecks(ctx),
  ];
}

function sampleChecks(ctx: SurfaceContext): readonly LiveCheck[] {
  const candidates = ctx.entries.filter((entry) => entry.twin !== '').sort(byPublished);
  // A page without a date of its own says nothing of when it was published.
  const sample = candidates.find((entry) => entry.dated) ?? candidates[0];
  const twin = sample && twinUrl(ctx, sample);
  if (sample === undefined || twin === undefined) return [];
  return [
    {
      key: 'markdown',
      label: 'Markdown of the latest page',
      url: twin,
      expect: { type: 'text/markdown', cors: true },
    },
    { key: 'md_link', label: 'Pointer from that page', url: entryUrl(ctx, sample), expect: { link: true } },
  ];
}

function wellKnown(key: string, label: string, surface: string, name: string) {
  return {
    key,
    label,
    surface,
    path: `/.well-known/${name}`,
    expect: { ...JSON_DOCUMENT, cors: true },
  } as const;
}
