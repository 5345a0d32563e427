import { LastFiles } from '../../deploy/last-files.js';
import type { Output } from '../../deploy/output.js';
import type { PartsWriter } from './parts-file.js';

/** Where the files of a build stand in the list that was written of them. */
export interface FilePlaces {
  /** The place of a file by its number in the output. */
  of(number: number): number;
  /** True where all have the places that they had in the list of the last build. */
  readonly areSame: boolean;
}

/**
 * Writes the list of all files.
 * @param last the list of the last build
 */
export function writeFiles(output: Output, file: PartsWriter, last: LastFiles | undefined): FilePlaces {
  const list = output.fileList();
  const { numbers } = list;
  const facts = new Float64Array(numbers.length * 2);
  for (let place = 0; place < numbers.length; place++) {
    [facts[place * 2], facts[place * 2 + 1]] = output.factsOf(numbers[place] as number);
  }
  file.begin('facts');
  file.write(new Uint8Array(facts.buffer));
  if (last?.size === numbers.length && numbers.every((number, place) => number === place)) {
    last.writeTo(file);
    return { of: (number) => number, areSame: true };
  }
  const places = new Uint32Array(numbers.reduce((most, number) => Math.max(most, number + 1), 0));
  const ends = new Uint32Array(numbers.length);
  let end = 0;
  file.begin('paths');
  for (const [place, number] of numbers.entries()) {
    const path = Buffer.from(list.at(place));
    file.write(path);
    end += path.length;
    ends[place] = end;
    places[number] = place;
  }
  file.begin('ends');
  file.write(new Uint8Array(ends.buffer));
  return { of: (number) => places[number] ?? 0, areSame: false };
}

/** The files that the last build listed. */
export function readFiles(part: (name: string) => Buffer): LastFiles {
  return new LastFiles({ paths: part('paths'), ends: part('ends'), facts: part('facts') });
}
