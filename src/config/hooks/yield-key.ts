/** Keys of `svc_yield_surface` (spec section 8.3.6; the last two are additions). */
export type YieldKey =
  | 'llms_txt'
  | 'llms_full'
  | 'markdown'
  | 'link_headers'
  | 'robots'
  | 'changes'
  | 'auth_md';
