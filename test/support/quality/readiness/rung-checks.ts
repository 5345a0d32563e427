/** The rows of each rung, in the order of the report. */
export const RUNG_CHECKS = {
  findable: ['public', 'permalinks', 'robots', 'sitemap', 'robots_sitemap'],
  readable: ['llms', 'llms_words', 'llms_full', 'llms_full_size', 'schema', 'post_types', 'topics'],
  trusted: ['about', 'expertise', 'same_as', 'entity_image', 'entity_role', 'security_txt', 'ai_usage'],
} as const;
