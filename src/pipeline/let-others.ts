const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

let last = Promise.resolve();

/**
 * Between two steps of work in the service's own thread: what came meanwhile is done first. Steps of a short document take some
 * 20 ms each; in a row they would hold up every other request for their sum. Steps of several documents take turns of the event loop too: one a turn.
 */
export function letOthers(): Promise<void> {
  last = last.then(nextTurn);
  return last;
}
