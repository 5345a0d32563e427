import { objectOf, textOf } from '../../../core/json.js';
import { isParsableUrl } from '../../../core/parsable-url.js';
import { counted } from '../../../core/text.js';
import { schemaProblems } from '../../validate/ajv.js';
import type { Check, Findings, VerifyContext } from '../check.js';

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
      findings.add(url, {
        level: 'fail',
        code: 'discovery-missing',
        hop: 'files',
        message: `discovery.json answers ${answer?.status ?? 'nothing'}; expected 200.`,
        fix: 'Deploy the whole output folder, with the folder .well-known, whose name begins with a dot.',
      });
      return 'not there';
    }
    const value = answer.json;
    if (value === undefined) {
      findings.add(url, {
        level: 'fail',
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
      level: 'fail',
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
  findings.add(url, {
    level: 'fail',
    code: 'other-address',
    hop: 'files',
    message: `site.url is "${own}", but this is ${base}/: every advertised address leads there.`,
    fix: `Build with --base-url ${base}, or verify ${own === '' ? 'the address of the site' : own} instead.`,
  });
}
