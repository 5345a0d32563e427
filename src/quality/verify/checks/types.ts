import { counted } from '../../../core/text.js';
import { arrived, type Check, DEPLOY_RULES, type Findings, type Visited } from '../check.js';
import { parseMediaType } from '../media-type.js';

/** Readers can recognise the type. */
export const types: Check = {
  id: 'types',
  group: 'headers',
  title: "Every document has its media type and charset, and browsers don't guess another",
  async run(ctx, findings) {
    const documents = await arrived(ctx);
    for (const one of documents) {
      addType(findings, one);
      addSniffing(findings, one);
    }
    return counted(documents.length, 'document');
  },
};

function addType(findings: Findings, { document, visit: { answer } }: Visited): void {
  const expected = parseMediaType(document.headers?.['Content-Type']);
  const sent = parseMediaType(answer?.header('content-type'));
  if (sent.essence === document.row?.registeredType) return;
  if (sent.essence !== expected.essence) {
    findings.addLimited('types', document.url, {
      code: 'type-wrong',
      hop: 'server',
      message: `Content-Type is "${sent.essence || 'none'}", not "${expected.essence}".`,
      fix: DEPLOY_RULES,
    });
    return;
  }
  for (const [name, value] of expected.parameters) {
    if (sent.parameters.get(name)?.toLowerCase() === value.toLowerCase()) continue;
    const found = sent.parameters.get(name);
    findings.addLimited('types', document.url, {
      code: name === 'charset' ? 'charset-missing' : 'parameter-missing',
      hop: 'server',
      message: `Content-Type of ${sent.essence} ${found === undefined ? 'has no' : `has "${found}" as`} ${name}; expected ${name}=${value}.`,
      fix: DEPLOY_RULES,
    });
  }
}

function addSniffing(findings: Findings, { document, visit: { answer } }: Visited): void {
  if (document.headers?.['X-Content-Type-Options'] === undefined) return;
  if (answer?.header('x-content-type-options')?.toLowerCase() === 'nosniff') return;
  findings.addLimited('headers', document.url, {
    code: 'sniffing',
    hop: 'server',
    message: "X-Content-Type-Options: nosniff isn't sent, so browsers may guess another type.",
    fix: DEPLOY_RULES,
  });
}
