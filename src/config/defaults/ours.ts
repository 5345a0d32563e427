import { bool, int, ofFeature } from '../fields.js';

/** Settings beyond the specification: newer forms of documents, and choices of form. */
export const ours = {
  ...ofFeature('Markdown twins', {
    markdown_front_matter: bool(true, 'Begin every Markdown twin with YAML front matter.'),
  }),
  ...ofFeature('llms.txt', {
    llms_link_markdown: bool(true, 'Link the Markdown twins in `/llms.txt`; off links the pages.'),
    llms_only_markdown: bool(
      false,
      'Link nothing but Markdown in `/llms.txt`: the home page as `/index.md`, categories by a Markdown list, the ' +
        "sitemap as `/sitemap.md`. It names documents that aren't pages without a link.",
    ),
  }),
  ...ofFeature('response signing', {
    signature_max_age_days: int(90, { min: 1, max: 365 }, 'Days that a signature of a document is valid.'),
    registered_directory_type: bool(
      false,
      'Send the key directory with its registered type, `application/http-message-signatures-directory+json`; off ' +
        "sends `application/json` to clients that don't ask for it.",
    ),
  }),
  ...ofFeature('sitemap.md', {
    enable_sitemap_md: bool(true, 'Serve `/sitemap.md`.'),
  }),
  ...ofFeature('auth.md', {
    enable_auth_md: bool(true, 'Serve `/auth.md`, which tells agents how to sign in.'),
  }),
  ...ofFeature('agent skills', {
    enable_agent_skills: bool(true, 'Serve the agent skills index.'),
  }),
  ...ofFeature('AI catalog', {
    enable_ai_catalog: bool(
      false,
      'Serve the AI catalog, `/.well-known/ard.json` and its older name `/.well-known/ai-catalog.json`.',
    ),
    enable_agentmap: bool(
      false,
      'Say in `robots.txt` where the AI catalog is (`Agentmap:`), a line that some checkers reject.',
    ),
  }),
  ...ofFeature('OAuth metadata', {
    enable_root_oauth_metadata: bool(
      false,
      'Serve the OAuth metadata of the built-in server at the root well-known paths too.',
    ),
  }),
  ...ofFeature('Markdown twins', {
    markdown_for_ai_agents: bool(
      false,
      "Answer known AI agents with Markdown even if they don't ask for it.",
    ),
    soft_404_markdown: bool(false, 'Answer a missing page in Markdown to clients that ask for Markdown.'),
  }),
  ...ofFeature('sitemap', {
    enable_root_sitemap: bool(
      false,
      'Also serve the sitemap index at `/sitemap.xml` if nothing else is there.',
    ),
  }),
};
