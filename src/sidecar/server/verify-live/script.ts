/**
 * The script of `/svc/verify`. It requests every document like any visitor, checks the responses and writes the
 * results into the page. Text of responses is only ever inserted as text.
 */
export const VERIFY_SCRIPT = `(function () {
  'use strict';
  var root = document.getElementById('verify');
  var facts = JSON.parse(root.dataset.facts);
  var start = document.getElementById('verify-start');
  var summary = document.getElementById('verify-summary');
  var warning = document.getElementById('verify-cache');
  var list = document.getElementById('verify-list');
  start.hidden = false;
  document.getElementById('verify-noscript').remove();

  start.addEventListener('click', function () {
    if (start.getAttribute('aria-disabled') === 'true') return;
    start.setAttribute('aria-disabled', 'true');
    start.textContent = 'Checking\\u2026';
    summary.textContent = 'Checking ' + facts.checks.length + ' addresses\\u2026';
    summary.className = '';
    warning.hidden = true;
    list.textContent = '';
    run().then(function () {
      start.removeAttribute('aria-disabled');
      start.textContent = 'Check again';
    });
  });

  async function run() {
    var token = await mint();
    var rows = await Promise.all(
      facts.checks.map(function (check) {
        return runCheck(check, token);
      }),
    );
    rows.forEach(show);
    var seen = rows.filter(function (row) {
      return row.ok !== null;
    });
    var good = seen.filter(function (row) {
      return row.ok;
    });
    summary.textContent =
      good.length + '/' + seen.length + ' OK' +
      (seen.length < rows.length ? ', ' + (rows.length - seen.length) + ' not visible from here' : '') + '.' +
      (warnOfCaches(rows) ? ' A cache answers instead of the site.' : '');
    summary.className = good.length === seen.length ? 'good' : 'bad';
  }

  // Without a token the visits are counted, which doesn't prevent the check.
  async function mint() {
    try {
      var response = await fetch(facts.api + '/activity/selfcheck-token', {
        method: 'POST',
        headers: { 'X-Platform-Nonce': facts.nonce },
      });
      return response.ok ? (await response.json()).token : '';
    } catch (error) {
      return '';
    }
  }

  async function runCheck(check, token) {
    var isHere = new URL(check.url).origin === location.origin;
    var row = { check: check, ok: false, detail: 'unreachable', cache: null };
    // A custom header to another origin would require a preflight.
    var headers = isHere && token ? { 'X-Svc-Selfcheck': token } : {};
    try {
      var response = await fetch(check.url, {
        credentials: 'omit',
        cache: 'no-store',
        redirect: 'follow',
        headers: headers,
      });
      var text = await response.text();
      judge(row, response, text, isHere);
      row.cache = isHere ? cacheOf(response.headers) : null;
    } catch (error) {
      if (!isHere && !check.expect.cors) {
        row.ok = null;
        row.detail = "on another origin, which this page can't read";
      }
    }
    return row;
  }

  function judge(row, response, text, isHere) {
    var expect = row.check.expect;
    var mime = (response.headers.get('content-type') || '').split(';')[0].trim();
    var problems = [];
    if (response.status !== 200) problems.push('HTTP ' + response.status);
    if (expect.type && mime.toLowerCase().indexOf(expect.type) === -1) problems.push('type ' + (mime || 'none'));
    // A readable response of another origin is open.
    if (expect.cors && isHere && response.headers.get('access-control-allow-origin') !== '*') {
      problems.push('no CORS header');
    }
    if (expect.json && !isJson(text)) problems.push('invalid JSON');
    var link = '';
    if (expect.link && response.status === 404) {
      problems.push('with html: none, a build writes no pages, so another program has to write this one');
    } else if (expect.link) {
      link = linkOf(response.headers, text);
      if (!link) problems.push('no Link header advertised');
    }
    row.ok = problems.length === 0;
    row.detail = row.ok
      ? response.status + ' \\u00b7 ' + (expect.link ? link + ' present' : mime)
      : problems.join(' \\u00b7 ');
  }

  function isJson(text) {
    try {
      JSON.parse(text);
      return true;
    } catch (error) {
      return false;
    }
  }

  // Hosts of static files send no such header; then the head of the page counts.
  function linkOf(headers, text) {
    if ((headers.get('link') || '').indexOf('text/markdown') !== -1) return 'Link';
    var page = new DOMParser().parseFromString(text, 'text/html');
    return page.querySelector('link[rel~="alternate"][type="text/markdown"]') ? 'link element' : '';
  }

  function cacheOf(headers) {
    var isCloudflare = /cloudflare/i.test(headers.get('server') || '');
    var age = parseInt(headers.get('age') || '', 10);
    var known = { via: isCloudflare ? 'Cloudflare' : 'a CDN or reverse proxy', age: age >= 0 ? age : null };
    if (/^hit$/i.test((headers.get('cf-cache-status') || '').trim())) return { via: 'Cloudflare', age: known.age };
    var fields = ['x-cache', 'x-proxy-cache', 'x-fastcgi-cache', 'x-nginx-cache', 'x-litespeed-cache', 'x-srcache-fetch-status'];
    for (var i = 0; i < fields.length; i += 1) {
      if (/\\bhit\\b/i.test(headers.get(fields[i]) || '')) return known;
    }
    if (age > 0) return { via: isCloudflare ? 'Cloudflare' : 'a shared cache', age: age };
    return null;
  }

  function show(row) {
    var item = element('li', row.ok === null ? 'unseen' : row.ok ? 'good' : 'bad');
    item.append(element('span', 'mark', row.ok === null ? 'Not seen' : row.ok ? 'OK' : 'Problem'));
    var what = element('span', 'what');
    what.append(element('strong', '', row.check.label), document.createElement('br'));
    var link = element('a', '', new URL(row.check.url).pathname);
    link.href = row.check.url;
    what.append(link);
    var detail = element('span', 'detail', row.detail);
    if (row.cache) {
      var age = row.cache.age === null ? '' : ', ' + row.cache.age + ' s old';
      detail.append(document.createElement('br'), element('span', 'cached', 'from ' + row.cache.via + age));
    }
    item.append(what, detail);
    list.append(item);
  }

  function warnOfCaches(rows) {
    var hits = rows.filter(function (row) {
      return row.cache;
    });
    warning.hidden = hits.length === 0;
    if (hits.length === 0) return false;
    document.getElementById('verify-cache-name').textContent =
      'Stored copies from ' + hits[0].cache.via + ': ' + hits.length + ' of ' + rows.length + ' addresses';
    var names = document.getElementById('verify-cache-list');
    names.textContent = '';
    hits.forEach(function (row) {
      var item = element('li', '', row.check.label + ', ');
      item.append(element('code', '', new URL(row.check.url).pathname));
      names.append(item);
    });
    return true;
  }

  var bypass = document.getElementById('ar-feat-bypass_shared_cache');
  if (bypass) {
    bypass.addEventListener('click', async function () {
      if (bypass.getAttribute('aria-disabled') === 'true') return;
      bypass.setAttribute('aria-disabled', 'true');
      var note = document.getElementById('verify-bypass-note');
      var done = false;
      try {
        var response = await fetch(facts.api + '/settings', {
          method: 'POST',
          headers: { 'X-Platform-Nonce': facts.nonce, 'Content-Type': 'application/json' },
          body: JSON.stringify({ bypass_shared_cache: true }),
        });
        done = response.ok;
      } catch (error) {
        done = false;
      }
      note.textContent = done
        ? 'Done. Purge the cache once to remove old copies.'
        : "The setting wasn't saved. Reload this page and try again.";
      if (!done) bypass.removeAttribute('aria-disabled');
    });
  }

  function element(name, className, text) {
    var made = document.createElement(name);
    if (className) made.className = className;
    if (text !== undefined) made.textContent = text;
    return made;
  }
})();
`;
