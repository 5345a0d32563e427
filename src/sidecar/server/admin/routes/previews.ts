import { can } from '../../../accounts/can.js';
import { AdminProblem } from '../problem.js';
import { requestedPost } from '../requested-post.js';
import type { AdminRoute, Guard } from '../route.js';

/**
 * Previews of the site itself and of pages that don't exist require an administrator; those of a page, permission to
 * edit it.
 */
const mayPreview: Guard = async (request, services) => {
  const { actor } = request.caller;
  if (can(actor, 'manage_options')) return true;
  const entry = await requestedPost(request, services);
  return entry !== undefined && can(actor, 'edit_post', entry);
};

const post = {
  type: 'integer',
  text: 'Id of a page, or 0 for the site itself.',
  default: 0,
  min: 0,
} as const;

/** `/preview/*` (spec sections 4.1.1 and 4.1.2). */
export const previewRoutes: readonly AdminRoute[] = [
  {
    methods: ['GET'],
    path: '/preview/schema',
    summary: 'Returns the structured data for a page, even if the page is sent without it.',
    guard: mayPreview,
    params: { post },
    schema: 'preview-schema.schema.json',
    handle: async ({ params }, { content }) => found(await content.previewSchema(params['post'] as number)),
  },
  {
    methods: ['GET'],
    path: '/preview/markdown',
    summary: 'Returns the Markdown twin of a page, as it is served.',
    guard: mayPreview,
    params: { post },
    schema: 'preview-markdown.schema.json',
    handle: async ({ params }, { content }) => found(await content.previewMarkdown(params['post'] as number)),
  },
  {
    methods: ['GET'],
    path: '/preview/targets',
    summary:
      'Returns the 50 most recently changed pages, in any status. With `search`, only pages that contain every word.',
    guard: 'admin',
    params: { search: { type: 'string', text: 'Words to search for.', default: '', maxLength: 200 } },
    schema: 'preview-targets.schema.json',
    handle: async ({ params }, { content }) => ({
      targets: await content.targets(params['search'] as string),
    }),
  },
];

function found<T>(preview: T | undefined): T {
  if (preview !== undefined) return preview;
  throw new AdminProblem(
    404,
    'svc_preview_not_found',
    "The page doesn't exist, or its type isn't visible to agents.",
  );
}
