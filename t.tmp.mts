import { parseHtml } from './src/content/html/parse.js';
import { toMarkdown } from './src/content/markdown/to-markdown.js';
import { render } from './test/support/content/body/markdown/render.js';
import { HOSTILE_MARKDOWN } from './test/support/content/body/markdown/hostile.js';
const cpu = (f: () => void) => { const s = process.cpuUsage(); try { f(); } catch (e: any) { console.log('THROW', String(e.message).slice(0, 60)); } const u = process.cpuUsage(s); return (u.user + u.system) / 1000; };
const N = 2000;
for (const [k, g] of Object.entries(HOSTILE_MARKDOWN)) {
  const [h0, h1, h4] = [N / 4, N, 4 * N].map((n) => parseHtml(render(g(n)))) as any;
  cpu(() => toMarkdown(h0)); const a = cpu(() => toMarkdown(h1)); const b = cpu(() => toMarkdown(h4));
  if (b / Math.max(a, 30) > 5.5 || b > 1500) console.log(k, a.toFixed(0), b.toFixed(0), (b / Math.max(a, 10)).toFixed(1));
}
const HTML: Record<string, (n: number) => string> = {
  td: (n) => `<table><tr>${'<td>a b'.repeat(n)}</table>`, rows: (n) => `<table>${'<tr><td>a<td>b'.repeat(n)}</table>`, div: (n) => '<div>'.repeat(n) + 'a', span: (n) => '<span>'.repeat(n) + 'a', b: (n) => '<b>a'.repeat(n), bi: (n) => '<b><i>a</i></b>'.repeat(n), a: (n) => '<a href=x>a'.repeat(n), br: (n) => '<p>' + 'a<br>'.repeat(n), li: (n) => '<ul><li>a'.repeat(n), lis: (n) => '<ul>' + '<li>a'.repeat(n), p: (n) => '<p>a'.repeat(n), code: (n) => '<code>`a</code>'.repeat(n), pre: (n) => '<pre>a</pre>'.repeat(n), img: (n) => '<img src=a alt=b>'.repeat(n), star: (n) => '<p>' + '*a_ '.repeat(n), us: (n) => '<p>' + '_a__b_'.repeat(n), h: (n) => '<h2>a</h2>'.repeat(n), q: (n) => '<blockquote>'.repeat(Math.min(n, 400)) + 'a'.repeat(n), sp: (n) => '<p>a' + ' '.repeat(n) + 'b', nb: (n) => '<p>' + '&nbsp;'.repeat(n) + 'b', lt: (n) => '<p>' + '&lt;a'.repeat(n), dl: (n) => '<dl>' + '<dt>a<dd>b'.repeat(n) + '</dl>', sel: (n) => '<select>' + '<option>a'.repeat(n), sup: (n) => '<sup>a</sup>'.repeat(n), em: (n) => '<em>a </em>'.repeat(n), url: (n) => '<p>' + 'http://a.b '.repeat(n), det: (n) => '<details><summary>a</summary>b</details>'.repeat(n), fig: (n) => '<figure><img src=a><figcaption>b</figcaption></figure>'.repeat(n), nested: (n) => '<table><tr><td>'.repeat(Math.min(n, 300)) + 'a'.repeat(n),
};
for (const [k, g] of Object.entries(HTML)) {
  const [h0, h1, h4] = [N / 4, N, 4 * N].map((n) => parseHtml(g(n))) as any;
  cpu(() => toMarkdown(h0)); const a = cpu(() => toMarkdown(h1)); const b = cpu(() => toMarkdown(h4));
  if (b / Math.max(a, 30) > 5.5 || b > 1500) console.log('html', k, a.toFixed(0), b.toFixed(0), (b / Math.max(a, 10)).toFixed(1));
}
