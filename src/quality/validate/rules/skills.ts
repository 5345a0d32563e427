import { createHash } from 'node:crypto';
import { attempt } from '../../../core/attempt.js';
import { listOf, objectOf, textOf } from '../../../core/json.js';
import { isParsableUrl } from '../../../core/parsable-url.js';
import { readFrontMatter } from '../../../sources/files/front-matter.js';
import type { Document } from '../document.js';
import { fileBehind } from '../resolve-url.js';
import type { RawFinding, Rule } from '../rule.js';

const INDEX_FILE = '.well-known/agent-skills/index.json';

/** The index identifies skills by their exact bytes. */
export const skills: Rule = {
  id: 'skills',
  level: 'error',
  title: 'Each skill of the index has the digest of its exact bytes, and its own name',
  *check({ folder, deployment }) {
    const index = objectOf(folder.value(INDEX_FILE));
    for (const [place, item] of listOf(index['skills']).entries()) {
      const { name, url, digest } = objectOf(item);
      const address = isParsableUrl(textOf(url), `${deployment.baseUrl}/${INDEX_FILE}`)
        ? new URL(textOf(url), `${deployment.baseUrl}/${INDEX_FILE}`).href
        : '';
      const file = fileBehind(address, deployment, folder);
      const skill = file === undefined ? undefined : folder.document(file);
      if (skill === undefined || digest === undefined) continue;
      const actual = `sha256:${createHash('sha256').update(skill.bytes()).digest('hex')}`;
      if (digest !== actual) {
        yield {
          code: 'skill-digest',
          file: INDEX_FILE,
          pointer: `/skills/${place}/digest`,
          message: `Expected ${actual}, the digest of ${skill.file}, found ${JSON.stringify(digest)}.`,
          fix: 'Build again, and let nothing change the file after the build.',
        };
      }
      yield* wrongName(skill, textOf(name));
    }
  },
};

function* wrongName(skill: Document, expected: string): Iterable<RawFinding> {
  const name = nameOf(skill.text());
  if (name === expected) return;
  yield {
    code: 'skill-name',
    file: skill.file,
    line: 1,
    message: `Expected the name "${expected}" of the index in the front matter, found ${JSON.stringify(name) ?? 'none'}.`,
  };
}

function nameOf(text: string): unknown {
  return attempt(() => readFrontMatter(text).data['name']);
}
