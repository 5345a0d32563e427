import { asText } from '../../config/text.js';
import type { JsonObject } from '../../core/json.js';
import { objectOf } from '../../core/json.js';
import { type AddressContext, cleanAddress, wellKnownName } from './normalise/address.js';
import { type Notice, quoted, type Report, reportFor } from './notice.js';
import type { WellKnownClaim, WellKnownSource } from './registry.js';

const MEDIA_TYPE =
  /^[a-z0-9!#$&^_.+-]+\/[a-z0-9!#$&^_.+-]+(?:\s*;\s*[a-z0-9-]+=(?:[a-z0-9._:/+-]+|"[^"\\\p{Cc}]*"))*$/iu;

/** The well-known names that providers have claimed. The first claim of a name stands. */
export class ClaimList {
  readonly #byName = new Map<string, WellKnownClaim>();

  constructor(
    private readonly baseUrl: string,
    private readonly note: (notice: Notice) => void,
  ) {}

  /**
   * Takes a claim in any form; an invalid one leaves a notice.
   * @param definition `{name, content_type?, redirect | file | callback}`
   * @param origin the provider that claims it
   */
  add(definition: unknown, origin: string): void {
    const report = reportFor(origin, this.note);
    try {
      const claim = claimOf(definition, origin, { baseUrl: this.baseUrl, report });
      if (claim !== undefined) this.#take(claim, report);
    } catch {
      // A getter or a proxy of foreign code.
      report.error(
        'well_known_source',
        "A well-known document isn't a plain object, and was left out.",
        'Register a plain object.',
      );
    }
  }

  list(): readonly WellKnownClaim[] {
    return [...this.#byName.values()];
  }

  #take(claim: WellKnownClaim, report: Report): void {
    const first = this.#byName.get(claim.name);
    if (first === undefined) {
      this.#byName.set(claim.name, claim);
      return;
    }
    report.warn(
      'well_known_conflict',
      `${claim.origin} claims the well-known document "${claim.name}", which ${first.origin} has claimed before; the first claim counts.`,
      'Remove one of them, or register the one that you want with a lower priority.',
    );
  }
}

function claimOf(definition: unknown, origin: string, ctx: AddressContext): WellKnownClaim | undefined {
  const fields: JsonObject = objectOf(definition);
  const name = wellKnownName(fields['name']);
  if (name === '') {
    ctx.report.error(
      'well_known_name',
      `A well-known document has no usable name (${quoted(fields['name'])}) and was left out.`,
      'Give it a "name" without slashes, such as "shop.json".',
    );
    return undefined;
  }
  const source = sourceOf(fields, name, ctx);
  if (source === undefined) {
    ctx.report.error(
      'well_known_source',
      `The well-known document "${name}" has no body and was left out.`,
      'Give it a "redirect" (address), a "file" (path) or a "callback" (function that returns the body).',
    );
    return undefined;
  }
  return { name, contentType: contentTypeOf(fields, name, ctx.report), source, origin };
}

/** A redirect comes before a file, a file before a callback. */
function sourceOf(fields: JsonObject, name: string, ctx: AddressContext): WellKnownSource | undefined {
  const to = cleanAddress(fields['redirect'], `the redirect of "${name}"`, ctx);
  if (to !== '') return { kind: 'redirect', to };
  const file = asText(fields['file']) ?? '';
  if (file.trim() !== '' && !file.includes('\0')) return { kind: 'file', file };
  const body = fields['callback'];
  return typeof body === 'function' ? { kind: 'callback', body: () => body() as unknown } : undefined;
}

function contentTypeOf(fields: JsonObject, name: string, report: Report): string {
  const given = fields['content_type'] ?? fields['contentType'];
  const type = (asText(given) ?? '').trim();
  if (MEDIA_TYPE.test(type)) return type;
  if (given !== undefined) {
    report.warn(
      'well_known_source',
      `The content type ${quoted(given)} of the well-known document "${name}" is invalid; "text/plain" is used.`,
      'Write a media type such as "application/json".',
    );
  }
  return 'text/plain';
}
