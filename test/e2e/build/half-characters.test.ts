import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesIn, text, workspace } from '../../support/build/workspace.js';
import { build } from '../../support/cli/run-svc.js';

const HALF = '\\ud800';
const POST = `{"id": "1", "title": "Tide ${HALF}", "slug": "tide", "html": "<p>Ebb ${HALF} <a href='/${HALF}'>x</a></p>",
  "status": "published", "visibility": "public", "type": "post", "published_at": "2026-01-01T00:00:00.000Z",
  "custom_excerpt": "${HALF}", "feature_image": "/${HALF}.png"}`;
const SITES: Readonly<Record<string, [path: string, content: string]>> = {
  'a Ghost export': [
    'ghost.json',
    `{"db": [{"meta": {"version": "5.0.0"}, "data": {"posts": [${POST}],
      "tags": [{"id": "t", "name": "Moon ${HALF}", "slug": "moon${HALF}"}], "posts_tags": [{"post_id": "1", "tag_id": "t"}]}}]}`,
  ],
  'a content folder': [
    'content/tide.md',
    `---\ntitle: "Tide ${HALF}"\ntags: ["moon ${HALF}"]\nauthor: "Mara ${HALF}"\ndescription: "${HALF}"\nimage: "/${HALF}.png"\n---\nEbb [x](/%ED%A0%80) ![y](/%ff)\n`,
  ],
};

describe('half of a character, as escapes can make it', () => {
  it.each(Object.entries(SITES))('harms nothing in %s', async (_, [path, content]) => {
    for (const html of ['none', 'render']) {
      const cwd = workspace({ [path]: content, 'svc.config.json': JSON.stringify({ html }) });
      const args = ['--source', path.split('/')[0] ?? '', '--base-url', 'https://harbour.example'];
      expect((await build(args, { cwd })).twins).toBe(1);
      expect(filesIn(join(cwd, 'out'))).toContain('tide.md');
      expect(text(cwd, 'out/tide.md')).toContain('Ebb');
    }
  });
});
