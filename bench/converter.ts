import { pathToFileURL } from 'node:url';
import rehypeParse from 'rehype-parse';
import rehypeRemark from 'rehype-remark';
import remarkGfm from 'remark-gfm';
import remarkStringify from 'remark-stringify';
import { unified } from 'unified';
import { parseHtml } from '../src/content/html/parse.js';
import { toMarkdown } from '../src/content/markdown/to-markdown.js';
import { type PageSet, pageSets } from './pages.js';

/** Result for one set of pages. */
export interface ConverterResult {
  readonly name: string;
  readonly pages: number;
  readonly kilobytes: number;
  /** Pages per second: ours, and the unified pipeline as its documentation shows it. */
  readonly ours: number;
  readonly unified: number;
  /** Ours divided by unified, of medians. */
  readonly ratio: number;
}

const ROUNDS = 3;
/** A round converts at least this much: a small set is repeated, or chance would decide. */
const ROUND_BYTES = 2_000_000;

const pipeline = unified()
  .use(rehypeParse, { fragment: true })
  .use(rehypeRemark)
  .use(remarkGfm)
  .use(remarkStringify);

function naive(html: string): number {
  return String(pipeline.processSync(html)).length;
}

function ours(html: string): number {
  return toMarkdown(parseHtml(html)).length;
}

/**
 * Measures the converter against the naive unified pipeline: same process, interleaved rounds, medians.
 *
 * @returns one result per set of pages
 */
export async function benchConverter(): Promise<ConverterResult[]> {
  return pageSets().map(measure);
}

function measure({ name, pages: set }: PageSet): ConverterResult {
  const bytes = set.reduce((sum, page) => sum + page.length, 0);
  const pages = Array.from({ length: Math.ceil(ROUND_BYTES / bytes) }, () => set).flat();
  run(ours, pages);
  run(naive, pages);
  const times: { ours: number[]; naive: number[] } = { ours: [], naive: [] };
  for (let round = 0; round < ROUNDS; round++) {
    times.naive.push(run(naive, pages));
    times.ours.push(run(ours, pages));
  }
  const [fast, slow] = [median(times.ours), median(times.naive)];
  return {
    name,
    pages: set.length,
    kilobytes: Math.round(bytes / 1024),
    ours: Math.round(pages.length / fast),
    unified: Math.round(pages.length / slow),
    ratio: Math.round((slow / fast) * 100) / 100,
  };
}

function run(convert: (html: string) => number, pages: readonly string[]): number {
  const start = performance.now();
  let total = 0;
  for (const page of pages) total += convert(page);
  if (total === 0) throw new Error('nothing was converted');
  return (performance.now() - start) / 1000;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  console.table(await benchConverter());
}
