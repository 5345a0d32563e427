import type { Ability } from '../ability.js';
import { debugPosture } from '../exposure/debug-posture.js';
import { environmentOf } from '../exposure/environment.js';
import { EXPOSED_PATHS, probePaths } from '../exposure/probe-paths.js';
import { inputOf, listOf, oneOf, outputOf, recordOf, textOf } from '../schema.js';

/**
 * What to look at for files that should not be public.
 * @see reference/abilities-and-oauth.md section 5.19
 */
export const scanExposedFiles: Ability = {
  slug: 'scan-exposed-files',
  label: 'Exposed files to look for',
  description:
    'Returns the paths at which sites leave configuration, keys, backups and logs within everybody’s reach, together ' +
    'with those that the owner added, and whether logs lie among the files that are published. It fetches nothing: ' +
    'the check itself requests each path without credentials, beside one that cannot exist, and a file is exposed ' +
    'when the answer is a success that is no page and differs from that of the impossible path.',
  tier: 'read',
  permission: 'manage',
  input: inputOf(),
  output: outputOf({
    probePaths: listOf(textOf(), 'Paths below the address of the site.'),
    debugConfig: recordOf({
      state: oneOf(['pass', 'warn', 'fail']),
      message: textOf(),
      fix: textOf('Empty on a pass.'),
      fixUrl: textOf(),
    }),
    environment: textOf('production, local, or what the server declares.'),
  }),
  async run(_, { services }) {
    const { site, hooks } = services;
    const { ctx } = await site.documents();
    const environment = environmentOf(ctx.site.baseUrl, process.env['NODE_ENV']);
    const live = site.content();
    const paths = await hooks.apply('svc_exposed_paths', [...EXPOSED_PATHS]);
    return {
      probePaths: probePaths(paths, ctx.settings.exposed_extra_paths),
      debugConfig: debugPosture(live === undefined ? [] : [live.out, ...live.own], environment),
      environment,
    };
  },
};
