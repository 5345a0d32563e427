import { expect, it } from 'vitest';
import { folderWith, readFolder } from '../../../../support/sources/files/read-folder.js';

const DECK = `---
theme: seriph
title: Tea
---

# Tea

---
layout: center
class: text-center
---

# Leaves

---
hide: true
---

# Secret

\`\`\`md
---
layout: code
---
\`\`\`

---

Between

---
src: ./pages/cup.md
---

---
disabled: true
src: ./pages/old.md
---

---

\`\`\`md
---
layout: shown
---
\`\`\`
`;
const FILES = {
  'slides.md': DECK,
  'pages/cup.md': '---\nlayout: cover\n---\n\n# Cup\n\n---\nhide: yes\n---\n\n# Broken cup\n',
  'pages/old.md': '# Old\n',
};

it('a deck of Slidev is the front page, without settings and hidden slides', async () => {
  const root = folderWith({ ...FILES, 'package.json': '{"devDependencies": {"@slidev/cli": "^52.0.0"}}' });
  const { entries } = await readFolder(root);
  expect(entries).toMatchObject([{ title: 'Tea', url: '/' }]);
  const body = entries[0]?.body ?? '';
  expect(body.split('\n').filter((line) => line !== '')).toEqual([
    '---',
    '# Leaves',
    '---',
    'Between',
    '---',
    '# Cup',
    '---',
    '```md',
    '---',
    'layout: shown',
    '---',
    '```',
  ]);
});

it('a deck in another folder is read alike, and other texts between lines stay', async () => {
  const other = '# A\n\n---\nNote: one\n---\n\nB\n\n---\nlayout: two\nwords\n---\n';
  const { byKey } = await readFolder(folderWith({ ...FILES, 'other.md': other }));
  expect(byKey.get('slides.md')?.body).not.toMatch(/Secret|Old|Broken|class:/);
  expect(byKey.get('other.md')?.body).toContain('---\nNote: one\n---\n\nB\n\n---\nlayout: two\nwords\n---');
});
