const anything = (value: string) => value !== '' && value !== '0' && value !== 'off' && value !== 'false';
const exactly = (expected: string) => (value: string) => value === expected;

/** Post meta by which page builders mark an item as theirs. */
const MARKS: readonly (readonly [string, string, (value: string) => boolean])[] = [
  ['_elementor_edit_mode', 'elementor', exactly('builder')],
  ['_fl_builder_enabled', 'beaver-builder', anything],
  ['_et_pb_use_builder', 'divi', exactly('on')],
  ['_wpb_vc_js_status', 'wpbakery', exactly('true')],
  ['_bricks_editor_mode', 'bricks', exactly('bricks')],
  ['_bricks_page_content_2', 'bricks', anything],
  ['ct_builder_shortcodes', 'oxygen', anything],
  ['_ct_builder_shortcodes', 'oxygen', anything],
  ['ct_builder_json', 'oxygen', anything],
  ['_ct_builder_json', 'oxygen', anything],
  ['brizy_post_uid', 'brizy', anything],
  ['tcb_editor_enabled', 'thrive', anything],
  ['tve_updated_post', 'thrive', anything],
  ['panels_data', 'siteorigin', anything],
  ['_breakdance_data', 'breakdance', anything],
  ['breakdance_data', 'breakdance', anything],
  ['_oxygen_data', 'breakdance', anything],
  ['fusion_builder_status', 'avada', exactly('active')],
  ['_aviaLayoutBuilder_active', 'enfold', exactly('active')],
  ['_themify_builder_settings_json', 'themify', anything],
  ['_cornerstone_data', 'cornerstone', anything],
  ['vcv-be-editor', 'visual-composer', exactly('fe')],
  ['_zionbuilder_page_status', 'zion', exactly('enabled')],
  ['gdlr-core-page-builder', 'goodlayers', anything],
  ['mfn-page-items', 'muffin', anything],
  ['dslc_code', 'live-composer', anything],
  ['kc_data', 'king-composer', anything],
];

const KEYS = new Set(MARKS.map(([key]) => key));

/** True for a post meta key that `pageBuilder` reads. */
export function isBuilderKey(key: string): boolean {
  return KEYS.has(key);
}

/**
 * Name of the page builder that owns the item's body, or undefined. One of them is also recognised by its rows, since
 * older versions left no mark.
 */
export function pageBuilder(meta: ReadonlyMap<string, string>, body: string): string | undefined {
  return markedBuilder(meta) ?? (body.includes('[vc_row') ? 'wpbakery' : undefined);
}

/** Name of the page builder that a mark in the post meta names. */
export function markedBuilder(meta: ReadonlyMap<string, string>): string | undefined {
  if (meta.size === 0) return undefined;
  for (const [key, name, test] of MARKS) {
    const value = meta.get(key);
    if (value !== undefined && test(value.trim())) return name;
  }
  return undefined;
}
