import { programVersion } from '../../config/program-version.js';
import { availableUrl } from '../../documents/mcp-server.js';
import { restRootUrl } from '../../documents/rest-addresses.js';
import { type Keyring, publishedKeys } from '../../documents/signing/keys.js';
import { askSignedSurfaces } from '../../documents/signing/signed-surfaces.js';
import type { SigningFacts, Surface, SurfaceContext } from '../../documents/surface.js';
import { surfaces } from '../../documents/table.js';
import { collectRegistry } from '../../site/registry/collect.js';
import type { Notice } from '../../site/registry/notice.js';
import { publishRegistry } from '../../site/registry/publish.js';
import type { ClaimedDocument, Registry } from '../../site/registry/registry.js';
import { type Basis, type Collected, type DiscoveryFacts, surfaceContext } from '../context.js';
import type { Prepared } from '../prepare.js';
import { askDiscovery, askSecurityDays } from './asked.js';
import { openClaims } from './claims.js';
import { type SecurityExpiry, securityExpiry } from './security-expiry.js';

/** The inputs of collecting the registry. */
export interface DiscoverySetup {
  readonly prepared: Prepared;
  /** The configuration's folder. */
  readonly folder: string;
  /** Undefined while signing is off. */
  readonly keyring: Keyring | undefined;
  readonly pastExpiry: SecurityExpiry | undefined;
  note(notice: Notice): void;
}

/** The facts for the documents, and the documents of providers. */
export interface Gathered {
  /** All registrations, including suppressed and private ones: for the owner only. */
  readonly registry: Registry;
  readonly facts: DiscoveryFacts;
  readonly claimed: readonly ClaimedDocument[];
  readonly security: ReturnType<typeof securityExpiry>;
}

/** Collects the registry, passes it through its gate and runs the other filters of the discovery documents. */
export async function gatherDiscovery(
  setup: DiscoverySetup,
  basis: Basis,
  collected: Collected,
): Promise<Gathered> {
  const { prepared, folder, note } = setup;
  const { hooks, settings, rules } = prepared;
  const days = await askSecurityDays(hooks, settings.security.expires_days);
  const security = securityExpiry(setup.pastExpiry, days, rules.gate.now);
  const registry = await collect(setup, basis, surfaceContext(basis, collected));
  const facts: DiscoveryFacts = {
    published: await publishRegistry(registry, { site: basis.site, settings, hooks, note: setup.note }),
    signing: await askSigning(setup),
    asked: await askDiscovery(hooks),
    securityExpires: security.expires,
  };
  const ctx = surfaceContext({ ...basis, discovery: facts }, collected);
  const effective = facts.published.claims.filter(({ name }) => !isTaken(ctx, name));
  const claimed = await openClaims(effective, folder, note);
  const published = { ...facts.published, claims: claimed.map(({ claim }) => claim) };
  return { registry, facts: { ...facts, published }, claimed, security };
}

async function collect(
  { prepared, note }: DiscoverySetup,
  { config, site, settings, types }: Basis,
  ctx: SurfaceContext,
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

function restAddress(ctx: SurfaceContext): string | undefined {
  if (ctx.restApi.mode === 'external') return ctx.restApi.base;
  const isEmpty = ctx.restApi.mode === 'off';
  return !isEmpty && ctx.served('rest-index') ? restRootUrl(ctx) : undefined;
}

function addressOf(ctx: SurfaceContext, id: string): string | undefined {
  return ctx.served(id) ? ctx.urlOf(id) : undefined;
}

async function askSigning({ prepared, keyring, note }: DiscoverySetup): Promise<SigningFacts | undefined> {
  if (keyring === undefined) return undefined;
  const { hooks, settings, rules } = prepared;
  return {
    keys: publishedKeys(keyring, rules.gate.now, settings.signature_max_age_days),
    surfaces: await askSignedSurfaces(hooks, surfaces, note),
  };
}

/** A file of the site and a generated document both come before a provider's (spec section 4.2.1). */
function isTaken(ctx: SurfaceContext, name: string): boolean {
  const path = `/.well-known/${name}`;
  const isAt = (row: Surface) => row.path === path || row.aliases?.includes(path) === true;
  return ctx.files.has(path) || ctx.table.some((row) => isAt(row) && ctx.served(row.id));
}
