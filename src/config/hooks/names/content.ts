import { count, flag, json, objects, text, texts, textsOrNumbers } from '../guards.js';
import { action, filter } from '../row.js';

/** Filters of content scope, texts, checks and score. */
export const contentFilters = {
  svc_post_types: filter(
    texts,
    "Content types that agents may see; the owner's veto comes after it.",
    'applied',
  ),
  svc_checkable_post_types: filter(texts, 'Content types that are checked.', 'applied'),
  svc_citability_post_types: filter(texts, 'Content types that count as articles in the checks.', 'applied'),
  svc_commerce_post_types: filter(texts, "Content types of shops, which aren't graded.", 'applied'),
  svc_gradeable_post: filter<boolean, [id: number]>(flag, 'Whether a page is graded.', 'applied', ['id']),
  svc_evergreen_categories: filter(textsOrNumbers, 'Categories that the freshness check ignores.', 'applied'),
  svc_changes_max: filter(count, 'Maximum number of items of the change feed, 1–2000.', 'applied'),
  svc_tombstone_retain_days: filter(
    count,
    'Days that deleted pages stay in the change feed, 1–3650.',
    'applied',
  ),
  svc_topic_exclude: filter(texts, 'Slugs that never become topics.', 'applied'),
  svc_video_hosts: filter(texts, 'Hosts whose frames are videos.', 'applied'),
  svc_media_key_skip_segments: filter(
    texts,
    'Path segments to ignore when media files are compared.',
    'applied',
  ),
  svc_transcript_label_pattern: filter(text, 'Pattern of headings that announce a transcript.', 'applied'),
  svc_entity_types: filter(texts, 'More kinds of entity for `identity.entity_type`.'),
  svc_entity_image: filter(text, 'Address of the image of the person or organisation.', 'applied'),
  svc_defer_schema: filter(flag, 'True leaves structured data to another program.', 'applied'),
  svc_readiness_checks: filter(
    objects,
    'Readiness rows: `{id, label, status, detail, fix, action}`.',
    'applied',
  ),
  svc_page_checks: filter<readonly Readonly<Record<string, unknown>>[], [id: number]>(
    objects,
    'Rows of the content checks of one page.',
    'applied',
    ['id'],
  ),
  svc_page_ruleset: filter(text, 'A text that changes when added content checks change.', 'applied'),
  svc_findings: filter(json, 'What the findings screen shows.', 'applied'),
  svc_worklist: filter(objects, 'Rows of the content worklist.', 'applied'),
  svc_coverage: filter<Readonly<Record<string, unknown>>, [id: number]>(
    json,
    'How well a page answers its focus keyword.',
    'applied',
    ['id'],
  ),
  svc_coverage_stopwords: filter(texts, 'Words to ignore when coverage is measured.', 'applied'),
  svc_cited_stale_days: filter(count, 'Days until citation results are stale; 0 for never.', 'applied'),
  svc_exposed_paths: filter(texts, 'Paths that must stay private, for the exposed-files check.', 'applied'),
  svc_internal_links_enabled: filter(flag, 'Whether internal links are suggested.', 'applied'),
  svc_visibility_max_checks_per_run: filter(count, 'Maximum number of citation checks in a run.', 'applied'),
  svc_assist_rate_max: filter(count, 'Paid suggestions per user and minute; 0 for no limit.', 'applied'),
};

/** Events in the life of content. */
export const contentActions = {
  svc_warm_llms_full: action('Content has changed: `llms-full.txt` has been rebuilt.', 'applied'),
  svc_agent_wrote_content: action<[id: number, change: 'create' | 'update']>(
    'An assistant has written content.',
    'applied',
    ['id', 'change'],
  ),
};
