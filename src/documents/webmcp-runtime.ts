/**
 * The body of the page script: `site` is what `buildWebMcpScript` knows. It asks only what the site serves to
 * everybody, without credentials, and changes nothing.
 */
export const WEBMCP_RUNTIME = `  'use strict';
  var context = document.modelContext || navigator.modelContext;
  if (!context || typeof context.registerTool !== 'function' || window.svcTools) return;
  window.svcTools = true;

  var run = {
    'read-page': async function () {
      var link = document.querySelector('link[rel~="alternate"][type="text/markdown"]');
      if (link) {
        try {
          // Its copy is at the same place in every deployment.
          return await text(new URL(link.href).pathname);
        } catch (error) {
          // The page itself says nearly the same.
        }
      }
      var main = document.querySelector('main, article') || document.body;
      return '# ' + document.title + '\\n\\n' + main.innerText.trim() + '\\n';
    },
    'search-content': async function (input) {
      var words = String(input.query || '').trim();
      if (!words) throw new Error('The query is empty: give at least one word.');
      var limit = bounded(input.limit);
      var found = [];
      for (var i = 0; i < site.lists.length && found.length < limit; i += 1) {
        found = found.concat(await searchList(site.lists[i], words, limit - found.length));
      }
      if (found.length === 0) return 'Nothing on this site has all of these words: ' + words;
      return found.map(line).join('\\n');
    },
    'read-content': async function (input) {
      var url = new URL(String(input.url || ''), location.origin + site.base);
      if (url.origin !== location.origin || url.pathname.indexOf(site.base) !== 0) {
        throw new Error('Only pages below ' + location.origin + site.base + ' can be read.');
      }
      var path = url.pathname;
      if (!/\\.md$/.test(path)) path = path === site.base ? path + 'index.md' : path.replace(/\\/+$/, '') + '.md';
      return text(path);
    },
    'site-index': function () {
      return text(site.llms);
    },
    'recent-changes': async function (input) {
      var feed = JSON.parse(await text(site.changes));
      var items = feed.items.slice(0, bounded(input && input.limit));
      return items
        .map(function (item) {
          return '- ' + (item.modified || item.deleted) + ' ' + item.action + ': ' + (item.title || '') + ' <' + item.url + '>';
        })
        .join('\\n');
    },
  };

  // Without credentials: what an agent gets is what everybody gets.
  async function text(url) {
    var response = await fetch(url, { credentials: 'omit' });
    if (!response.ok) throw new Error(url + ' answered with ' + response.status + '.');
    return response.text();
  }

  async function searchList(list, words, limit) {
    if (site.isLive || site.isExternal) {
      var query = '?search=' + encodeURIComponent(words) + '&per_page=' + limit;
      return JSON.parse(await text(list + query)).slice(0, limit);
    }
    return searchFiles(list, words, limit);
  }

  // Lists that are files have a hundred items each; a search looks at the first thousand.
  async function searchFiles(list, words, limit) {
    var wanted = fold(words).split(/\\s+/);
    var found = [];
    for (var page = 1; page <= 10 && found.length < limit; page += 1) {
      var items;
      try {
        items = JSON.parse(await text(page === 1 ? list : list.replace(/\\.json$/, '/page-' + page + '.json')));
      } catch (error) {
        if (page === 1) throw error;
        break;
      }
      items.forEach(function (item) {
        var all = fold(plain(item.title.rendered + ' ' + item.excerpt.rendered + ' ' + item.content.rendered));
        var has = wanted.every(function (word) {
          return all.indexOf(word) !== -1;
        });
        if (has && found.length < limit) found.push(item);
      });
      if (items.length < 100) break;
    }
    return found;
  }

  function line(item) {
    var summary = plain((item.excerpt && item.excerpt.rendered) || '').trim();
    return '- ' + plain(item.title.rendered) + ' <' + item.link + '>' + (summary && ': ' + summary);
  }

  // A document of its own: nothing in it is loaded or run.
  function plain(html) {
    return new DOMParser().parseFromString(html, 'text/html').body.textContent || '';
  }

  function fold(words) {
    return words.normalize('NFKD').replace(/[\\u0300-\\u036f]/g, '').toLowerCase();
  }

  function bounded(limit) {
    return Math.min(50, Math.max(1, Math.trunc(Number(limit)) || 10));
  }

  site.tools.forEach(function (tool) {
    try {
      var done = context.registerTool({
        name: tool.name,
        title: tool.title,
        description: tool.description,
        inputSchema: tool.inputSchema,
        annotations: { readOnlyHint: true },
        execute: function (input) {
          return run[tool.name](input || {});
        },
      });
      if (done && done.catch) done.catch(function () {});
    } catch (error) {
      // A name that the page has taken itself stays the page's.
    }
  });
`;
