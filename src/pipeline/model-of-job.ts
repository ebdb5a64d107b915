/**
 * The model as one job has it. While it is asked, the job lends its place to another.
 *
 * A document whose model does not answer waits for it, as it waits for the database: an outage of a provider lasts minutes, and says
 * nothing about the document. It does not wait for ever: after WAITS_MAX times, about a quarter of an hour, it is made without what
 * can be left out, or fails and says why.
 */
import { InfrastructureFault } from '../base/infrastructure-fault.ts';
import { ModelAway, type Model } from '../ports/model.ts';
import type { Place } from './work-loop.ts';

/** How often a document is put back, each time for longer, up to a minute. */
const WAITS_MAX = 20;

const toFault = (error: unknown): unknown => (error instanceof ModelAway ? new InfrastructureFault('model', error) : error);

async function* whileLent<T>(place: Place, pieces: AsyncIterable<T>): AsyncGenerator<T> {
  const goOn = place.lend();
  try {
    yield* pieces;
  } finally {
    goOn();
  }
}

/** The same model; the job of this place lends it during each call. */
export const lendingModel = (model: Model, place: Place): Model => ({
  names: model.names,
  write: (call) => whileLent(place, model.write(call)),
  turn: (turn) => whileLent(place, model.turn(turn)),
  answer: (call, schema, lenient) => {
    const goOn = place.lend();
    return model.answer(call, schema, lenient).finally(goOn);
  },
});

async function* patiently<T>(pieces: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* pieces;
  } catch (error) {
    throw toFault(error);
  }
}

/** The same model; where it is away, an InfrastructureFault is thrown in place of ModelAway. */
const patientModel = (model: Model): Model => ({
  names: model.names,
  write: (call) => patiently(model.write(call)),
  turn: (turn) => patiently(model.turn(turn)),
  answer: (call, schema, lenient) =>
    model.answer(call, schema, lenient).catch((error: unknown) => {
      throw toFault(error);
    }),
});

/** The model of one attempt at a document. @param waits how often the document has been put back so far */
export function modelOfAttempt(model: Model | null, waits: number, place: Place): Model | null {
  if (model === null) return null;
  const lending = lendingModel(model, place);
  return waits >= WAITS_MAX ? lending : patientModel(lending);
}
