/** Items that wait, by whose they are: each owner's in order, the owners in turn, so that a long list delays nobody else's. */
export class FairQueue<Item> {
  /** The first owner is next. Insertion order is the order of turns. */
  readonly #byOwner = new Map<unknown, Item[]>();
  /** Come before all others: they have had their turn already. */
  readonly #returned: { owner: unknown; item: Item }[] = [];
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Items of this owner that wait for their first turn. */
  sizeOf(owner: unknown): number {
    return this.#byOwner.get(owner)?.length ?? 0;
  }

  add(owner: unknown, item: Item): void {
    const items = this.#byOwner.get(owner);
    if (items === undefined) this.#byOwner.set(owner, [item]);
    else items.push(item);
    this.#size++;
  }

  putBack(owner: unknown, item: Item): void {
    this.#returned.push({ owner, item });
    this.#size++;
  }

  /** The first item of the first owner whose first item is acceptable; the owner goes to the end of the row. */
  take(accepts: (item: Item) => boolean): Item | undefined {
    const at = this.#returned.findIndex(({ item }) => accepts(item));
    if (at >= 0) {
      this.#size--;
      return this.#returned.splice(at, 1)[0]?.item;
    }
    for (const [owner, items] of this.#byOwner) {
      const [item] = items;
      if (item === undefined || !accepts(item)) continue;
      items.shift();
      this.#byOwner.delete(owner);
      if (items.length > 0) this.#byOwner.set(owner, items);
      this.#size--;
      return item;
    }
    return undefined;
  }

  /** @returns whether it was waiting */
  remove(owner: unknown, item: Item): boolean {
    const returned = this.#returned.findIndex((entry) => entry.item === item);
    const items = this.#byOwner.get(owner) ?? [];
    const at = items.indexOf(item);
    if (returned >= 0) this.#returned.splice(returned, 1);
    else if (at >= 0) items.splice(at, 1);
    else return false;
    if (items.length === 0) this.#byOwner.delete(owner);
    this.#size--;
    return true;
  }

  removeAll(): Item[] {
    const all = [...this.#returned.splice(0).map(({ item }) => item), ...[...this.#byOwner.values()].flat()];
    this.#byOwner.clear();
    this.#size = 0;
    return all;
  }
}
