import type { Ability } from '../ability.js';
import { debugPosture } from '../exposure/debug-posture.js';
import { environmentOf } from '../exposure/environment.js';
import { EXPOSED_PATHS, probePaths } from '../exposure/probe-paths.js';
import { inputOf, listOf, oneOf, outputOf, recordOf, textOf } from '../schema.js';

/** Paths to check for files that should not be public. */
export const scanExposedFiles: Ability = {
  slug: 'scan-exposed-files',
  label: 'Exposed files to look for',
  description:
    'Returns the paths at which sites often expose configuration, keys, backups and logs, with the paths that ' +
    'the owner added, and whether there are logs among the published files. It fetches nothing. To check a ' +
    "path, request it without credentials, and also a path that can't exist: the file is exposed if the " +
    "response is a success, isn't an HTML page, and differs from that of the impossible path.",
  tier: 'read',
  permission: 'manage',
  input: inputOf(),
  output: outputOf({
    probePaths: listOf(textOf(), 'Paths below the address of the site.'),
    debugConfig: recordOf({
      state: oneOf(['pass', 'warn', 'fail']),
      message: textOf(),
      fix: textOf('Empty if the check passes.'),
      fixUrl: textOf(),
    }),
    environment: textOf('production, local, or the value that the server declares.'),
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
