import { listOf, objectOf, textOf, type Values } from '../../../core/json.js';
import { DISCOVERY_FILE, type Subject } from '../subject.js';

/** A resource of the discovery document with its place. */
export interface PlacedResource {
  readonly pointer: string;
  readonly id: string;
  readonly values: Values;
}

/** The resources of `discovery.json`. */
export function resourcesOf({ discovery }: Pick<Subject, 'discovery'>): readonly PlacedResource[] {
  return listOf(discovery['resources']).map((resource, index) => {
    const values = objectOf(resource);
    return { pointer: `/resources/${index}`, id: textOf(values['id']), values };
  });
}

/** A place in `discovery.json`. */
export function inDiscovery(pointer: string): { readonly file: string; readonly pointer: string } {
  return { file: DISCOVERY_FILE, pointer };
}
