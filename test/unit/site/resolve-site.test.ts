import { expect, it } from 'vitest';
import { resolveSite } from '../../../src/site/resolve-site.js';

it('takes the name in the configuration as plain text, and the title of an export as HTML', () => {
  const own = { name: ' The <dialog>  element & more ', description: 'About List<String>.', public: true };
  const exported = [{ title: '<b>Tea</b> &amp; more' }];
  expect(resolveSite(own as never, exported, 'https://x.example')).toMatchObject({
    name: 'The <dialog> element & more',
    description: 'About List<String>.',
  });
  expect(resolveSite({ public: true } as never, exported, 'https://x.example').name).toBe('Tea & more');
});
