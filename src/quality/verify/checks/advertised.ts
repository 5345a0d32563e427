import { createHash } from 'node:crypto';
import { listOf, objectOf, textOf } from '../../../core/json.js';
import { isParsableUrl } from '../../../core/parsable-url.js';
import { counted } from '../../../core/text.js';
import { type Check, type Findings, spread, type VerifyContext, type Visited } from '../check.js';
import { FAILURE_FIXES } from '../http-port.js';
import { hopOf } from './address.js';

/** Documents that have a check of their own. */
const JUDGED = ['discovery', 'robots'];

/** Every advertised document exists. */
export const advertised: Check = {
  id: 'advertised',
  group: 'documents',
  title: 'Every address that the documents advertise answers directly',
  async run(ctx, findings) {
    for (const one of ctx.visited) {
      if (JUDGED.includes(one.document.row?.id ?? '') || (await takesPostAlone(one, ctx))) continue;
      addFindings(findings, one, ctx);
    }
    const documents = ctx.visited.filter(({ document }) => document.kind === 'document').length;
    const endpoints = ctx.visited.length - documents;
    return `${counted(documents, 'document')}, ${counted(endpoints, 'endpoint')}`;
  },
};

/** An endpoint for `POST` may have no `GET`; its answer to `OPTIONS` shows that it exists. */
async function takesPostAlone({ document, visit }: Visited, { client }: VerifyContext): Promise<boolean> {
  if (document.kind !== 'endpoint' || !document.takesNoGet || visit.answer?.status !== 404) return false;
  const { answer } = await client.visit(document.url, { method: 'OPTIONS', follow: false });
  return answer?.isOk === true;
}

function addFindings(findings: Findings, one: Visited, ctx: VerifyContext): void {
  const { document, visit } = one;
  const { answer, failure } = visit;
  if (failure !== undefined) {
    // All addresses of the host fail alike: they are one finding.
    const isOfHost = failure.kind === 'dns' || failure.kind === 'tls';
    findings.add(document.url, {
      level: document.file === undefined ? 'warn' : 'fail',
      code: 'advertised-no-answer',
      hop: hopOf(failure.kind),
      message: isOfHost
        ? `Documents name ${new URL(document.url).host}, which doesn't respond: ${failure.message}.`
        : `${document.from} names an address that doesn't respond: ${failure.message}.`,
      fix: FAILURE_FIXES[failure.kind],
    });
  } else if (answer !== undefined && isMissing(one)) addMissing(findings, one, answer.status);
  else if (document.kind === 'document') {
    addRedirect(findings, one, ctx);
    if (answer?.looksLikeHtml === true && document.row !== undefined && visit.redirects.length === 0) {
      const message = 'An HTML page is sent instead of the document.';
      const fix = 'Let the web server send the file itself, not an app shell.';
      findings.add(document.url, { code: 'page-instead', hop: 'server', message, fix });
    }
  }
}

/** An endpoint may refuse anonymous clients, or `GET`; but it exists. */
function isMissing({ document, visit }: Visited): boolean {
  const status = visit.answer?.status ?? 0;
  if (document.kind === 'document') return !(status >= 200 && status < 300);
  return status === 404 || status === 410 || status >= 500;
}

function addMissing(findings: Findings, { document }: Visited, status: number): void {
  const { url, from, file, mayBeAbsent, takesNoGet, kind } = document;
  if (mayBeAbsent && (status === 404 || status === 410)) return;
  const isOurs = file !== undefined;
  const isMild = !isOurs || (kind === 'endpoint' && takesNoGet && status < 500);
  const isRefused = status === 401 || status === 403 || status === 429;
  findings.add(url, {
    level: isMild ? 'warn' : 'fail',
    code: isRefused ? 'advertised-refused' : 'advertised-absent',
    hop: isRefused ? 'bot-protection' : kind === 'endpoint' ? 'server' : 'files',
    message: `${from} names it, but it answers ${status}.`,
    fix: isRefused
      ? 'Let every client read it without sign-in or challenge.'
      : kind === 'endpoint'
        ? 'Start what answers there, or remove it from the resources of the configuration.'
        : 'Deploy the whole output folder of the last build, and remove missing documents from the settings.',
  });
}

function addRedirect(findings: Findings, { document, visit }: Visited, { base }: VerifyContext): void {
  const { redirects, url } = visit;
  if (redirects.length === 0 || document.isManaged) return;
  const isHome = new URL(url).href.replace(/\/+$/, '') === base;
  findings.add(document.url, {
    level: isHome ? 'fail' : 'warn',
    code: isHome ? 'redirected-home' : 'redirected',
    hop: 'redirect',
    message: isHome
      ? 'It redirects to the home page instead of answering.'
      : `It answers only after a redirect to ${url}, which not every agent follows.`,
    fix: 'Serve the file at the address that is advertised; a missing one is a plain 404.',
  });
}

/** Agents load a skill only when its bytes match the index. */
export const skills: Check = {
  id: 'skills',
  group: 'trust',
  title: 'Each skill of `agent-skills/index.json` has the digest that the index names',
  async run(ctx, findings) {
    const index = ctx.visited.find(({ document }) => document.row?.id === 'agent-skills-index');
    const list = listOf(objectOf(index?.visit.answer?.json)['skills']).map(objectOf);
    const sample = spread(list, ctx.sample);
    for (const { url, digest } of sample) {
      const address =
        index !== undefined && isParsableUrl(textOf(url), index.document.url)
          ? new URL(textOf(url), index.document.url).href
          : '';
      const answer = address === '' ? undefined : (await ctx.client.visit(address)).answer;
      // The check of advertised addresses reports skills that don't answer.
      if (answer?.isOk !== true || answer.content === undefined || typeof digest !== 'string') continue;
      const actual = `sha256:${createHash('sha256').update(answer.content).digest('hex')}`;
      if (digest === actual) continue;
      const message = `The skill has the digest ${actual}, but the index names ${digest}.`;
      const fix =
        'Deploy the index and the skills of one build together, and let no intermediary change the files.';
      findings.add(address, { code: 'skill-digest', hop: 'files', message, fix });
    }
    return counted(sample.length, 'skill');
  },
};
