import { withPrefix } from '../../../documents/rest-addresses.js';
import { resolveUrl } from '../resolve-url.js';
import type { Rule } from '../rule.js';

/** A document with several addresses has the same bytes at each. */
export const aliases: Rule = {
  id: 'aliases',
  level: 'error',
  title: 'A document and its aliases have the same bytes',
  *check({ table, folder, deployment }) {
    for (const row of table.filter((one) => (one.aliases?.length ?? 0) > 0 && !one.path.includes('{'))) {
      const document = folder.document(row.path.slice(1));
      if (document?.source !== 'generated') continue;
      for (const path of row.aliases ?? []) {
        const file = withPrefix(path, deployment).slice(1);
        const alias = folder.document(file) ?? folder.document(`${file}/index.json`);
        if (alias === undefined && resolveUrl(deployment.baseUrl + path, deployment, folder) === 'missing') {
          yield {
            file,
            code: 'alias-missing',
            message: `This address of ${document.file} is missing.`,
            fix: 'Build again.',
          };
        } else if (alias?.source === 'generated' && !Buffer.from(alias.bytes()).equals(document.bytes())) {
          yield {
            file: alias.file,
            code: 'alias-differs',
            message: `The bytes differ from those of ${document.file}.`,
            fix: 'Build again.',
          };
        }
      }
    }
  },
};
