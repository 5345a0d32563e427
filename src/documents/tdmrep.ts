import { onSite } from '../core/paths.js';
import { compactJson, type DocumentContext, type DocumentRow } from './document-row.js';

/**
 * The reservation of text and data mining for the whole site. Only a reservation is ever published: a site that
 * allows training has no file.
 * @see https://www.w3.org/community/reports/tdmrep/CG-FINAL-tdmrep-20240510/
 */
function buildTdmrep(ctx: DocumentContext) {
  const policy = ctx.settings.tdm_policy_url;
  return [
    {
      location: '/',
      'tdm-reservation': 1,
      ...(policy === '' ? {} : { 'tdm-policy': onSite(policy, ctx.site.baseUrl) }),
    },
  ];
}

/** `/.well-known/tdmrep.json`. */
export const tdmrep: DocumentRow = {
  id: 'tdmrep',
  path: '/.well-known/tdmrep.json',
  contentType: 'application/json',
  headers: 'wellKnown',
  summary: 'Reserves the rights to text and data mining for the whole site (TDMRep).',
  condition: '`enable_tdmrep` and training is reserved (`content_signal.ai_train` is off)',
  schema: 'tdmrep.schema.json',
  docs: 'tdmrep.md',
  purge: true,
  live: { key: 'tdmrep', rank: 8, label: 'Reservation of text and data mining' },
  when: ({ settings }) => settings.enable_tdmrep && !settings.content_signal.ai_train,
  render: (ctx) => compactJson(buildTdmrep(ctx)),
};
