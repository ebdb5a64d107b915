/**
 * Calls of one job to outside services: the model, the addresses of files, the mail server. Until they answer, the job lends its place
 * to another.
 *
 * A document whose model does not answer waits for it, as it waits for the database: an outage of a provider lasts minutes, and says
 * nothing about the document. It does not wait for ever: after WAITS_MAX times, about a quarter of an hour, it is made without what
 * can be left out, or fails and says why.
 */
import { InfrastructureFault } from '../base/infrastructure-fault.ts';
import type { Downloader } from '../ports/download.ts';
import { ModelAway, type Model } from '../ports/model.ts';
import type { PipelineDependencies } from './dependencies.ts';
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

function lending<T>(place: Place, ask: () => Promise<T>): Promise<T> {
  const goOn = place.lend();
  return ask().finally(goOn);
}

const lendingModel = (model: Model, place: Place): Model => ({
  names: model.names,
  write: (call) => whileLent(place, model.write(call)),
  turn: (turn) => whileLent(place, model.turn(turn)),
  answer: (call, schema, lenient) => lending(place, () => model.answer(call, schema, lenient)),
});

const lendingDownloader = (downloader: Downloader, place: Place): Downloader => ({
  check: (url) => downloader.check(url),
  download: (url, options) => lending(place, () => downloader.download(url, options)),
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

/** For one attempt at a document. @param waits how often it has been put back so far */
export function lendingAttempt(deps: PipelineDependencies, place: Place, waits: number): PipelineDependencies {
  const downloader = lendingDownloader(deps.downloader, place);
  if (deps.model === null) return { ...deps, downloader };
  const model = lendingModel(deps.model, place);
  return { ...deps, downloader, model: waits >= WAITS_MAX ? model : patientModel(model) };
}

/** For a task: pictures of a file may be described, and mail goes to a server that may be slow. */
export function lendingTask(deps: PipelineDependencies, place: Place): PipelineDependencies {
  const { mailer, reader } = deps;
  return {
    ...deps,
    mailer: mailer && { send: (mail) => lending(place, () => mailer.send(mail)) },
    reader: reader.model ? { ...reader, model: lendingModel(reader.model, place) } : reader,
  };
}
