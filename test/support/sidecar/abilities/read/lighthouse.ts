import type { Files } from '../../../build/workspace.js';

/** 2026-07-02T10:00:00Z, the time of the tests, is two days after the last of these. */
const LONG = 'The lamp burns from dusk to dawn and is seen from 14 miles away on a clear night. '.repeat(12);

/** A folder with pages of several people, in several statuses and forms. */
export const LIGHTHOUSE: Files = {
  'content/_index.md': '---\ntitle: Home\ntype: page\nid: 1\n---\n\nThree keepers, one lamp.\n',
  'content/posts/lamp.md':
    '---\ntitle: Trimming the lamp wick\ndate: 2026-06-01\nid: 11\nauthor: orla\ncategories: [Lamp care]\n' +
    `tags: [wick, brass]\ntopics: [Lamp care]\nfocus: trimming a wick\nimage: /up/lamp-room.jpg\n---\n\n${LONG}\n\n` +
    'Fog signals are tested on Mondays, and the brass polish waits in the store.\n\n' +
    '![lamp-room](/up/lamp-room.jpg)\n\n![](/up/line.png)\n\n<img src="/up/stairs.jpg">\n',
  'content/posts/fog.md':
    '---\ntitle: Fog signals explained\ndate: 2026-06-10\nid: 12\nauthor: piet\ncategories: [Signals]\ntags: [fog]\n---\n\n' +
    `${LONG}\n\nRead also about [brass polish](/posts/polish/).\n`,
  'content/posts/polish.md':
    '---\ntitle: Brass polish\ndate: 2026-06-20\nid: 13\nauthor: orla\ncategories: [Lamp care]\ntags: [brass]\n---\n\n' +
    'Rub. Wait. Rub again.\n',
  'content/posts/storm.md':
    '---\ntitle: The storm of March\ndate: 2026-06-30\nid: 14\nauthor: piet\ndraft: true\n---\n\nThe sea came up the stairs.\n',
  'content/posts/own-draft.md':
    '---\ntitle: Gulls\ndate: 2026-06-30\nid: 15\nauthor: runa\ndraft: true\n---\n\nGulls do not care for the lamp.\n',
  'content/posts/sealed.md':
    '---\ntitle: Sealed orders\ndate: 2026-05-01\nid: 16\nauthor: orla\npassword: x\n---\n\nCANARY-SEALED\n',
  'content/builder.md': '---\ntitle: Front built elsewhere\ntype: page\nid: 17\n---\n\nThis page is short.\n',
};
