// Searches the read API of the site, which the build writes as files.
const API = '../read-api/content/v1';
const PER_PAGE = 100;
const MAX_RESULTS = 30;
const EXCERPT = 160;

const summary = document.querySelector('#summary');
const results = document.querySelector('#results');
const query = new URLSearchParams(location.search).get('q')?.trim() ?? '';
document.querySelector('#words').value = query;
if (query !== '') search(query.toLowerCase().split(/\s+/)).catch(fail);

async function search(words) {
  const found = (await allPages())
    .map((page) => ({ ...page, score: scoreOf(page, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
  summary.textContent = `${found.length} page${found.length === 1 ? '' : 's'} with “${query}”`;
  results.replaceChildren(...found.slice(0, MAX_RESULTS).map((page) => item(page, words)));
}

async function allPages() {
  const pages = [];
  for (let number = 1; pages.length === (number - 1) * PER_PAGE; number++) {
    const response = await fetch(number === 1 ? `${API}/pages.json` : `${API}/pages/page-${number}.json`);
    if (!response.ok && number > 1) break;
    if (!response.ok) throw new Error(`${API}/pages.json answers ${response.status}`);
    pages.push(...(await response.json()).map(pageOf));
  }
  return pages;
}

function pageOf({ link, title, content }) {
  const body = parse(content.rendered);
  const headings = [...body.querySelectorAll('h2, h3, h4')].map(({ textContent }) => textContent).join('\n');
  const text = body.textContent.replace(/\s+/g, ' ').trim();
  return { path: new URL(link).pathname, title: parse(title.rendered).textContent, headings, text };
}

function parse(html) {
  return new DOMParser().parseFromString(html, 'text/html').body;
}

/** 0 unless the page has every word; words of the title and of headings count more. */
function scoreOf({ title, headings, text }, words) {
  const counts = words.map((word) => 100 * times(title, word) + 10 * times(headings, word) + times(text, word));
  return counts.includes(0) ? 0 : counts.reduce((sum, count) => sum + count, 0) / Math.sqrt(text.length + 1000);
}

function times(text, word) {
  return text.toLowerCase().split(word).length - 1;
}

function item({ title, path, text }, [word]) {
  const link = Object.assign(document.createElement('a'), { href: path, textContent: title });
  const start = Math.max(0, text.toLowerCase().indexOf(word) - EXCERPT / 2);
  const excerpt = document.createElement('p');
  excerpt.textContent = `${start > 0 ? '… ' : ''}${text.slice(start, start + EXCERPT)} …`;
  const li = document.createElement('li');
  li.append(link, excerpt);
  return li;
}

function fail(error) {
  summary.textContent = `The search failed: ${error.message}. Open the site over HTTP: browsers block requests of pages that are files.`;
}
