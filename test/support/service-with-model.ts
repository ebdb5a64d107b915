/** A service whose model answers by script, for the tests of a file. */
import { startScriptedModel, type Fixture, type ScriptedModel } from './scripted-model.ts';
import { startOctavo, stopOctavo, type Running } from './service.ts';

export interface ServiceWithModel {
  model: ScriptedModel;
  octavo: Running;
}

/** @param environment of the service, beside the settings of the model */
export async function startWithModel(
  fixtures: readonly Fixture[],
  environment: Readonly<Record<string, string>> = {},
): Promise<ServiceWithModel> {
  const model = await startScriptedModel(fixtures);
  const octavo = await startOctavo({
    environment: { OCTAVO_MODEL: 'openai-compatible:scripted', OCTAVO_MODEL_BASE_URL: model.url, ...environment },
  });
  return { model, octavo };
}

export async function stopWithModel({ octavo, model }: ServiceWithModel): Promise<void> {
  await stopOctavo(octavo);
  await model.close();
}
