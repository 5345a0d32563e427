import { hubPayload } from '../hub/payload.js';
import type { AdminRoute } from '../route.js';

/** `/discovery/hub`, `/validate` (spec section 4.1). */
export const discoveryRoutes: readonly AdminRoute[] = [
  {
    methods: ['GET'],
    path: '/discovery/hub',
    summary: "Returns all registered resources, whether they're published, and if not, why.",
    guard: 'admin',
    schema: 'discovery-hub.schema.json',
    handle: async (_, { site, adminApi }) => hubPayload(await site.documents(), adminApi),
  },
  {
    methods: ['GET'],
    path: '/validate',
    summary: 'Checks whether all registrations are valid.',
    guard: 'admin',
    schema: 'admin-validate.schema.json',
    async handle(_, { site }) {
      const { registry, notices } = await site.documents();
      return {
        ok: notices.every(({ level }) => level !== 'error'),
        resources: registry.resources.length,
        notices,
      };
    },
  },
];
