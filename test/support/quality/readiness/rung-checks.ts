/** The rows of each rung as reference/readiness-and-score.md section 1.6 lists them. */
export const RUNG_CHECKS = {
  findable: ['public', 'permalinks', 'robots', 'sitemap', 'robots_sitemap'],
  readable: ['llms', 'llms_words', 'llms_full', 'llms_full_size', 'schema', 'post_types', 'topics'],
  trusted: ['about', 'expertise', 'same_as', 'entity_image', 'entity_role', 'security_txt', 'ai_usage'],
} as const;
