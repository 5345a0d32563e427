import type { PrivacyRules } from '../../config/config.js';
import { escapeHtml } from '../../content/html/escape.js';
import { unavailableAfter } from '../../content/html/robots.js';
import type { Gate } from '../../content/privacy/wordpress/ranges.js';
import { gateWarnings } from '../../content/privacy/wordpress/warnings.js';
import type { Warnings } from '../../core/warnings.js';
import type { AuditListener } from '../audit.js';
import { isOpen } from '../is-open.js';
import { encodePath } from '../names.js';
import { fillPermalink } from '../permalinks.js';
import type { EntryStatus, RawEntry, RawTermRef } from '../port.js';
import { auditGates, heldCopiesRemover, keptByAllow } from '../privacy/held-copies.js';
import { type BodyNotes, readBody } from './body.js';
import { cutGhostGates } from './gates.js';
import { closingTag, marksOf } from './marks.js';
import type { GhostOptions, GhostSite } from './site.js';
import { type GhostTables, type PostMeta, publishedAt, readPostMeta } from './tables.js';
import { date, firstText, isOnValue, type TableRow, text, textFields } from './values.js';

/** Facts that apply to every post of an export. */
export interface EntryContext {
  /** The path as the user wrote it. */
  readonly file: string;
  readonly tables: GhostTables;
  readonly site: GhostSite;
  readonly options: GhostOptions;
  readonly warnings: Warnings;
  /** The owner's rules for names that sound like a restriction. */
  readonly privacy: PrivacyRules;
  readonly audit?: AuditListener | undefined;
}

const STATUSES: Readonly<Record<string, EntryStatus>> = {
  published: 'publish',
  draft: 'draft',
  scheduled: 'future',
};

/** Sent posts were letters only; an unknown status is treated as private. */
function statusOf(row: TableRow, meta: PostMeta): EntryStatus {
  if (meta.emailOnly || isOnValue(row['email_only'])) return 'private';
  return STATUSES[text(row, 'status')] ?? 'private';
}

/** Anything but an explicit `public` requires a membership; the oldest versions have no visibility. */
function isProtected(row: TableRow, site: GhostSite): boolean {
  const visibility = row['visibility'];
  return site.isPrivate || !(visibility === undefined || visibility === null || visibility === 'public');
}

/** The only way to control indexing is a tag in the page's head. */
function readRobots(row: TableRow, timeZone: string): Pick<RawEntry, 'noindex' | 'expires'> {
  const tags = (text(row, 'codeinjection_head').match(/<meta\b[^>]*>/gi) ?? []).filter((tag) =>
    /name\s*=\s*["']?(?:robots|googlebot)/i.test(tag),
  );
  const expires = unavailableAfter(
    tags.flatMap((tag) => /content\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(tag)?.slice(1).join('') ?? []),
    timeZone,
  );
  const noindex = tags.some((tag) => /noindex|\bnone\b/i.test(tag));
  return { noindex, ...(expires === undefined ? {} : { expires }) };
}

/** Turns a row of the posts into an entry. Returns undefined, with a warning, when it is unusable. */
export function readPost(row: TableRow, context: EntryContext): RawEntry | undefined {
  const [key, slug] = [text(row, 'id'), text(row, 'slug')];
  if (key === '' || slug === '') return skip(row, context);
  const { tables, site } = context;
  const meta = tables.meta.get(key) ?? readPostMeta(row);
  const type = row['type'] === 'page' || isOnValue(row['page']) ? 'page' : 'post';
  const status = statusOf(row, meta);
  const published = status === 'draft' ? date(row, 'published_at') : publishedAt(row);
  const modified = date(row, 'updated_at');
  const ref = `${context.file}#${slug}`;
  const terms = termsOf(key, tables);
  const held: Gate[] = [];
  const known: Gate[] = [];
  const gates = {
    rules: context.privacy,
    onGate: (gate: Gate) => void held.push(gate),
    ...(context.audit && { onKnown: (gate: Gate) => void known.push(gate) }),
  };
  const { body, format } = readBody(row, notesFor(ref, gates, context));
  const whole = ['html', 'plaintext', 'lexical', 'mobiledoc', 'markdown'].map((field) => text(row, field));
  const withoutCopies = heldCopiesRemover(whole.join('\n\n'), body);
  const open = (words: string, isTitle = false) =>
    escapeHtml(withoutCopies(cutGhostGates(words, gates), isTitle));
  const closing = closingTag(key, context);
  const seen = {
    status,
    protected: isProtected(row, site) || closing !== undefined,
    ...readRobots(row, site.timeZone),
  };
  const entry: RawEntry = {
    ref,
    key,
    type,
    ...seen,
    ...(context.audit && { marks: marksOf(row, { meta, site, closing }, seen) }),
    title: escapeHtml(text(row, 'title')),
    slug,
    url: addressOf(row, type, published, context),
    ...(published === undefined ? {} : { published }),
    ...(modified === undefined ? {} : { modified, modifiedField: 'updated_at' }),
    authorKeys: authorIds(row, tables).flatMap((id) => tables.users.get(id)?.key ?? []),
    terms,
    excerpt: open(text(row, 'custom_excerpt')),
    body: site.address(body),
    format,
    ...readPicture(row, meta, { site, open }),
    ...textFields({
      description: open(meta.metaDescription ?? ''),
      seoTitle: open(meta.metaTitle ?? '', true),
      lang: text(row, 'locale'),
    }),
    ...(isOnValue(row['featured']) ? { sticky: true } : {}),
    ...readExtra(row, meta, site),
  };
  warnAboutGates(held, entry, context);
  auditPost(row, entry, { held, known }, context);
  return entry;
}

/** Skips posts that are hidden as a whole. */
function warnAboutGates(gates: readonly Gate[], entry: RawEntry, { warnings }: EntryContext): void {
  if (!isOpen(entry)) return;
  const label = `“${entry.title.slice(0, 80)}”`;
  for (const warning of gateWarnings(gates, { file: entry.ref, label })) warnings.add(warning);
}

/** Reports every gate in a post that is public otherwise to the audit. */
function auditPost(
  row: TableRow,
  entry: RawEntry,
  { held, known }: { readonly held: readonly Gate[]; readonly known: readonly Gate[] },
  context: EntryContext,
): void {
  const { audit, privacy } = context;
  if (audit === undefined || !isOpen(entry)) return;
  const { ref } = entry;
  // An unclosed block of the editor has no name that the owner could allow.
  const isOwn = ({ name }: Gate) => name === 'kg-gated-block';
  auditGates(
    audit,
    ref,
    held.filter((gate) => !isOwn(gate)),
  );
  for (const { kind, name, attribute } of [...known, ...held.filter(isOwn)]) {
    audit.gate({
      ref,
      kind,
      name,
      ...(attribute !== undefined && { attribute }),
      isHeldBack: true,
      decider: 'format',
    });
  }
  if (privacy.allow.length === 0) return;
  const without: Gate[] = [];
  const gates = { rules: { ...privacy, allow: [] }, onGate: (gate: Gate) => void without.push(gate) };
  readBody(row, { gates, onUnknown: () => {}, onBroken: () => {} });
  for (const gate of keptByAllow(held, without)) audit.gate({ ref, ...gate });
}

function skip(row: TableRow, { file, warnings }: EntryContext): undefined {
  const title = text(row, 'title').slice(0, 80);
  warnings.add({
    code: 'ghost-post-skipped',
    file,
    message: `The post “${title}” (${firstText(row, 'id', 'uuid') || 'without id'}) has no ${text(row, 'id') === '' ? 'id' : 'slug'}; it was left out.`,
    fix: 'Export again, or add the missing field to the file.',
    skipped: true,
  });
  return undefined;
}

function notesFor(ref: string, gates: BodyNotes['gates'], { file, warnings }: EntryContext): BodyNotes {
  return {
    gates,
    onUnknown: (card) =>
      warnings.add({
        code: 'ghost-card-unknown',
        file,
        field: card.slice(0, 40),
        message: 'Posts without HTML use an unknown card; it was left out.',
        fix: 'Save these posts once in a current version and export again.',
      }),
    onBroken: (field) =>
      warnings.add({
        code: 'ghost-body-broken',
        file: ref,
        field,
        message: `The ${field} of the post isn't JSON, so it was left out.`,
        fix: 'Save the post again and repeat the export.',
      }),
  };
}

/** Public tags in the order of the post, so that the primary tag comes first. */
function termsOf(key: string, tables: GhostTables): RawTermRef[] {
  return tables.linked(tables.tagsOf, key).flatMap((id) => {
    const tag = tables.tags.get(id);
    return tag === undefined || tag.isInternal
      ? []
      : [{ taxonomy: 'tag', slug: tag.slug, name: escapeHtml(tag.name) }];
  });
}

function authorIds(row: TableRow, tables: GhostTables): readonly string[] {
  const linked = tables.linked(tables.authorsOf, text(row, 'id'));
  return linked.length > 0 ? linked : [firstText(row, 'author_id', 'author')];
}

function addressOf(
  row: TableRow,
  type: 'post' | 'page',
  published: number | undefined,
  context: EntryContext,
): string {
  const { tables, site, options } = context;
  const [id, slug] = [text(row, 'id'), text(row, 'slug')];
  const base = site.raw.baseUrl ?? '';
  const tags = tables.linked(tables.tagsOf, id).flatMap((one) => tables.tags.get(one) ?? []);
  const authors = authorIds(row, tables).flatMap((one) => tables.users.get(one)?.key ?? []);
  const primaryTag = tags[0]?.isInternal === false ? tags[0].slug : undefined;
  const { collections, permalinks } = options;
  const collection = collections.find(({ matches }) =>
    matches({
      tag: tags.map((tag) => tag.slug),
      primary_tag: primaryTag === undefined ? [] : [primaryTag],
      author: authors,
      primary_author: authors.slice(0, 1),
      featured: [String(isOnValue(row['featured']))],
      visibility: [text(row, 'visibility') || 'public'],
      slug: [slug],
      id: [id],
    }),
  );
  const isCollected = type === 'post' && collections.length > 0;
  // Ghost shows no post outside all collections.
  if (isCollected && collection === undefined) return '';
  const own = permalinks[type] ?? (type === 'post' ? site.permalinks : undefined);
  const pattern = isCollected ? collection?.permalink : own;
  if (pattern === undefined) return `${base}/${encodePath(slug)}/`;
  const { timeZone } = site;
  return (
    base + fillPermalink(pattern, { slug, id, published, primaryTag, primaryAuthor: authors[0], timeZone })
  );
}

function readPicture(
  row: TableRow,
  { imageAlt = '' }: PostMeta,
  { site, open }: { readonly site: GhostSite; open(words: string): string },
): Pick<RawEntry, 'image' | 'imageAlt'> {
  const image = site.address(firstText(row, 'feature_image', 'image'));
  return image === '' ? {} : textFields({ image, imageAlt: open(imageAlt) });
}

/** Facts that are not published by themselves. */
function readExtra(row: TableRow, meta: PostMeta, site: GhostSite): Pick<RawEntry, 'extra'> {
  const extra = textFields({
    canonical: site.address(text(row, 'canonical_url')),
    template: text(row, 'custom_template'),
    imageCaption: site.address(meta.imageCaption ?? ''),
    ogTitle: meta.ogTitle ?? '',
    ogDescription: meta.ogDescription ?? '',
    ogImage: site.address(meta.ogImage ?? ''),
  });
  return Object.keys(extra).length === 0 ? {} : { extra };
}
