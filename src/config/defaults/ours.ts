import { bool, int } from '../fields.js';

/** Settings beyond the specification: newer forms of documents, and choices of form. */
export const ours = {
  markdown_front_matter: bool(true, {
    text: 'Begin every Markdown twin with YAML front matter.',
    feature: 'Markdown twins',
  }),
  llms_link_markdown: bool(true, {
    text: 'Link the Markdown twins in `/llms.txt`; off links the pages.',
    feature: 'llms.txt',
  }),
  llms_only_markdown: bool(false, {
    text:
      'Link nothing but Markdown in `/llms.txt`: the home page as `/index.md`, categories by a Markdown list, the ' +
      "sitemap as `/sitemap.md`. It names documents that aren't pages without a link.",
    feature: 'llms.txt',
  }),
  signature_max_age_days: int(
    90,
    { min: 1, max: 365 },
    { text: 'Days that a signature of a document is valid.', feature: 'response signing' },
  ),
  registered_directory_type: bool(false, {
    text:
      'Send the key directory with its registered type, `application/http-message-signatures-directory+json`; off ' +
      "sends `application/json` to clients that don't ask for it.",
    feature: 'response signing',
  }),
  enable_sitemap_md: bool(true, { text: 'Serve `/sitemap.md`.', feature: 'sitemap.md' }),
  enable_auth_md: bool(true, {
    text: 'Serve `/auth.md`, which tells agents how to sign in.',
    feature: 'auth.md',
  }),
  enable_agent_skills: bool(true, { text: 'Serve the agent skills index.', feature: 'agent skills' }),
  enable_ai_catalog: bool(false, {
    text: 'Serve the AI catalog, `/.well-known/ard.json` and its older name `/.well-known/ai-catalog.json`.',
    feature: 'AI catalog',
  }),
  enable_agentmap: bool(false, {
    text: 'Say in `robots.txt` where the AI catalog is (`Agentmap:`), a line that some checkers reject.',
    feature: 'AI catalog',
  }),
  enable_root_oauth_metadata: bool(false, {
    text: 'Serve the OAuth metadata of the built-in server at the root well-known paths too.',
    feature: 'OAuth metadata',
  }),
  markdown_for_ai_agents: bool(false, {
    text: "Answer known AI agents with Markdown even if they don't ask for it.",
    feature: 'Markdown twins',
  }),
  soft_404_markdown: bool(false, {
    text: 'Answer a missing page in Markdown to clients that ask for Markdown.',
    feature: 'Markdown twins',
  }),
  enable_root_sitemap: bool(false, {
    text: 'Also serve the sitemap index at `/sitemap.xml` if nothing else is there.',
    feature: 'sitemap',
  }),
};
