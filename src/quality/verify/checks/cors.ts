import { counted } from '../../../core/text.js';
import { arrived, type Check, DEPLOY_RULES } from '../check.js';

/** Agents in a browser may read public documents. */
export const cors: Check = {
  id: 'cors',
  group: 'headers',
  title: 'Every document for agents may be read from pages of other sites (`Access-Control-Allow-Origin: *`)',
  async run(ctx, findings) {
    const documents = (await arrived(ctx)).filter(
      ({ document }) => document.headers?.['Access-Control-Allow-Origin'] !== undefined,
    );
    for (const { document, visit } of documents) {
      const sent = visit.answer?.headers('access-control-allow-origin') ?? [];
      if (sent.length === 1 && sent[0] === '*') continue;
      const found = sent.length === 0 ? "isn't sent" : `is "${sent.join(', ')}"`;
      findings.addLimited('headers', document.url, {
        code: sent.length > 1 ? 'cors-twice' : 'cors-missing',
        hop: 'server',
        message: `Access-Control-Allow-Origin ${found}; expected exactly one "*".`,
        fix: sent.length > 1 ? 'Set the field in one place only: two hops add it.' : DEPLOY_RULES,
      });
    }
    return counted(documents.length, 'document');
  },
};
