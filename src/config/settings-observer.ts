import type { Settings } from './settings.js';
import type { SettingsStore } from './settings-store.js';

/** The listener of a store. */
export interface SettingsObserver {
  /** Called after every write. */
  changed(before: Settings, after: Settings): Promise<void>;
  /** Called after a reset, before `changed`. */
  reset?(): Promise<void>;
}

/** A store that notifies a listener of everything that is stored through it. */
export function observedSettings(store: SettingsStore, observer: SettingsObserver): SettingsStore {
  const update: SettingsStore['update'] = async (change, input) => {
    let before: Settings | undefined;
    const after = await store.update((current) => {
      before = current;
      return change(current);
    }, input);
    if (before !== undefined) await observer.changed(before, after);
    return after;
  };
  return {
    ...store,
    update,
    write: (settings, input) => update(() => settings, input),
    async reset() {
      const before = await store.readForChange();
      const after = await store.reset();
      await observer.reset?.();
      await observer.changed(before, after);
      return after;
    },
  };
}
