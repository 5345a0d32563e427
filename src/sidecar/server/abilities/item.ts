/** Abilities as items of the REST API. */

import type { IncomingMessage } from 'node:http';
import type { SiteContent } from '../../../build/content/port.js';
import type { Storage } from '../../../storage/port.js';
import { type Ability, type AbilityCall, abilityName } from '../../abilities/ability.js';
import { entryObject } from '../../abilities/run.js';
import { findTargets } from '../../content/search/content-index.js';
import type { Caller } from '../admin/dispatch.js';
import { AdminProblem } from '../admin/problem.js';
import type { ReadRequest } from '../admin/read-request.js';
import type { ContentReader, LiveSite, Services } from '../services.js';

/** Slug of the only category. */
export const CATEGORY = 'svc';

/** The only category of abilities. */
export const category = {
  slug: CATEGORY,
  label: 'Agent discovery',
  description:
    'Read and manage this site: its readiness, its visitors, its pages and what it publishes for agents.',
  meta: {},
} as const;

/** How much of an ability is shown. */
export type ItemContext = 'view' | 'edit' | 'embed';

/**
 * Builds an ability's item of the REST API.
 * @param root absolute address of the abilities API
 */
export async function itemOf(
  ability: Ability,
  call: AbilityCall,
  root: string,
  context: ItemContext,
): Promise<object> {
  const name = abilityName(ability);
  const { label } = ability;
  if (context === 'embed') return { name, label, category: CATEGORY };
  const annotations = annotationsOf(ability);
  const { uri, mimeType } = await resourceOf(ability, call);
  return {
    name,
    label,
    description: (await ability.describe?.(call)) ?? ability.description,
    category: CATEGORY,
    input_schema: ability.input,
    output_schema: ability.output,
    meta: {
      annotations: { ...annotations, idempotent: null },
      public: false,
      show_in_rest: true,
      mcp: { public: false, annotations, ...(uri !== undefined && { uri, mimeType }) },
    },
    _links: {
      self: [{ href: `${root}/abilities/${name}` }],
      collection: [{ href: `${root}/abilities` }],
      'platform:action-run': [{ href: `${root}/abilities/${name}/run` }],
    },
  };
}

/** Returns the effect of a run on the site. */
export function annotationsOf({ tier, isDestructive = false }: Ability): {
  readonly readonly: boolean;
  readonly destructive: boolean;
} {
  return { readonly: tier !== 'write', destructive: isDestructive };
}

async function resourceOf(
  { resource }: Ability,
  { services }: AbilityCall,
): Promise<{ readonly uri?: string; readonly mimeType?: string }> {
  if (resource === undefined) return {};
  const { ctx } = await services.site.documents();
  return { uri: ctx.site.baseUrl + resource.path, mimeType: resource.mimeType };
}

/** The inputs of a route. */
export interface AbilityRouteCall {
  readonly request: IncomingMessage;
  readonly given: ReadRequest;
  /** Undefined for an anonymous caller. */
  readonly caller: Caller | undefined;
  readonly existing: readonly Ability[];
  readonly services: Services;
}

/** Returns a 404 for a name that currently no ability has. */
export function unknownAbility(name: string): AdminProblem {
  return new AdminProblem(404, 'rest_ability_not_found', `There is no ability "${name}".`);
}

/** The inputs of the reader. */
interface ContentReaderOptions {
  readonly storage: Storage;
  readonly site: LiveSite;
  /** Content of the last build; undefined until the first one. */
  content(): SiteContent | undefined;
}

/** Creates a reader for content of every status. The routes check permissions before they call it. */
export function createContentReader({ storage, site, content }: ContentReaderOptions): ContentReader {
  return {
    async find(id) {
      const entry = content()?.store.find(id);
      return entry && entryObject(entry);
    },
    previewSchema: async (id) => content()?.previews.schema(id, await site.documents()),
    previewMarkdown: async (id) => content()?.previews.markdown(id, await site.documents()),
    async targets(search) {
      const { ctx } = await site.documents();
      return findTargets(storage, ctx.types, search);
    },
  };
}
