import { count, flag, json, objects, text, texts, textsOrNumbers } from '../guards.js';
import { action, filter } from '../row.js';

/** Filters of content scope, texts, checks and score. */
export const contentFilters = {
  svc_post_types: filter(texts, "Content types that agents may see; the owner's veto comes after it."),
  svc_checkable_post_types: filter(texts, 'Content types that are checked.'),
  svc_citability_post_types: filter(texts, 'Content types that count as articles in the checks.'),
  svc_commerce_post_types: filter(texts, "Content types of shops, which aren't graded."),
  svc_gradeable_post: filter<boolean, [id: number]>(flag, 'Whether a page is graded.', ['id']),
  svc_evergreen_categories: filter(textsOrNumbers, 'Categories that the freshness check ignores.'),
  svc_changes_max: filter(count, 'Maximum number of items of the change feed, 1–2000.'),
  svc_tombstone_retain_days: filter(count, 'Days that deleted pages stay in the change feed, 1–3650.'),
  svc_topic_exclude: filter(texts, 'Slugs that never become topics.'),
  svc_video_hosts: filter(texts, 'Hosts whose frames are videos.'),
  svc_media_key_skip_segments: filter(texts, 'Path segments to ignore when media files are compared.'),
  svc_transcript_label_pattern: filter(text, 'Pattern of headings that announce a transcript.'),
  svc_entity_types: filter(texts, 'More kinds of entity for `identity.entity_type`.', [], 'pending'),
  svc_entity_image: filter(text, 'Address of the image of the person or organisation.'),
  svc_defer_schema: filter(flag, 'True leaves structured data to another program.'),
  svc_readiness_checks: filter(objects, 'Readiness rows: `{id, label, status, detail, fix, action}`.'),
  svc_page_checks: filter<readonly Readonly<Record<string, unknown>>[], [id: number]>(
    objects,
    'Rows of the content checks of one page.',
    ['id'],
  ),
  svc_page_ruleset: filter(text, 'A text that changes when added content checks change.'),
  svc_findings: filter(json, 'What the findings screen shows.'),
  svc_worklist: filter(objects, 'Rows of the content worklist.'),
  svc_coverage: filter<Readonly<Record<string, unknown>>, [id: number]>(
    json,
    'How well a page answers its focus keyword.',
    ['id'],
  ),
  svc_coverage_stopwords: filter(texts, 'Words to ignore when coverage is measured.'),
  svc_cited_stale_days: filter(count, 'Days until citation results are stale; 0 for never.'),
  svc_exposed_paths: filter(texts, 'Paths that must stay private, for the exposed-files check.'),
  svc_internal_links_enabled: filter(flag, 'Whether internal links are suggested.'),
  svc_visibility_max_checks_per_run: filter(count, 'Maximum number of citation checks in a run.'),
  svc_assist_rate_max: filter(count, 'Paid suggestions per user and minute; 0 for no limit.'),
};

/** Events in the life of content. */
export const contentActions = {
  svc_warm_llms_full: action('Content has changed: `llms-full.txt` has been rebuilt.'),
  svc_agent_wrote_content: action<[id: number, change: 'create' | 'update']>(
    'An assistant has written content.',
    ['id', 'change'],
  ),
};
