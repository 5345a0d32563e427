import { html, type Markup } from '../../content/html/template.js';
import type { Words } from './words.js';

/** Assistants that accept a question in their address. */
const ASSISTANTS: readonly { readonly name: string; readonly address: string }[] = [
  { name: 'ChatGPT', address: 'https://chatgpt.com/?q=' },
  { name: 'Claude', address: 'https://claude.ai/new?q=' },
  { name: 'Perplexity', address: 'https://www.perplexity.ai/search?q=' },
];

/** Links that open an assistant with a question about a page: plain links, nothing is loaded or sent before. */
export function askBar(url: string, words: Words): Markup {
  const question = encodeURIComponent(words.prompt.replace('{url}', url));
  const items = ASSISTANTS.map(
    ({ name, address }) =>
      html`<li><a href="${address}${question}" rel="nofollow noopener">${words.ask} ${name}</a></li>`,
  );
  return html`<aside class="ask" aria-labelledby="svc-ask">
<h2 id="svc-ask">${words.askTitle}</h2>
<ul>${items}</ul>
</aside>`;
}
