import {
  type PackableContext,
  type SharedContext,
  unpackContext,
} from '../../../src/build/workers/shared-context.js';
import { NO_PRIVACY_RULES } from '../../../src/content/privacy/privacy.js';
import { packTexts } from '../../../src/core/packed-texts.js';
import { MediaIndex } from '../../../src/site/media-index.js';

const SHARED = {
  site: { baseUrl: 'https://mill.example', timeZone: 'UTC', lang: 'en' },
  types: [],
  readPrefix: 'api',
  restApi: { mode: 'off' },
  sidecar: false,
  settings: { markdown_front_matter: false, enable_ai_description: false },
  served: { 'llms-full': false, markdown: true, 'rest-item': false },
  available: { llms: false },
  urls: { llms: '' },
  sourceBases: [],
  authors: new Map(),
  media: [],
  patterns: new Map(),
  paths: packTexts(new Map()),
  topics: { enabled: false, derive: false, max: 0, exclude: [] },
  privacy: NO_PRIVACY_RULES,
  converter: { kind: 'built-in', rehypePlugins: [], remarkPlugins: [], folder: '' },
} as unknown as SharedContext;

/** What converting needs of a small site. */
export const CONTEXT: PackableContext = {
  ...unpackContext(SHARED),
  media: new MediaIndex(),
  patterns: new Map(),
  paths: packTexts(new Map()),
  converter: SHARED.converter,
};
