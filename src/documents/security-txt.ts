import { cleanEmail } from '../config/text.js';
import { formatUtcZ } from '../core/dates.js';
import { onSite } from '../core/paths.js';
import { isClaimed } from './discovery/index.js';
import type { DocumentContext, DocumentHooks, DocumentRow } from './document-row.js';
import { tidyLine } from './escape.js';
import { invalidResult } from './render.js';

const ADDRESS = /^(?:https?|mailto|tel):[^\s\p{Cc}\p{Cs}]+$/iu;

/**
 * Addresses for reports: the site's public e-mail address first, then the configured ones, each once.
 * @returns URIs; anything but an e-mail address or a scheme that people can use is left out
 */
export function securityContacts({ settings }: Pick<DocumentContext, 'settings'>): readonly string[] {
  const given = [settings.identity.contact_email, ...settings.security.contacts];
  return [...new Set(given.map((contact) => contactUri(contact.trim())).filter((uri) => uri !== ''))];
}

function contactUri(contact: string): string {
  if (cleanEmail(contact) !== '') return `mailto:${contact}`;
  return ADDRESS.test(contact) ? contact : '';
}

/**
 * The text of `security.txt`.
 * @see RFC 9116
 */
function buildSecurityTxt(ctx: DocumentContext): string {
  const { preferred_languages, policy, acknowledgments, encryption, hiring } = ctx.settings.security;
  const fields: readonly (readonly [name: string, value: string])[] = [
    ...securityContacts(ctx).map((uri) => ['Contact', uri] as const),
    ['Expires', formatUtcZ(ctx.securityExpires)],
    ['Canonical', ctx.urlOf('security-txt')],
    ['Preferred-Languages', tidyLine(preferred_languages) || primarySubtag(ctx.site.lang)],
    ['Policy', addressOf(ctx, policy)],
    ['Acknowledgments', addressOf(ctx, acknowledgments)],
    ['Encryption', addressOf(ctx, encryption)],
    ['Hiring', addressOf(ctx, hiring)],
  ];
  return fields.flatMap(([name, value]) => (value === '' ? [] : `${name}: ${value}\n`)).join('');
}

function primarySubtag(lang: string): string {
  return /^[a-z]{2,8}/i.exec(lang)?.[0] ?? '';
}

function addressOf(ctx: DocumentContext, address: string): string {
  if (address === '' || /[\s\p{Cc}\p{Cs}]/u.test(address)) return '';
  return onSite(address, ctx.site.baseUrl);
}

// A filter may sign the text, which adds lines around it, but readers need these two fields in any form of it.
async function refine(body: string, _ctx: DocumentContext, hooks: DocumentHooks): Promise<string> {
  const changed = await hooks.apply('svc_security_txt', body);
  const error = problemOf(changed);
  if (error === undefined) return changed;
  hooks.note(invalidResult('svc_security_txt', error));
  return body;
}

function problemOf(text: string): string | undefined {
  const count = (field: RegExp) => text.match(field)?.length ?? 0;
  if (count(/^contact:[ \t]*\S/gim) === 0) return 'it has no Contact line';
  if (count(/^expires:[ \t]*\S/gim) !== 1) return 'it must have exactly one Expires line';
  return undefined;
}

/** `/.well-known/security.txt`, which gives way to a real file and to every provider. */
export const securityTxt: DocumentRow = {
  id: 'security-txt',
  path: '/.well-known/security.txt',
  activity: false,
  contentType: 'text/plain',
  headers: 'wellKnown',
  preflight: false,
  summary: 'Contacts for reports of security problems (RFC 9116).',
  condition: '`enable_security_txt`, at least one contact, and no provider has the name',
  docs: 'security-txt.md',
  links: 'content',
  purge: true,
  live: { key: 'security', rank: 9, label: 'security.txt' },
  guarded: true,
  when: (ctx) =>
    ctx.settings.enable_security_txt &&
    ctx.asked.securityTxt &&
    securityContacts(ctx).length > 0 &&
    !isClaimed(ctx, 'security.txt'),
  render: buildSecurityTxt,
  refine,
};
