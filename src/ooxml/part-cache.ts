import type { OfficePackage } from './office-package.ts';

interface Kept<Value> {
  /** What the package held then; undefined where the part was untouched. */ bytes: Uint8Array | null | undefined;
  value: Value;
}

/** What was read of a part is read again only when the part has been written since: requests of many operations read a file many times. */
export function createPartCache<Value>(): (opened: OfficePackage, name: string, read: () => Value) => Value {
  const caches = new WeakMap<OfficePackage, Map<string, Kept<Value>>>();
  return (opened, name, read) => {
    const cache = caches.get(opened) ?? new Map<string, Kept<Value>>();
    caches.set(opened, cache);
    const bytes = opened.changes.get(name);
    const known = cache.get(name);
    if (known !== undefined && known.bytes === bytes) return known.value;
    const value = read();
    cache.set(name, { bytes, value });
    return value;
  };
}
