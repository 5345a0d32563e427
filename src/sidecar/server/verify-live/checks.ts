import { entryUrl, twinUrl } from '../../../documents/addresses.js';
import { byPublished } from '../../../documents/order.js';
import type { Surface, SurfaceContext } from '../../../documents/surface.js';

/** The requirements of a response. */
export interface Expectation {
  /** Part of the media type; undefined to accept any. */
  readonly type?: string;
  /** Valid JSON. */
  readonly json?: true;
  /** Readable by pages of every origin. */
  readonly cors?: true;
  /** The `Link` header, or the head of the page, names a Markdown version. */
  readonly link?: true;
}

/** One check of the live site. */
export interface LiveCheck {
  readonly key: string;
  readonly label: string;
  readonly url: string;
  readonly expect: Expectation;
}

/** Lists the checks for a browser in the order of the report. The sample is the latest published page. */
export function liveChecks(ctx: SurfaceContext): readonly LiveCheck[] {
  const rows = ctx.table.toSorted((a, b) => (a.live?.rank ?? 0) - (b.live?.rank ?? 0));
  return [...rows.flatMap((row) => documentChecks(row, ctx)), ...sampleChecks(ctx)];
}

function sampleChecks(ctx: SurfaceContext): readonly LiveCheck[] {
  const candidates = ctx.entries.filter((entry) => entry.twin !== '').sort(byPublished);
  // A page without its own date has no known publication date.
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

/** Returns the check of a document, if it is served. */
function documentChecks({ id, path, contentType, live }: Surface, ctx: SurfaceContext): readonly LiveCheck[] {
  if (live === undefined || !(ctx.served(id) || ctx.files.has(path))) return [];
  const { key, label, cors } = live;
  const isJson = contentType === 'application/json';
  const expect = { type: contentType, ...(isJson && { json: true as const }), ...(cors && { cors }) };
  return [{ key, label, url: ctx.site.baseUrl + path, expect }];
}
