/** The providers by the names of the setting: `anthropic:<name>`, `openai:<name>`, `openai-compatible:<name>`. */
import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { LanguageModel } from 'ai';

export interface ProviderAccess {
  baseUrl?: string | undefined;
  apiKey?: string | undefined;
}

/** @param setting as in OCTAVO_MODEL. `openai:` speaks the Responses API, `openai-compatible:` chat completions. */
export function openProvider(setting: string, { baseUrl, apiKey }: ProviderAccess): LanguageModel {
  const [, provider, name = ''] = /^([a-z-]+):(.+)$/.exec(setting) ?? [];
  // An empty key is sent rather than one that happens to lie in the environment.
  const access = { ...(baseUrl === undefined ? {} : { baseURL: baseUrl }), apiKey: apiKey ?? '' };
  switch (provider) {
    case 'anthropic':
      return createAnthropic(access)(name);
    case 'openai':
      return createOpenAI(access).responses(name);
    case 'openai-compatible':
      if (baseUrl === undefined) throw new Error('openai-compatible: needs OCTAVO_MODEL_BASE_URL');
      return createOpenAICompatible({
        name: 'openai-compatible',
        baseURL: baseUrl,
        includeUsage: true,
        supportsStructuredOutputs: true,
        ...(apiKey === undefined ? {} : { apiKey }),
      })(name);
    default:
      throw new Error(`no provider is called ${provider}`);
  }
}
