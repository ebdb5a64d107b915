/** Messages of the port as those of the AI SDK. */
import { tool, type ModelMessage as SdkMessage, type SystemModelMessage, type ToolSet } from 'ai';
import type { ModelPicture, ModelTool, ModelToolCall, TurnMessage } from '../../ports/model.ts';

/** What Anthropic keeps for the next call; other providers do so by themselves. */
const KEPT = { anthropic: { cacheControl: { type: 'ephemeral' as const } } };

/** The static part, first and in a form that is kept. */
export const instructionsOf = (text: string): SystemModelMessage => ({ role: 'system', content: text, providerOptions: KEPT });

/** Stands where a picture was that the model cannot see. */
const UNSEEN = '(A picture was here, which this model cannot see.)';

function userMessage(text: string, pictures: readonly ModelPicture[], blind: boolean): SdkMessage {
  if (pictures.length === 0) return { role: 'user', content: text };
  if (blind) return { role: 'user', content: `${text}\n\n${UNSEEN}` };
  return {
    role: 'user',
    content: [
      { type: 'text', text },
      ...pictures.map(({ data, contentType }) => ({
        type: 'file' as const,
        data: { type: 'data' as const, data },
        mediaType: contentType,
      })),
    ],
  };
}

/** A provider takes objects only, whatever a model gave. */
const inputOf = ({ input }: ModelToolCall): unknown => (typeof input === 'object' && input !== null ? input : { input });

function messageOf(message: TurnMessage, blind: boolean): SdkMessage {
  if (message.role === 'tool')
    return {
      role: 'tool',
      content: message.results.map(({ id, name, text }) => ({
        type: 'tool-result',
        toolCallId: id,
        toolName: name,
        output: { type: 'text', value: text },
      })),
    };
  if (message.role === 'user') return userMessage(message.text, message.pictures ?? [], blind);
  const calls = message.calls ?? [];
  if (calls.length === 0) return { role: 'assistant', content: message.text };
  return {
    role: 'assistant',
    content: [
      ...(message.text === '' ? [] : [{ type: 'text' as const, text: message.text }]),
      ...calls.map((call) => ({ type: 'tool-call' as const, toolCallId: call.id, toolName: call.name, input: inputOf(call) })),
    ],
  };
}

export interface MessageOptions {
  /** Pictures are left out. */
  blind?: boolean;
  /** The conversation goes on: what is said so far is kept by the provider. */
  goesOn?: boolean;
}

export const messagesOf = (messages: readonly TurnMessage[], { blind = false, goesOn = false }: MessageOptions = {}): SdkMessage[] =>
  messages.map((message, at) => ({
    ...messageOf(message, blind),
    ...(goesOn && at === messages.length - 1 ? { providerOptions: KEPT } : {}),
  }));

/** Without anything to perform: the SDK gives each call back. */
export const toolsOf = (tools: readonly ModelTool[]): ToolSet =>
  Object.fromEntries(tools.map(({ name, description, input }) => [name, tool({ description, inputSchema: input })]));

export const hasPictures = (messages: readonly TurnMessage[]): boolean =>
  messages.some((message) => message.role === 'user' && (message.pictures?.length ?? 0) > 0);
