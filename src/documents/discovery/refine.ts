import { capabilities } from '../../site/registry/derive.js';
import type { HiddenNames } from '../../site/registry/registry.js';
import { invalidResult, keepValid, putBack } from '../render.js';
import { prettyJson } from '../serialise.js';
import type { SurfaceHooks } from '../surface.js';
import type { DiscoveryDocument } from './index.js';
import { DISCOVERY_KEYS } from './keys.js';

type Json = Readonly<Record<string, unknown>>;

const SCHEMA = 'discovery.schema.json';

/**
 * Passes the discovery document through its filters: `svc_documents` on the map, `svc_envelope` last on the whole.
 * Invalid results are dropped, and so is a top-level key that the format does not define. What the
 * owner hides stays hidden, and `capabilities` stays the union of those of the resources.
 * @param body the rendered document
 * @see spec section 2.1
 */
export async function refineDiscovery(
  body: string,
  hidden: HiddenNames,
  hooks: SurfaceHooks,
): Promise<string> {
  const rendered = JSON.parse(body) as Json & Pick<DiscoveryDocument, 'documents'>;
  const documents = await hooks.apply('svc_documents', rendered.documents);
  const mapped = keepValid<Json>(hooks, { filter: 'svc_documents', schema: SCHEMA }, rendered, {
    ...rendered,
    documents: withoutEmpty(documents),
  });
  const envelope = inOrder(await hooks.apply('svc_envelope', mapped), hooks);
  const kept = keepValid<Json>(hooks, { filter: 'svc_envelope', schema: SCHEMA }, mapped, {
    ...envelope,
    ...withoutRepetitions(envelope['capabilities']),
  });
  return prettyJson(derived(kept as Envelope, hidden, hooks));
}

/** They are computed again from the resources, so existing ones that a filter appends do no harm. */
function withoutRepetitions(capabilities: unknown): Json {
  return Array.isArray(capabilities) ? { capabilities: [...new Set(capabilities)] } : {};
}

type Envelope = Pick<DiscoveryDocument, 'resources' | 'apis' | 'agents' | 'capabilities'>;

/** The document without hidden parts, and with the capabilities of its resources. */
function derived(envelope: Envelope, hidden: HiddenNames, { note }: SurfaceHooks): Json {
  const shown = <T extends { readonly id: string }>(rows: readonly T[]): readonly T[] =>
    rows.filter(({ id }) => {
      if (hidden.resources.has(id)) note(putBack('svc_envelope', id));
      return !hidden.resources.has(id);
    });
  const resources = shown(envelope.resources);
  const [apis, agents] = [shown(envelope.apis), shown(envelope.agents)];
  return { ...envelope, apis, agents, resources, capabilities: capabilities(resources) };
}

function withoutEmpty(map: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(map).filter(([, url]) => url !== ''));
}

/** The known members in wire order, then the extensions; others are dropped with a notice. */
function inOrder(envelope: Json, { note }: SurfaceHooks): Json {
  const known = new Set<string>(DISCOVERY_KEYS);
  const further = Object.keys(envelope).filter((key) => !known.has(key));
  const extensions = further.filter((key) => key.startsWith('x-'));
  for (const key of further.filter((one) => !extensions.includes(one))) {
    note(invalidResult('svc_envelope', `"${key}" isn't a key of format 1.0; extensions begin with "x-"`));
  }
  const kept = [...DISCOVERY_KEYS.filter((key) => Object.hasOwn(envelope, key)), ...extensions];
  return Object.fromEntries(kept.map((key) => [key, envelope[key]]));
}
