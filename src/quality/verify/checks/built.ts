import { counted } from '../../../core/text.js';
import { encodePath } from '../../../sources/names.js';
import { pathBelow } from '../../validate/resolve-url.js';
import {
  BROWSER_ACCEPT,
  type BuiltFolder,
  type Check,
  DEPLOY_RULES,
  type Findings,
  isHtml,
  skipped,
  spread,
  type VerifyContext,
} from '../check.js';
import type { Visit } from '../client.js';

const AGAIN = 'Deploy the output folder of the last build as a whole, then purge caches.';

/** Number of files that are requested in addition to the advertised documents. */
const MOST_FILES = 200;

/** Fields that an intermediary may add to, or make stricter. */
const MAY_DIFFER = /^(?:vary|cache-control|cdn-cache-control|cloudflare-cdn-cache-control|x-accel-expires)$/i;

/** The answers equal the build's files, byte for byte. */
export const built: Check = {
  id: 'built',
  group: 'documents',
  title: 'Every document arrives as in the output folder, with the headers of `deploy/headers.json`',
  async run(ctx, findings) {
    const { built: folder } = ctx;
    if (folder === undefined) return skipped('no output folder is named (--out)');
    await askForFiles(ctx, folder);
    const asked = new Set<string>();
    for (const visit of ctx.client.visits.filter(isPlain)) {
      if (!asked.has(visit.asked) && compare(findings, visit, { ctx, folder })) asked.add(visit.asked);
    }
    return counted(asked.size, 'answer');
  },
};

/** Requests written files that no other check has requested; the read API has addresses of its own. */
async function askForFiles(ctx: VerifyContext, folder: BuiltFolder): Promise<void> {
  const urls = folder.files.flatMap((file) => {
    const found = file.startsWith(`${ctx.restPrefix}/`) ? undefined : ctx.rowOf(file);
    return found === undefined ? [] : [ctx.base + encodePath(found.path)];
  });
  await Promise.all(spread(urls, MOST_FILES).map((url) => ctx.client.visit(url)));
}

/** A plain request for the document itself. */
function isPlain(visit: Visit): boolean {
  const { method = 'GET', accept = '*/*', userAgent, headers } = visit.options;
  const isPage = accept === BROWSER_ACCEPT && isHtml(visit);
  return (
    method === 'GET' &&
    !headers &&
    userAgent === undefined &&
    (accept === '*/*' || isPage) &&
    !/[?]/.test(visit.asked)
  );
}

interface Compared {
  readonly ctx: VerifyContext;
  readonly folder: BuiltFolder;
}

/** @returns false for an address without a file in the folder */
function compare(findings: Findings, visit: Visit, { ctx, folder }: Compared): boolean {
  const { asked, answer, redirects } = visit;
  const bytes = folder.bytesAt(asked);
  if (bytes === undefined || answer === undefined || answer.isCut || redirects.length > 0) return false;
  if (!answer.isOk) {
    const message = `The build wrote it, but it answers ${answer.status}.`;
    findings.add(asked, { code: 'built-absent', hop: 'files', message, fix: AGAIN });
    return true;
  }
  const isWhole = answer.size === answer.bytes.length;
  if (isWhole && !Buffer.from(answer.content ?? answer.bytes).equals(bytes)) {
    const isPage = isHtml(visit);
    findings.add(asked, {
      // A proxy or CDN may change pages; documents for agents must arrive unchanged.
      level: isPage ? 'warn' : 'fail',
      code: 'built-differs',
      hop: 'files',
      message: `${isPage ? 'The page' : 'What arrives'} isn't what the build wrote (${answer.content?.length ?? answer.size} bytes instead of ${bytes.length}, or different bytes).`,
      fix: AGAIN,
    });
  }
  addHeaders(findings, visit, { ctx, folder });
  return true;
}

function addHeaders(findings: Findings, { asked, answer }: Visit, { ctx, folder }: Compared): void {
  const path = pathBelow(asked, ctx.base)?.split(/[?#]/, 1)[0] ?? '';
  for (const [name, value] of Object.entries(folder.headersAt(path) ?? {})) {
    const sent = answer?.header(name);
    if (sent === value || (MAY_DIFFER.test(name) && sent !== undefined)) continue;
    // Types and sign-ins have checks of their own.
    if (/^content-type$/i.test(name)) continue;
    findings.addLimited('headers', asked, {
      code: 'built-header',
      hop: 'server',
      message: `${name} is ${sent === undefined ? 'not sent' : `"${sent}"`}; deploy/headers.json has "${value}".`,
      fix: DEPLOY_RULES,
    });
  }
}
