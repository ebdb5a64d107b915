/**
 * Between two steps of work in the service's own thread: what came meanwhile is done first. Steps of a short document take some
 * 20 ms each; in a row they would hold up every other request for their sum.
 */
export const letOthers = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
