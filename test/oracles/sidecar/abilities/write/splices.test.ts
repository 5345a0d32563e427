import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { bodyImages } from '../../../../../src/sidecar/content/media/body-images.js';
import { type AbilitySite, abilitySite } from '../../../../support/sidecar/abilities/ability-site.js';
import { WRITES } from '../../../../support/sidecar/abilities/write/writing.js';

/** Pieces of which bodies are made: what text, blocks, code, images and files are full of. */
const PIECES = [
  'tea',
  ' and ',
  '. ',
  '\n',
  '\n\n',
  '\r\n',
  'é',
  '😀',
  '\u00a0',
  '&amp;',
  '"',
  '---\n',
  '+++\n',
  '# Tea\n',
  '`code`',
  '\n```\n',
  '<!-- wp:list -->',
  '<!-- /wp:list -->',
  '<!-- wp:more /-->',
  '<!-- ',
  '-->',
  '<b>',
  '</b>',
  '{{ x }}',
];
const IMAGES = [
  '<img src="a-cup.jpg">',
  "<img src='a-cup.jpg' alt='a-cup'>",
  '<img alt src=b.png>',
  '<img class="wp-image-7" src="c.png?x=1&amp;y=2" alt="A > B">',
  '<img data-alt="no" src="d.png" title="alt=1">',
  '![](e.png)',
  '![Old *words*](f.png "Title")',
  '![a [b] c](<g h.png>)',
  '![r][ref]',
  '![ref][]',
  '\n[ref]: r.png\n',
  '<figure><img src="k.png" alt=""><figcaption>Words</figcaption></figure>',
];
const HEADS = [
  '',
  '---\ntitle: Tea\nid: 5\n---\n',
  '\uFEFF---\r\ntitle: Tea\r\nid: 5\r\n---\r\n',
  '+++\ntitle = "Tea"\nid = 5\n+++\n',
];

const body = (pieces: readonly string[]) =>
  fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 14 }).map((parts) => parts.join(''));
const words = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }).map((text) => text.replaceAll('\0', '')),
  fc.constantFrom(...PIECES),
);

describe('whatever stands in a page', () => {
  let site: AbilitySite;
  let path: string;

  beforeAll(async () => {
    site = await abilitySite({
      files: { 'content/posts/tea.md': '---\ntitle: Tea\nid: 5\n---\n\nHot.\n' },
      settings: WRITES,
    });
    path = join(site.folder, 'content/posts/tea.md');
  }, 60_000);

  /** Runs an ability on a file, and tells what it left. */
  async function resultOf(head: string, text: string, slug: string, input: object) {
    writeFileSync(path, head + text);
    const { mtimeNs } = statSync(path, { bigint: true });
    const outcome = await site.run(slug, { post_id: 5, ...input });
    const now = statSync(path, { bigint: true });
    return { outcome, bytes: readFileSync(path), isTouched: now.mtimeNs !== mtimeNs };
  }

  it('edit-content puts one passage in its place, or writes nothing', { timeout: 120_000 }, async () => {
    let written = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...HEADS),
        body(PIECES),
        fc.nat(),
        fc.nat(12),
        words,
        async (head, text, from, length, fresh) => {
          const start = from % text.length;
          const old = text.slice(start, start + 1 + length);
          const { outcome, bytes, isTouched } = await resultOf(head, text, 'edit-content', {
            old,
            new: fresh,
          });
          const before = Buffer.from(head + text);
          if (outcome.kind === 'done') {
            const plain = Buffer.from(head + text.slice(0, start) + fresh + text.slice(start + old.length));
            const isCrLf =
              !/(?<!\r)\n|\r(?!\n)/.test(head + text) && /\r\n/.test(head + text) && !fresh.includes('\r');
            const kept = isCrLf ? fresh.replaceAll('\n', '\r\n') : fresh;
            const wanted = Buffer.from(head + text.slice(0, start) + kept + text.slice(start + old.length));
            expect(bytes.equals(wanted) || bytes.equals(plain)).toBe(true);
            expect(text.split(old)).toHaveLength(2);
            written += 1;
          } else {
            // A cut through a character leaves a half, which is no text at all.
            expect(outcome.kind).toBe(/\p{Surrogate}/u.test(old) ? 'invalid' : 'failed');
            expect(bytes.equals(before)).toBe(true);
            expect(isTouched).toBe(false);
          }
        },
      ),
      { numRuns: 150 },
    );
    expect(written).toBeGreaterThan(5);
    expect(site.errors).toEqual([]);
  });

  it('describe-content-image describes one image, or writes nothing', { timeout: 120_000 }, async () => {
    let written = 0;
    const alts = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
      .map((text) => text.replaceAll('\0', ''));
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...HEADS),
        body([...PIECES, ...IMAGES, ...IMAGES]),
        fc.integer({ min: 1, max: 4 }),
        fc.oneof(
          alts,
          fc.constantFrom('A [cup] of *tea*', 'a `b` c', 'x\\', '<b>', 'a & b', '"quoted"', 'a|b', '![x](y)'),
        ),
        fc.boolean(),
        async (head, text, index, alt, replace) => {
          const { outcome, bytes, isTouched } = await resultOf(head, text, 'describe-content-image', {
            index,
            alt,
            replace,
          });
          if (outcome.kind !== 'done') {
            expect(outcome.kind).toBe('failed');
            expect(bytes.equals(Buffer.from(head + text))).toBe(true);
            expect(isTouched).toBe(false);
            return;
          }
          const output = outcome.output as { changed: boolean; alt: string };
          if (!output.changed) return;
          const now = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes).slice(head.length);
          const [before, since] = [text, now].map((one) => bodyImages({ text: one, form: 'markdown' }));
          expect(since?.map((image) => image.alt)).toEqual(
            before?.map((image) => (image.index === index ? output.alt : image.alt)),
          );
          expect(since?.map(({ src }) => src)).toEqual(before?.map(({ src }) => src));
          // Whatever is not in the image is as it was.
          const [old, fresh] = [before?.[index - 1], since?.[index - 1]];
          expect(now.slice(0, fresh?.start)).toBe(text.slice(0, old?.start));
          expect(now.slice(fresh?.end)).toBe(text.slice(old?.end));
          written += 1;
        },
      ),
      { numRuns: 200 },
    );
    expect(written).toBeGreaterThan(5);
    expect(site.errors).toEqual([]);
  });
});
