import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { text, workspace } from '../../support/build/workspace.js';
import { build } from '../../support/cli/run-svc.js';

async function twinOf(page: string) {
  const cwd = workspace({ '.vitepress/config.js': "export default { title: 'Tea' }", 'a.md': page });
  const report = await build(['.', '--base-url', 'https://tea.example', '--source-only'], { cwd });
  const twin = text(join(cwd, 'out/a.html.md'));
  return { twin: twin.slice(twin.indexOf('# ')), leftOut: JSON.stringify(report.fidelity) };
}

describe('a loop of Vue', () => {
  it.each([
    [
      'over the front matter',
      '<li v-for="(tea, i) in $frontmatter.teas">{{ i + 1 }}: {{ tea.name }}</li>',
      '1: Oolong',
      '2: Sen < cha',
    ],
    [
      'over a list in place',
      "<p v-for=\"tea of ['Assam', 'Pu-erh']\">{{ tea }} tea</p>",
      'Assam tea',
      'Pu-erh tea',
    ],
    ['over a constant', '<p v-for="{ size } in cups">A {{ size }} cup</p>', 'A small cup', 'A large cup'],
    ['over a number', '<p v-for="n in 2">Step {{ n }}</p>', 'Step 1', 'Step 2'],
    [
      'with links',
      '<a v-for="tea in $frontmatter.teas" :key="tea.name" :href="tea.link">{{ tea.name }}</a>',
      '[Oolong](https://oolong.example/)',
      '[Sen < cha](https://sencha.example/)',
    ],
    [
      'in a loop',
      '<ul v-for="n in 2"><li v-for="c in cups">{{ n }} {{ c.size }}</li></ul>',
      '1 small',
      '2 large',
    ],
    [
      'without an element',
      '<template v-for="c in cups"><b>{{ c.size }}</b>, </template>',
      '**small**',
      '**large**',
    ],
  ])('%s has its items', async (_, loop, ...items) => {
    const { twin } = await twinOf(
      '---\nteas:\n  - { name: Oolong, link: "https://oolong.example/" }\n  - { name: "Sen < cha", link: "https://sencha.example/" }\n---\n' +
        "<script setup>\nimport { ref } from 'vue'\nconst cups = ref([{ size: 'small' }, { size: 'large' }])\n</script>\n\n" +
        `# Tea\n\nBefore.\n\n${loop}\n\nAfter.\n`,
    );
    for (const item of items) expect(twin).toContain(item);
    expect(twin).toMatch(/Before\.\n[\s\S]*\nAfter\.\n$/);
    expect(twin).not.toMatch(/v-for|\{\{/);
  });

  it('over what only code computes is named, and the rest of the page stays', async () => {
    const { twin, leftOut } = await twinOf(
      '# Tea\n\n<template v-for="row of load()"><b>{{ row.name }}</b></template>\n\nAfter.\n\n```html\n<li v-for="n in 2">{{ n }}</li>\n```\n',
    );
    expect(twin).toContain('After.\n\n```html\n<li v-for="n in 2">{{ n }}</li>\n```');
    expect(leftOut).toContain('row.name');
  });

  it('is no reason to lose what follows a template that a browser never shows', async () => {
    const { twin } = await twinOf('# Tea\n\nBefore.\n\n<template>Not shown</template>\n\nAfter.\n');
    expect(twin).toContain('Before.\n\nAfter.');
  });
});
