import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Settings } from '../config/settings.js';
import { baseSettings, settingsHash } from '../config/settings-merge.js';
import { decodePercent } from '../core/percent.js';
import type { DocumentHooks } from '../documents/document-row.js';
import type { LiveContent, LiveDocuments } from '../documents/live-content.js';
import { renderDocument } from '../documents/render.js';
import type { Keyring } from '../documents/signing/keys.js';
import { renewalTime } from '../documents/signing/renew.js';
import type { SignatureRecord } from '../documents/signing/sign.js';
import { schemaErrors } from '../quality/validate/ajv.js';
import { visibleTypes } from '../site/types.js';
import { type BaseFacts, type ConvertedFacts, documentContextOf } from './context.js';
import { gatherDiscovery } from './discovery/gather.js';
import type { SecurityExpiry } from './discovery/security-expiry.js';
import { DocumentSigner } from './discovery/write-documents.js';
import { MANIFEST_FILE } from './manifest.js';
import { filterBeacon, type Prepared } from './prepare.js';
import type { PageRedirect } from './redirects.js';
import { Notices } from './report.js';

/** The data of a run after its documents have been written. */
interface FinishedRun {
  readonly prepared: Prepared;
  readonly baseFacts: BaseFacts;
  readonly collected: ConvertedFacts;
  readonly security: SecurityExpiry;
  readonly keyring: Keyring | undefined;
  /** Signatures that the build has made or kept. */
  readonly signatures: readonly SignatureRecord[];
  readonly archives: readonly string[];
  readonly redirects: readonly PageRedirect[];
  readonly until: number | undefined;
  /** The configuration's folder. */
  readonly folder: string;
}

/**
 * Keeps a finished run for a sidecar. Called after the output has been committed, since texts are read from there.
 */
export function liveContent(run: FinishedRun): LiveContent {
  const { prepared, baseFacts, collected, archives, redirects, until } = run;
  const { out, html, publicDir, siteDir, profile, identity } = baseFacts.config;
  const { hooks, settings: builtUnder } = prepared;
  // A rendered site has copies of its own files.
  const own = html === 'render' ? [] : [publicDir, siteDir].filter((one) => one !== undefined);
  // Signatures are kept across versions of the settings: most documents stay the same.
  const signer = run.keyring && new DocumentSigner(run.keyring, run.signatures);
  return {
    out,
    own,
    needed: [join(out, MANIFEST_FILE), ...own.filter((folder) => existsSync(folder))],
    // If it is the output folder too, it contains files of this program.
    publicDir: publicDir !== undefined && resolve(publicDir) !== resolve(out) ? publicDir : undefined,
    settings: builtUnder,
    builtWith: settingsHash(builtUnder),
    built: prepared.rules.gate.now,
    until,
    archives,
    moved: new Map(redirects.map(({ from, to }) => [decodePercent(from).replace(/\/+$/, ''), to])),
    hooks,
    registrations: prepared.registrations,
    base: baseSettings(profile, identity),
    async under(settings, now) {
      const gate = await gateUnder(prepared, settings, now);
      const rules = { ...prepared.rules, gate, referralBeacon: await filterBeacon(hooks, settings) };
      const changed = { ...prepared, settings, rules };
      const visible = new Set(rules.gate.visibleTypes);
      const before: BaseFacts = {
        ...baseFacts,
        settings,
        rules,
        types: baseFacts.types.filter(({ slug }) => visible.has(slug)),
      };
      const entries = collected.entries.filter(({ type }) => visible.has(type));
      return documents({ ...run, prepared: changed, baseFacts: before }, { ...collected, entries }, signer);
    },
  };
}

async function documents(
  run: FinishedRun,
  collected: ConvertedFacts,
  signer: DocumentSigner | undefined,
): Promise<LiveDocuments> {
  const { prepared, baseFacts, folder, security: pastExpiry } = run;
  const { hooks } = prepared;
  const notices = new Notices();
  const keyring = prepared.settings.enable_signing ? run.keyring : undefined;
  const setup = { prepared, folder, keyring, pastExpiry, note: notices.add };
  const { registry, facts, claimed } = await gatherDiscovery(setup, baseFacts, collected);
  const ctx = documentContextOf({ ...baseFacts, discovery: facts }, collected);
  const documentHooks: DocumentHooks = {
    apply: (name, value, ...args) => hooks.apply(name, value, ...args),
    note: notices.add,
    check: schemaErrors,
  };
  return {
    ctx,
    registry,
    claimed: new Map(claimed.map((document) => [document.claim.name, document])),
    notices: notices.list(hooks.notices()),
    render: (row, instance) => renderDocument(row, ctx, instance, documentHooks),
    sign(documentId, path, bytes, now) {
      const renewed = keyring && signer?.sign(ctx, { documentId, path }, () => bytes, now);
      return renewed && { headers: renewed.headers, renewal: renewalTime(renewed.record) };
    },
  };
}

async function gateUnder(
  { hooks, rules }: Prepared,
  settings: Settings,
  now: number,
): Promise<Prepared['rules']['gate']> {
  const selected = await hooks.apply('svc_post_types', settings.post_types);
  return { ...rules.gate, now, visibleTypes: visibleTypes(selected, settings.post_types_vetoed) };
}
