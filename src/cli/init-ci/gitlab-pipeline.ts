import type { CiFiles, CiProject } from './ci-project.js';

const FILE = '.gitlab/agents.yml';

/**
 * A pipeline that writes notes on merge requests: the component of this repository, and what includes it.
 * @param hasPipeline true where the repository has a pipeline, which is then left as it is
 * @param template the component
 */
export function gitlabPipeline(project: CiProject, hasPipeline: boolean, template: string): CiFiles {
  const include = includeText(project);
  const next = [
    ...(hasPipeline ? [`Add to .gitlab-ci.yml:\n${include.trimEnd()}`] : []),
    'For the note, set the CI/CD variable SVC_GITLAB_TOKEN (masked): a project access token with the scope "api".',
    'Commit the files and open a merge request.',
  ];
  const files = hasPipeline ? { [FILE]: template } : { [FILE]: template, '.gitlab-ci.yml': include };
  return { files, next };
}

const LIMITS = `      # The job fails above or below these:
      # max-broken-links: '0'
      # max-lost-words: '2'
      # max-new-pages: '0'
      # min-score: '80'
`;

function includeText({ folder, program, install, build }: CiProject): string {
  const at = program?.lastIndexOf('@') ?? 0;
  const commands = [install, build].flatMap((one) => one ?? []);
  const inputs = [
    ...(folder === '.' ? [] : [['directory', folder]]),
    ['prepare', commands.length === 0 ? 'true' : commands.join(' && ')],
    ...(program === undefined
      ? []
      : [
          ['program', program.slice(0, at)],
          ['program-ref', program.slice(at + 1)],
        ]),
  ];
  const lines = inputs.map(([name, value]) => `      ${name}: ${JSON.stringify(value)}\n`);
  return `include:\n  - local: ${FILE}\n    inputs:\n${lines.join('')}${LIMITS}`;
}
