import { readFile, realpath, stat } from 'node:fs/promises';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import type { Hooks } from '../../config/hooks/hooks.js';
import { programVersion } from '../../config/program-version.js';
import { isHttpUrl } from '../../core/parsable-url.js';
import type {
  DocumentContext,
  DocumentRow,
  FilterResults,
  SigningFacts,
} from '../../documents/document-row.js';
import { availableUrl } from '../../documents/mcp-server.js';
import { restRootUrl } from '../../documents/rest-addresses.js';
import { type Keyring, publishedKeys } from '../../documents/signing/keys.js';
import { filterSignedDocuments } from '../../documents/signing/sign.js';
import { documentTable } from '../../documents/table.js';
import { routedNames } from '../../documents/well-known-files.js';
import { collectRegistry } from '../../site/registry/collect.js';
import type { Notice } from '../../site/registry/notice.js';
import { publishRegistry } from '../../site/registry/publish.js';
import type { ClaimedDocument, Registry, WellKnownClaim } from '../../site/registry/registry.js';
import { type BaseFacts, type ConvertedFacts, type DiscoveryFacts, documentContextOf } from '../context.js';
import type { Prepared } from '../prepare.js';
import { type SecurityExpiry, securityExpiry } from './security-expiry.js';

/** The inputs of collecting the registry. */
interface DiscoverySetup {
  readonly prepared: Prepared;
  /** The configuration's folder. */
  readonly folder: string;
  /** Undefined while signing is off. */
  readonly keyring: Keyring | undefined;
  readonly pastExpiry: SecurityExpiry | undefined;
  note(notice: Notice): void;
}

/** Collects the registry, passes it through its gate and runs the other filters of the discovery documents. */
export async function gatherDiscovery(
  setup: DiscoverySetup,
  baseFacts: BaseFacts,
  collected: ConvertedFacts,
) {
  const { prepared, folder, note } = setup;
  const { hooks, settings, rules } = prepared;
  const days = await filterSecurityDays(hooks, settings.security.expires_days);
  const security = securityExpiry(setup.pastExpiry, days, rules.gate.now);
  const registry = await collect(setup, baseFacts, documentContextOf(baseFacts, collected));
  const facts: DiscoveryFacts = {
    published: await publishRegistry(registry, { site: baseFacts.site, settings, hooks, note: setup.note }),
    signing: await filterSigning(setup),
    asked: await filterDiscovery(hooks),
    securityExpires: security.expires,
  };
  const ctx = documentContextOf({ ...baseFacts, discovery: facts }, collected);
  const effective = facts.published.claims.filter(({ name }) => !isTaken(ctx, name));
  const claimed = await openClaims(effective, folder, note);
  const published = { ...facts.published, claims: claimed.map(({ claim }) => claim) };
  return { registry, facts: { ...facts, published }, claimed, security };
}

async function collect(
  { prepared, note }: DiscoverySetup,
  { config, site, settings, types }: BaseFacts,
  ctx: DocumentContext,
): Promise<Registry> {
  const { hooks, registrations, abilityFacts } = prepared;
  const registry = await collectRegistry({
    site,
    settings,
    config,
    registrations,
    hooks,
    types,
    taxonomies: [...new Set(ctx.terms.map((term) => term.taxonomy))],
    restPrefix: config.restPrefix,
    sidecarBase: ctx.sidecarBase,
    version: programVersion(),
    abilities:
      ctx.sidecarBase === undefined ? [] : await abilityFacts(settings, { hooks, registrations, note }),
    addresses: {
      rest: restAddress(ctx),
      openapi: availableUrl(ctx, 'openapi'),
      changes: addressOf(ctx, 'changes'),
      feed: ctx.otherFeed ?? addressOf(ctx, 'feed'),
      sitemap: addressOf(ctx, 'sitemap'),
      llms: addressOf(ctx, 'llms'),
    },
  });
  for (const notice of registry.notices) note(notice);
  return registry;
}

function restAddress(ctx: DocumentContext): string | undefined {
  if (ctx.restApi.mode === 'external') return ctx.restApi.base;
  const isEmpty = ctx.restApi.mode === 'off';
  return !isEmpty && ctx.served('rest-index') ? restRootUrl(ctx) : undefined;
}

function addressOf(ctx: DocumentContext, id: string): string | undefined {
  return ctx.served(id) ? ctx.urlOf(id) : undefined;
}

async function filterSigning({ prepared, keyring, note }: DiscoverySetup): Promise<SigningFacts | undefined> {
  if (keyring === undefined) return undefined;
  const { hooks, settings, rules } = prepared;
  return {
    keys: publishedKeys(keyring, rules.gate.now, settings.signature_max_age_days),
    signedIds: await filterSignedDocuments(hooks, documentTable, note),
  };
}

/** A file of the site and a generated document both come before a provider's (spec section 4.2.1). */
function isTaken(ctx: DocumentContext, name: string): boolean {
  const path = `/.well-known/${name}`;
  const isAt = (row: DocumentRow) => row.path === path || row.aliases?.includes(path) === true;
  return ctx.files.has(path) || ctx.table.some((row) => isAt(row) && ctx.served(row.id));
}

/** Minimum and maximum validity of `security.txt` in days (RFC 9116 section 2.5.5 recommends under a year). */
const MIN_DAYS = 1;
const MAX_DAYS = 365;

/** A flat name below `/.well-known/`. */
const NAME = /^(?!\.)[\w.~-]+$/;

/** The filters that run before the first condition, each called only here. */
async function filterDiscovery(hooks: Hooks): Promise<FilterResults> {
  const routed = await hooks.apply('svc_well_known_routed', routedNames(documentTable));
  const schemaUrl = await hooks.apply('svc_schema_url', '');
  return {
    schemaUrl: isHttpUrl(schemaUrl) ? schemaUrl : undefined,
    specs: await hooks.apply('svc_well_known_specs', {}),
    cardServer: await hooks.apply('svc_mcp_card_server', ''),
    securityTxt: await hooks.apply('svc_serve_security_txt', true),
    routed: new Set(routed.filter((name) => NAME.test(name))),
  };
}

/**
 * Days until `security.txt` expires.
 * @param configured the setting
 */
async function filterSecurityDays(hooks: Hooks, configured: number): Promise<number> {
  const days = Math.trunc(await hooks.apply('svc_security_txt_expires_days', configured));
  return Math.min(MAX_DAYS, Math.max(MIN_DAYS, days));
}

/** The longest body that a provider may give a well-known document, in bytes. */
const MAX_BYTES = 8 << 20;

/**
 * Gets the bodies of the documents that providers have claimed. A failure only affects its own document: it is
 * neither written nor advertised.
 * @param folder the configuration's folder, to which paths of files are relative
 * @param note called for every claim without a result
 */
async function openClaims(
  claims: readonly WellKnownClaim[],
  folder: string,
  note: (notice: Notice) => void,
): Promise<readonly ClaimedDocument[]> {
  const documents: ClaimedDocument[] = [];
  for (const claim of claims) {
    try {
      documents.push(await openClaim(claim, folder));
    } catch (error) {
      note({
        level: 'error',
        code: 'provider_error',
        message: `${claim.origin} claimed the well-known document "${claim.name}", but ${messageOf(error)}`,
        fix: 'Correct the plugin. Until then, the document is left out.',
        origin: claim.origin,
      });
    }
  }
  return documents;
}

async function openClaim(claim: WellKnownClaim, folder: string): Promise<ClaimedDocument> {
  const { source } = claim;
  if (source.kind === 'redirect') return { kind: 'redirect', claim, to: source.to };
  const body =
    source.kind === 'file' ? await readBody(folder, source.file) : toBody(await called(source.body));
  if (Buffer.byteLength(body) > MAX_BYTES) throw new Error(`its body is longer than ${MAX_BYTES} bytes`);
  return { kind: 'file', claim, body };
}

/**
 * A file of the project, after links are resolved: files outside it, and hidden ones inside, aren't public.
 * The message names no path.
 */
async function readBody(folder: string, file: string): Promise<Uint8Array> {
  const path = await realpath(resolve(folder, file)).catch(() => undefined);
  if (path === undefined) throw new Error('its file is missing');
  const steps = relative(await realpath(folder), path).split(sep);
  if (steps[0] === '..' || isAbsolute(steps.join(sep))) throw new Error('its file is outside the project');
  if (steps.some((step) => step.startsWith('.') && step !== '.well-known'))
    throw new Error('its file is hidden');
  const found = await stat(path).catch(() => undefined);
  if (found?.isFile() !== true) throw new Error('its file is missing');
  if (found.size > MAX_BYTES) throw new Error(`its file is longer than ${MAX_BYTES} bytes`);
  return readFile(path);
}

async function called(callback: () => unknown): Promise<unknown> {
  try {
    return await callback();
  } catch (cause) {
    throw new Error(`its callback failed: ${messageOf(cause)}`, { cause });
  }
}

function toBody(value: unknown): string | Uint8Array {
  if (typeof value === 'string' || value instanceof Uint8Array) return value;
  if (typeof value === 'object' && value !== null) return JSON.stringify(value, null, 4);
  throw new Error('its callback must return text, bytes or an object');
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : "it threw something that isn't an error";
}
