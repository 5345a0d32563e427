import { targetKey } from './normalise/address.js';
import type { Notice } from './notice.js';
import { reportFor } from './report.js';
import type { Endpoint, RegisteredResource } from './resource.js';

/** The resources collected so far, each id once. */
export class ResourceList {
  readonly #byId = new Map<string, RegisteredResource>();
  readonly #baseUrl: string;
  readonly #note: (notice: Notice) => void;

  /** @param baseUrl address of the site, used to compare endpoints */
  constructor(baseUrl: string, note: (notice: Notice) => void) {
    this.#baseUrl = baseUrl;
    this.#note = note;
  }

  /** Adds a declared resource. A later one of the same id replaces the earlier. */
  declare(resource: RegisteredResource): void {
    const earlier = this.#byId.get(resource.id);
    if (earlier !== undefined) this.#warnOfDuplicate(earlier, resource);
    this.#byId.set(resource.id, resource);
  }

  /**
   * Adds what a built-in provider found, unless it was declared: neither a resource of its id, nor its
   * endpoints one by one.
   */
  fill(resource: RegisteredResource): void {
    if (this.#byId.has(resource.id)) return;
    const endpoints = resource.endpoints.filter((endpoint) => !this.#isDeclared(endpoint));
    if (resource.endpoints.length > 0 && endpoints.length === 0) return;
    this.#byId.set(resource.id, { ...resource, endpoints });
  }

  /** True when an endpoint at or below an address was declared. */
  describes(address: string): boolean {
    const key = targetKey(address, this.#baseUrl);
    return this.#declaredTargets().some((target) => target === key || target.startsWith(`${key}/`));
  }

  list(): readonly RegisteredResource[] {
    return [...this.#byId.values()];
  }

  #isDeclared({ url }: Endpoint): boolean {
    return this.#declaredTargets().includes(targetKey(url, this.#baseUrl));
  }

  #declaredTargets(): readonly string[] {
    return this.list()
      .filter((resource) => !resource.inferred)
      .flatMap(({ endpoints }) => endpoints.map(({ url }) => targetKey(url, this.#baseUrl)));
  }

  #warnOfDuplicate(earlier: RegisteredResource, { id, provider }: RegisteredResource): void {
    reportFor(provider.plugin, this.#note).warn(
      'resource_duplicate',
      `The resource "${id}" of ${provider.plugin} replaces the resource that ${earlier.provider.plugin} registered.`,
      'Give one of them another id, or remove it.',
    );
  }
}
