import { objectOf, textOf } from '../../../core/json.js';
import { isParsableUrl } from '../../../core/parsable-url.js';
import { counted } from '../../../core/text.js';
import { documentTable } from '../../../documents/table.js';
import { schemaProblems } from '../../validate/ajv.js';
import type { Document } from '../../validate/document.js';
import { Folder } from '../../validate/folder.js';
import type { RawFinding } from '../../validate/rule.js';
import { rules } from '../../validate/rules/table.js';
import type { Subject } from '../../validate/subject.js';
import { type Check, type Findings, type VerifyContext, withTwins } from '../check.js';

const SCHEMA = 'discovery.schema.json';

/** The master index exists, is valid, and names this address. */
export const discovery: Check = {
  id: 'discovery',
  group: 'documents',
  title: '`discovery.json` answers 200 and is valid by its schema, and `site.url` is the requested address',
  async run(ctx, findings) {
    const url = `${ctx.base}/.well-known/discovery.json`;
    const { answer } = await ctx.client.visit(url);
    if (answer?.isOk !== true) {
      const message = `discovery.json answers ${answer?.status ?? 'nothing'}; expected 200.`;
      const fix =
        'Deploy the whole output folder, with the folder .well-known, whose name begins with a dot.';
      findings.add(url, { code: 'discovery-missing', hop: 'files', message, fix });
      return 'not there';
    }
    const value = answer.json;
    if (value === undefined) {
      findings.add(url, {
        code: 'discovery-no-json',
        hop: answer.looksLikeHtml ? 'server' : 'files',
        message: `discovery.json is ${answer.looksLikeHtml ? 'answered with a page' : 'no JSON'}.`,
        fix: 'Let the web server send the file itself, not a page of the site.',
      });
      return 'no JSON';
    }
    addSchemaProblems(findings, url, value);
    addWrongAddress(findings, url, value, ctx);
    const { spec_version, resources } = objectOf(value);
    const count = Array.isArray(resources) ? resources.length : 0;
    return `version ${textOf(spec_version)}, ${counted(count, 'resource')}`;
  },
};

function addSchemaProblems(findings: Findings, url: string, value: unknown): void {
  for (const { pointer, message } of schemaProblems(SCHEMA, value).slice(0, 5)) {
    findings.add(url, {
      code: 'discovery-schema',
      hop: 'files',
      message: `${pointer === '' ? 'The document' : pointer} ${message}.`,
      fix: 'Run "svc validate" on what was deployed, build again, and deploy that.',
    });
  }
}

function addWrongAddress(findings: Findings, url: string, value: unknown, { base }: VerifyContext): void {
  const own = textOf(objectOf(objectOf(value)['site'])['url']);
  if (isParsableUrl(own) && new URL(own).href.replace(/\/+$/, '') === base) return;
  const message = `site.url is "${own}", but this is ${base}/: every advertised address leads there.`;
  const fix = `Build with --base-url ${base}, or verify ${own === '' ? 'the address of the site' : own} instead.`;
  findings.add(url, { code: 'other-address', hop: 'files', message, fix });
}

const RULES = rules.filter(({ anywhere }) => anywhere);

/** The answers are valid documents. */
export const content: Check = {
  id: 'content',
  group: 'documents',
  title: 'Every document is valid by its schema and its standard',
  async run(ctx, findings) {
    const subject = subjectOf(ctx);
    let count = 0;
    for (const visited of await withTwins(ctx)) {
      const document = ctx.received(visited);
      // The index has a check of its own, and a page instead of a document is reported already.
      if (document === undefined || visited.visit.answer?.looksLikeHtml === true) continue;
      count += 1;
      if (document.row.id !== 'discovery') addFindings(findings, visited.document.url, document, subject);
    }
    return counted(count, 'document');
  },
};

function addFindings(findings: Findings, url: string, document: Document, subject: Subject): void {
  for (const rule of RULES) {
    for (const found of rule.checkDocument?.(document, subject) ?? []) {
      // A site on http is reported once, for its address; on this machine http is normal.
      if (found.code === 'security-https' && subject.deployment.baseUrl.startsWith('http:')) continue;
      const level = found.level ?? rule.level;
      const isOwners = document.source === 'file';
      findings.add(url, {
        level: level === 'error' && !isOwners ? 'fail' : 'warn',
        code: found.code,
        hop: 'files',
        message: `${placeOf(found)}${found.message}`,
        fix:
          found.fix ??
          'Run "svc validate" on what was deployed; build and deploy again where it finds nothing.',
      });
    }
  }
}

function placeOf({ pointer, line }: RawFinding): string {
  if (line !== undefined) return `Line ${line}: `;
  return pointer === undefined || pointer === '' ? '' : `${pointer}: `;
}

/** The facts about a deployment from outside: its address, and no folder. */
function subjectOf({ base, restPrefix, rowOf, discovery, now }: VerifyContext): Subject {
  const folder = new Folder({ root: '/', rowOf, written: new Set(), sourceOf: () => 'generated' });
  const deployment = {
    baseUrl: base,
    restPrefix,
    readPrefix: restPrefix,
    sidecar: false,
    pages: 'none',
    redirects: new Set<string>(),
    declared: new Set<string>(),
    foreign: [],
    siteHas: () => false,
  } as const;
  return {
    folder,
    deployment,
    table: documentTable,
    rowOf,
    now: now(),
    discovery,
    record: undefined,
    headers: undefined,
    deployFile: () => undefined,
    settings: undefined,
    notices: [],
    realWellKnown: undefined,
  };
}
