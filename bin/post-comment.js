// Part of the CI products: writes a report as a comment on the pull or merge request of a job, or updates that comment.
//   node bin/post-comment.js <markdown file>
// On GitHub with the variables GH_TOKEN and PULL_REQUEST, on GitLab with SVC_GITLAB_TOKEN; the rest is the runner's.
import { readFileSync } from 'node:fs';

/** Finds the comment of an earlier run. */
const MARK = '<!-- svc check -->';
/** GitHub allows 65,536 characters. */
const MAX_LENGTH = 60_000;
const PER_PAGE = 100;
const MAX_PAGES = 20;
const TIMEOUT_MS = 30_000;

const { env } = process;
const host = env.GITLAB_CI === undefined ? github() : gitlab();
try {
  await post(withMark(readFileSync(process.argv[2], 'utf8')));
} catch (error) {
  // The report of the check counts, and is in the job's log: a pull request from a fork has no token that may write.
  console.log(`${host.warning}The comment wasn't written: ${error.message}. ${host.fix}`);
}

function github() {
  const repository = `${env.GITHUB_API_URL}/repos/${env.GITHUB_REPOSITORY}`;
  const list = `${repository}/issues/${env.PULL_REQUEST}/comments`;
  return {
    list,
    one: (id) => `${repository}/issues/comments/${id}`,
    update: 'PATCH',
    headers: { authorization: `Bearer ${env.GH_TOKEN}`, accept: 'application/vnd.github+json' },
    warning: '::warning::',
    fix: 'The job needs the permission pull-requests: write.',
  };
}

function gitlab() {
  const list = `${env.CI_API_V4_URL}/projects/${env.CI_PROJECT_ID}/merge_requests/${env.CI_MERGE_REQUEST_IID}/notes`;
  return {
    list,
    one: (id) => `${list}/${id}`,
    update: 'PUT',
    headers: { 'private-token': env.SVC_GITLAB_TOKEN },
    warning: '',
    fix: 'SVC_GITLAB_TOKEN must be a token with the scope "api" that may comment here.',
  };
}

async function post(body) {
  const earlier = await find();
  if (earlier === undefined) await request('POST', host.list, { body });
  else await request(host.update, host.one(earlier.id), { body });
}

async function find() {
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const list = await request('GET', `${host.list}?per_page=${PER_PAGE}&page=${page}`);
    const own = list.find(({ body }) => body?.startsWith(MARK));
    if (own !== undefined || list.length < PER_PAGE) return own;
  }
  return undefined;
}

async function request(method, url, content) {
  const response = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json', ...host.headers },
    body: content && JSON.stringify(content),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`${method} ${url} answered ${response.status}`);
  return response.json();
}

/** Shortened at the end of a line, so that no table row is cut. */
function withMark(text) {
  const kept = text.slice(0, MAX_LENGTH);
  const rest = '\n\nThe report is longer: see the files of the job.\n';
  return `${MARK}\n${kept === text ? text : kept.slice(0, kept.lastIndexOf('\n')) + rest}`;
}
