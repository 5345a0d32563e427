import type { Findings } from '../check.js';
import { hopOf } from '../checks/address.js';
import { isChallenge } from '../checks/user-agents.js';
import type { Visit } from '../client.js';
import { FAILURE_FIXES } from '../http-port.js';

/** The purpose of a request, in the words of the messages. */
export interface ExpectedAnswer {
  /** The client: `Claude`, or `A client`. */
  readonly who: string;
  /** The target: `the MCP endpoint`. */
  readonly what: string;
}

/**
 * Reports obstacles between a client and an endpoint: no answer, bot protection, a redirect, a page instead
 * of JSON.
 * @returns true when there was one
 */
export function addObstacle(findings: Findings, visit: Visit, { who, what }: ExpectedAnswer): boolean {
  const { answer, failure, url } = visit;
  if (failure !== undefined || answer === undefined) {
    const kind = failure?.kind ?? 'protocol';
    const message = `${who} gets no answer from ${what}: ${failure?.message ?? 'nothing came'}.`;
    const fix = FAILURE_FIXES[kind];
    findings.add(url, { code: `connect-no-answer-${kind}`, hop: hopOf(kind), message, fix });
    return true;
  }
  if (isChallenge(answer)) return addWall(findings, visit, `${who} is challenged at ${what}.`);
  if (answer.status >= 300 && answer.status < 400) {
    const message = `${who} is redirected from ${what} to ${answer.header('location') ?? 'nowhere'}; programs don't repeat a POST there.`;
    const fix = 'Let the address answer itself: build with the address that the site really has.';
    findings.add(url, { code: 'connect-redirected', hop: 'redirect', message, fix });
    return true;
  }
  if (answer.looksLikeHtml && [403, 406, 429, 503].includes(answer.status)) {
    return addWall(findings, visit, `${who} gets a page with ${answer.status} from ${what}.`);
  }
  if (answer.looksLikeHtml) {
    const message = `${who} gets a page (${answer.status}) from ${what}: the web server doesn't forward the address.`;
    const fix =
      'Pass /{rest_prefix}/* and /svc/* on to "svc serve", as the rules do that the build writes with --hosts.';
    findings.add(url, { code: 'connect-not-routed', hop: 'server', message, fix });
    return true;
  }
  return false;
}

function addWall(findings: Findings, { url }: Visit, message: string): true {
  const fix =
    'Exempt the paths of the API and of /svc/ from the bot protection: they are for programs, and have their own sign-in.';
  findings.add(url, { code: 'connect-bot-wall', hop: 'bot-protection', message, fix });
  return true;
}
