/** A project for a pipeline. */
export interface CiProject {
  /** From the top of the repository; `.` for the top itself. */
  readonly folder: string;
  /** The repository of the program with `@` and a commit or tag; undefined for the package in `node_modules`. */
  readonly program: string | undefined;
  /** The command that installs the packages of the project; undefined without any. */
  readonly install: string | undefined;
  /** The command that builds the site; undefined without a generator. */
  readonly build: string | undefined;
}

/** A path or a command as a value of YAML. */
function yamlValue(text: string): string {
  return /^[\w./@][\w ./@&-]*$/.test(text) ? text : JSON.stringify(text);
}

/** The files of a pipeline, and what's left to do. */
interface CiFiles {
  /** Texts by path, from the top of the repository. */
  readonly files: Readonly<Record<string, string>>;
  readonly next: readonly string[];
}

const FILE = '.github/workflows/agents.yml';

/** A workflow that comments on pull requests, with the action of this repository. */
export function githubWorkflow(project: CiProject): CiFiles {
  const { folder, program, install, build } = project;
  const path = folder === '.' ? '' : `${folder}/`;
  const uses = yamlValue(program ?? `./${path}node_modules/agent-discovery-service`);
  const commands = [install, build].flatMap((one) => one ?? []);
  const where = folder === '.' ? {} : { 'working-directory': yamlValue(folder) };
  // The state before the change may not have this program yet.
  const before = commands.map((run) => step({ run, ...where, 'continue-on-error': 'true' }));
  const after = commands.map((run) => step({ run, ...where }));
  const node =
    commands.length === 0 ? [] : [step({ uses: 'actions/setup-node@v6' }, { 'node-version': "'24'" })];
  const shared = { ...where, ...(node.length > 0 && { 'node-version': "''" }) };
  const lines = [
    HEAD,
    step({ uses: 'actions/checkout@v6' }, { ref: '${{ github.event.pull_request.base.sha }}' }),
    ...node,
    ...before,
    step({ id: 'before', uses, 'continue-on-error': 'true' }, { ...shared, quiet: "'true'" }),
    '\n      # The change. What the first half has built stays, for a comparison.\n',
    step({ uses: 'actions/checkout@v6' }, { clean: "'false'" }),
    ...after,
    step({ id: 'svc', uses }, { ...shared, before: '${{ steps.before.outputs.check }}', comment: "'true'" }),
    LIMITS,
    FOOT,
  ];
  const next = [
    ...(build === undefined || build.startsWith('np')
      ? []
      : [`Add steps to ${FILE} that install what "${build}" needs.`]),
    `Commit ${FILE} and open a pull request.`,
  ];
  return { files: { [FILE]: lines.join('') }, next };
}

function step(head: Readonly<Record<string, string>>, inputs: Readonly<Record<string, string>> = {}): string {
  const lines = Object.entries(head).map(
    ([name, value], at) => `${at === 0 ? '      - ' : '        '}${name}: ${value}\n`,
  );
  const given = Object.entries(inputs).map(([name, value]) => `          ${name}: ${value}\n`);
  return [...lines, ...(given.length === 0 ? [] : ['        with:\n', ...given])].join('');
}

const HEAD = `# What a pull request changes for agents, as a comment. Written by svc init --ci github.
name: Agents
on:
  pull_request:

permissions:
  contents: read
  pull-requests: write

jobs:
  check:
    runs-on: ubuntu-latest
    steps:
      # The state before the change, which may have no configuration yet.
`;

const LIMITS = `          # The check fails above or below these:
          # max-broken-links: '0'
          # max-lost-words: '2'
          # max-new-pages: '0'
          # min-score: '80'
`;

const FOOT = `
      - if: always() && steps.svc.outputs.check != ''
        uses: actions/upload-artifact@v6
        with:
          name: agents
          path: |
            \${{ steps.svc.outputs.check }}
            \${{ steps.svc.outputs.junit }}
            \${{ steps.svc.outputs.sarif }}
`;

const GITLAB_FILE = '.gitlab/agents.yml';

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
  const files = hasPipeline
    ? { [GITLAB_FILE]: template }
    : { [GITLAB_FILE]: template, '.gitlab-ci.yml': include };
  return { files, next };
}

const GITLAB_LIMITS = `      # The job fails above or below these:
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
  return `include:\n  - local: ${GITLAB_FILE}\n    inputs:\n${lines.join('')}${GITLAB_LIMITS}`;
}
