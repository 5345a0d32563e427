import type { Answer } from './answer.js';

/** A cache that answered in the server's place. */
interface CacheHit {
  /** Its name, as far as it can be seen. */
  readonly via: string;
  /** The age of the copy in seconds, if the cache sends it. */
  readonly age: number | undefined;
}

/** Fields by which caches announce a copy. */
const HIT_FIELDS = [
  'x-cache',
  'x-proxy-cache',
  'x-fastcgi-cache',
  'x-nginx-cache',
  'x-litespeed-cache',
  'x-srcache-fetch-status',
  'x-vercel-cache',
  'cache-status',
];

/** Signs of an intermediary in an answer, the most specific first. */
const NAMES: readonly (readonly [field: string, pattern: RegExp, name: string])[] = [
  ['cf-ray', /./, 'Cloudflare'],
  ['server', /cloudflare/i, 'Cloudflare'],
  ['x-amz-cf-id', /./, 'CloudFront'],
  ['via', /cloudfront/i, 'CloudFront'],
  ['x-served-by', /\bcache-/i, 'Fastly'],
  ['x-vercel-id', /./, 'Vercel'],
  ['x-nf-request-id', /./, 'Netlify'],
  ['x-litespeed-cache', /./, 'LiteSpeed'],
  ['via', /varnish/i, 'Varnish'],
  ['x-varnish', /./, 'Varnish'],
  ['x-fastcgi-cache', /./, 'nginx'],
  ['x-nginx-cache', /./, 'nginx'],
];

/** The cache that answered a request; undefined when the server itself did. */
export function cacheOf(answer: Answer): CacheHit | undefined {
  const seconds = /^\s*(\d+)\s*$/.exec(answer.headers('age')[0] ?? '')?.[1];
  const age = seconds === undefined ? undefined : Number(seconds);
  const status = answer.header('cf-cache-status');
  if (status?.trim().toLowerCase() === 'hit') return { via: 'Cloudflare', age };
  const isHit = HIT_FIELDS.some((field) => /\bhit\b/i.test(answer.header(field) ?? ''));
  if (!isHit && (age === undefined || age === 0)) return undefined;
  return { via: edgeOf(answer) ?? (isHit ? 'a CDN or reverse proxy' : 'a shared cache'), age };
}

/** The intermediary that passed an answer on, where it shows. */
export function edgeOf(answer: Answer): string | undefined {
  return NAMES.find(([field, pattern]) => pattern.test(answer.header(field) ?? ''))?.[2];
}
