/** A conversation as it is kept between rounds: pictures are written as base64. */
import type { TurnMessage } from '../../ports/model.ts';

const PICTURE = 'base64:';

export const packMessages = (messages: readonly TurnMessage[]): string =>
  JSON.stringify(messages, (_, value: unknown) =>
    value instanceof Uint8Array ? `${PICTURE}${Buffer.from(value).toString('base64')}` : value,
  );

/** Of what `packMessages` wrote. */
export const unpackMessages = (text: string): TurnMessage[] =>
  JSON.parse(text, (key, value: unknown) =>
    key === 'data' && typeof value === 'string' && value.startsWith(PICTURE)
      ? new Uint8Array(Buffer.from(value.slice(PICTURE.length), 'base64'))
      : value,
  ) as TurnMessage[];
