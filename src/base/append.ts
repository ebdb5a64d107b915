/** Appending to a list by `push(...many)` puts every value on the stack, which some hundred thousand overflow. */

/** Appends the values in their order. */
export function append<T>(list: T[], more: Iterable<T>): void {
  for (const one of more) list.push(one);
}
