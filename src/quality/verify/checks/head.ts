import { counted } from '../../../core/text.js';
import type { Answer } from '../answer.js';
import {
  arrived,
  BROWSER_ACCEPT,
  type Check,
  DEPLOY_RULES,
  type Findings,
  placesOf,
  skipped,
  spread,
} from '../check.js';
import type { Visit } from '../client.js';

/** Fields that `HEAD` and `GET` share; others may change between two requests. */
const COMPARED = [
  'content-type',
  'vary',
  'cache-control',
  'access-control-allow-origin',
  'x-content-type-options',
  'x-robots-tag',
  'link',
  'etag',
  'last-modified',
  'content-digest',
];

/**
 * Agents that only request the headers get those of the document.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-9.3.2
 */
export const head: Check = {
  id: 'head',
  group: 'headers',
  title: '`HEAD` has the status and the headers of `GET`',
  async run(ctx, findings) {
    const documents = (await arrived(ctx)).map(({ document }) => [document.url, '*/*'] as const);
    const pages = placesOf(ctx).map(({ page }) => [page, BROWSER_ACCEPT] as const);
    const asked = spread([...documents, ...pages], 2 * ctx.sample);
    if (asked.length === 0) return skipped('nothing answers');
    await Promise.all(
      asked.map(async ([url, accept]) => {
        const get = await ctx.client.visit(url, accept === '*/*' ? {} : { accept });
        const visit = await ctx.client.visit(url, { method: 'HEAD', accept });
        addFindings(findings, url, get, visit);
      }),
    );
    return counted(asked.length, 'address', 'addresses');
  },
};

function addFindings(findings: Findings, url: string, { answer: get }: Visit, { answer: own }: Visit): void {
  if (get?.isOk !== true) return;
  if (own?.status !== get.status) {
    const message = `HEAD answers ${own?.status ?? 'nothing'} and GET ${get.status}.`;
    const fix = 'Let the rule for GET answer HEAD too.';
    findings.add(url, { code: 'head-status', hop: 'server', message, fix });
    return;
  }
  const length = own.header('content-length');
  const other = COMPARED.filter((name) => comparable(own, name) !== comparable(get, name));
  if (length !== undefined && Number(length) !== get.size && !get.isCut) other.push('content-length');
  for (const name of other) {
    const message = `HEAD and GET differ in ${name}${shown(own.header(name), get.header(name))}.`;
    findings.add(url, { level: 'warn', code: 'head-headers', hop: 'server', message, fix: DEPLOY_RULES });
  }
}

/** Servers send a weak tag for a file that was changed a moment ago. */
function comparable(answer: Answer, name: string): string | undefined {
  const value = answer.header(name);
  return name === 'etag' ? value?.replace(/^W\//, '') : value;
}

/** Values that only one address has would keep equal findings apart. */
function shown(own: string | undefined, get: string | undefined): string {
  const isShort = (value = '') => value.length <= 40 && !/\d{3}/.test(value);
  return isShort(own) && isShort(get) ? `: "${own ?? ''}" and "${get ?? ''}"` : '';
}
