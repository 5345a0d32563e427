import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findElement } from '../../../../src/content/html/element.js';
import { parseDocument } from '../../../../src/content/html/parse.js';
import { linksWithGroups } from '../../../../src/sources/html/nav-groups.js';

/** The links of a navigation, with their groups. */
function groups(html: string): readonly string[] {
  const nav = findElement(parseDocument(html), ({ tagName }) => tagName === 'nav');
  if (nav === undefined) throw new Error('no nav');
  return linksWithGroups(nav, 100).map(({ href, section }) => `${href} ${section ?? '-'}`);
}

const links = (...paths: readonly string[]) =>
  paths.map((path) => `<a href="${path}">Page ${path}</a>`).join('');
const items = (...paths: readonly string[]) =>
  `<ul>${paths.map((path) => `<li>${links(path)}</li>`).join('')}</ul>`;

describe('groups of a built navigation', () => {
  it.each([
    [
      'VitePress',
      `<nav><span class="visually-hidden">Sidebar Navigation</span><section class="level-0"><div class="item"><h2 class="text">Start here</h2></div><div class="items">
        <div class="level-1">${links('/a')}</div><section class="level-1"><div class="item"><h3>Deep</h3></div>
        <div class="items">${links('/b', '/c')}</div></section></div></section>
       <section><div class="item">${links('/d')}</div></section></nav>`,
      ['/a Start here', '/b Start here', '/c Start here', '/d -'],
    ],
    [
      'permalinks of headings, and the arrow of a menu',
      `<nav><h3>Cups<a class="permalink">¶</a></h3>${items('/a', '/b')}<h3>Pots ▾</h3>${items('/c', '/d')}</nav>`,
      ['/a Cups', '/b Cups', '/c Pots', '/d Pots'],
    ],
    [
      'Javadoc',
      `<nav><div><a href="#skip">Skip navigation links</a></div><ul><li>${links('/a')}</li><li class="navBarCell1Rev">Class</li><li>${links('/b')}</li></ul>${items('/c')}</nav>`,
      ['/a -', '/b -', '/c -'],
    ],
    [
      'no group of an imprint',
      `<nav><div>${items('/a', '/b')}</div><h6>Tern House, all rights reserved</h6>${items('/c')}</nav>`,
      ['/a -', '/b -', '/c -'],
    ],
    [
      'Docusaurus',
      `<nav><ul><li>${links('/a')}</li><li><div><a href="#">Guides</a><button>v</button></div>${items('/b', '/c')}</li>
       <li><div>${links('/api')}</div>${items('/x', '/y')}</li></ul></nav>`,
      ['/a -', '/b Guides', '/c Guides', '/api Page /api', '/x Page /api', '/y Page /api'],
    ],
    [
      'a switch whose address is absolute',
      `<nav>${links('/a')}<ul><li><a href="https://tea.example/#">News</a><div>${links('/b', '/c')}</div></li></ul></nav>`,
      ['/a -', '/b News', '/c News'],
    ],
    [
      'Starlight',
      `<nav><ul><li><details><summary><span>Start</span><svg></svg></summary>${items('/a', '/b')}</details></li>
       <li><details><summary>Reference</summary>${items('/c', '/d')}</details></li></ul></nav>`,
      ['/a Start', '/b Start', '/c Reference', '/d Reference'],
    ],
    [
      'Material for MkDocs',
      `<nav><label>The site</label><ul><li>${links('/')}</li><li><input><label>Setup</label><nav><label>Setup</label>${items('/a', '/b')}</nav></li>
       <li><label>Reference</label><nav>${items('/c', '/d')}</nav></li></ul></nav>`,
      ['/ -', '/a Setup', '/b Setup', '/c Reference', '/d Reference'],
    ],
    [
      'mdBook',
      `<nav><ol><li>${links('/a')}</li><li class="part-title">Guide</li><li>${links('/b')}</li><li>${items('/c')}</li>
       <li class="part-title">Reference</li><li>${links('/d')}</li></ol></nav>`,
      ['/a -', '/b Guide', '/c Guide', '/d Reference'],
    ],
    [
      'Furo, whose switches have names for screen readers',
      `<nav><ul><li>${links('/a')}</li><li>${links('/api')}<label><div class="visually-hidden">Toggle navigation of API</div><i></i></label>${items('/x', '/y')}</li></ul></nav>`,
      ['/a -', '/api Page /api', '/x Page /api', '/y Page /api'],
    ],
    [
      'the theme of Read the Docs, on one of its pages',
      `<nav><ul><li>${links('/a')}</li><li><a href="#">This page</a><ul><li><a href="#x">Part</a></li></ul></li>
       <li>${links('/b')}</li><li>${links('/c')}</li></ul></nav>`,
      ['/a -', '/b -', '/c -'],
    ],
    [
      'Sphinx',
      `<nav><p class="caption"><span>User</span></p>${items('/a', '/b')}<p class="caption">API</p>${items('/c')}</nav>`,
      ['/a User', '/b User', '/c API'],
    ],
    [
      'a site with its title before all pages, and boxes of a blog',
      `<nav><a href="/">Site</a><h2>All pages</h2><div>${items(...'abcdefghij'.split('').map((name) => `/${name}`))}</div></nav>`,
      ['/ -', ...'abcdefghij'.split('').map((name) => `/${name} -`)],
    ],
    [
      'a site with a title before two groups',
      `<nav><b>Manual</b><div><h3>A</h3>${items('/a')}</div><div><h3>B</h3>${items('/b')}</div></nav>`,
      ['/a A', '/b B'],
    ],
    [
      'MyST, with a closed group before an open one',
      `<nav><div>${links('/')}<div><div><div>Guide</div><button></button></div><div hidden=""></div></div>
       <div><div><div>Internals</div><button></button></div><div>${links('/a', '/b')}</div></div></div></nav>`,
      ['/ -', '/a Internals', '/b Internals'],
    ],
    [
      'Google Sites, on one of its pages',
      `<nav><ul><li class="top"><div>${links('/a')}</div></li><li class="top"><div class="current-bg">This page</div></li>
       <li class="top"><div>${links('/b')}</div></li><li class="top"><div>${links('/c')}</div></li></ul></nav>`,
      ['/a -', '/b -', '/c -'],
    ],
    [
      'a blog',
      `<nav><h3>Recent posts</h3>${items('/a', '/b')}<h3>Les plus populaires</h3>${items('/e')}<h3>1</h3>${items('/c')}<h3>Tea</h3>${items('/d')}</nav>`,
      ['/a -', '/b -', '/e -', '/c -', '/d Tea'],
    ],
  ])('of %s', (_, html, expected) => {
    expect(groups(html)).toEqual(expected);
  });

  it('have each link once, in the order of the page', () => {
    const tree = fc.letrec<{ node: string }>((tie) => ({
      node: fc.oneof(
        { maxDepth: 5 },
        fc.constantFrom(...'abcdef').map((name) => links(`/${name}`)),
        fc.constantFrom('Label', '<h2>Head</h2>', '<button>x</button>', ''),
        fc
          .tuple(
            fc.constantFrom('ul', 'li', 'div', 'section', 'details'),
            fc.array(tie('node'), { maxLength: 4 }),
          )
          .map(([tag, children]) => `<${tag}>${children.join('')}</${tag}>`),
      ),
    })).node;
    fc.assert(
      fc.property(tree, (inner) => {
        const found = groups(`<nav>${inner}</nav>`).map((link) => link.split(' ')[0]);
        const written = [...inner.matchAll(/href="([^"]+)"/g)].map(([, href]) => href);
        expect(found).toEqual([...new Set(written)]);
      }),
    );
  });
});
