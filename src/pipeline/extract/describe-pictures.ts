/** Pictures of a file described by a model, within bounds: what cannot be described is counted and told, and never ends the reading. */
import { createHash } from 'node:crypto';
import { describePicture } from '../../agent/describe-picture.ts';
import type { Note } from '../../base/note.ts';
import { Refusal } from '../../base/refusal.ts';
import { sumUsage, type Model, type ModelUsage } from '../../ports/model.ts';
import type { PictureDecoder } from '../../ports/picture-decoder.ts';
import type { ShownPicture } from './show-pictures.ts';

/** Of one file that was sent, in all that is in it. */
const DESCRIBED_MAX = 30;
const AT_ONCE = 4;
const PICTURE_MS = 60_000;
/** All pictures of one file: what has not been begun by then is left out. */
const ALL_MS = 240_000;
/** Smaller ones, in pixels, are bullets, icons and rules. */
const SIDE_PX_MIN = 40;
const AREA_PX_MIN = 5_000;

export interface Description {
  /** Page, slide or sheet, 1-based; null where the kind has none. */
  page: number | null;
  /** Of the picture among the pictures of the file. */
  name: string;
  text: string;
}

export interface DescriberTools {
  model: Model;
  pictures: Pick<PictureDecoder, 'shrink'>;
  /** Random text that nobody who made the file can know. */
  boundary: string;
  /** Milliseconds for each picture, and for all; 60,000 and 240,000. */
  pictureMs?: number | undefined;
  allMs?: number | undefined;
}

/** Why a picture has no description. */
type Cause = 'absent' | 'unreadable' | 'small' | 'decorative' | 'unanswered' | 'late' | 'failed' | 'too many';

const SAID: Readonly<Record<Exclude<Cause, 'small' | 'decorative'>, string>> = {
  absent: 'not in the file, or too large to look at',
  unreadable: 'in a format that is not drawn here (PNG, JPEG, GIF and WebP are)',
  unanswered: 'without a usable answer from the model',
  late: 'for which the model took too long',
  failed: 'for which the model could not be reached, or refused the picture',
  'too many': `beyond the ${DESCRIBED_MAX} that are described of one file`,
};

export interface Describer {
  /** @returns for each key of a picture its description, where there is one; the same bytes are described once, where they stand first */
  describe(pictures: readonly ShownPicture[]): Promise<Map<string, string>>;
  /** What has been described so far. */
  descriptions(): Description[];
  /** What was spent. */
  spent(): { name: string; usage: ModelUsage };
  notes(): Note[];
}

type Outcome = { kind: 'described'; text: string } | { kind: 'not'; cause: Cause };
const not = (cause: Cause): Outcome => ({ kind: 'not', cause });

interface Describing {
  tools: DescriberTools;
  /** The deadline of all. */
  signal: AbortSignal;
  usage: ModelUsage;
  asked: number;
  /** The provider refuses the key or the name of the model: nothing more is asked. */
  refused: boolean;
}

/** @throws nothing: what goes wrong at the model is the outcome */
async function askModel(describing: Describing, shown: ShownPicture, bytes: Uint8Array): Promise<Outcome> {
  const { tools, signal: all } = describing;
  const signal = AbortSignal.any([all, AbortSignal.timeout(tools.pictureMs ?? PICTURE_MS)]);
  try {
    const small = await tools.pictures.shrink(bytes, { signal });
    if (Math.min(small.width, small.height) < SIDE_PX_MIN || small.width * small.height < AREA_PX_MIN) return not('small');
    if (describing.asked >= DESCRIBED_MAX) return not('too many');
    if (describing.refused) return not('failed');
    describing.asked++;
    const picture = { contentType: small.contentType, data: small.data };
    const { told, usage } = await describePicture(tools.model, { ...shown, picture, boundary: tools.boundary }, signal);
    describing.usage = sumUsage(describing.usage, usage);
    return told.kind === 'described' ? told : not(told.kind);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'source_unreadable') return not('unreadable');
    if (signal.aborted) return not('late');
    if (error instanceof Refusal) describing.refused = true;
    return not('failed');
  }
}

/** Of one file that was sent. */
export function createDescriber(tools: DescriberTools): Describer {
  const describing: Describing = {
    tools,
    signal: AbortSignal.timeout(tools.allMs ?? ALL_MS),
    usage: { inputTokens: 0, outputTokens: 0 },
    asked: 0,
    refused: false,
  };
  /** By the bytes of the picture. */
  const known = new Set<string>();
  const described: Description[] = [];
  const left: { page: number | null; cause: Cause }[] = [];
  return {
    async describe(pictures) {
      const found = new Map<string, string>();
      const waiting = pictures.filter(({ bytes }) => {
        const hash = bytes === null ? undefined : createHash('sha256').update(bytes).digest('hex');
        const isNew = hash === undefined || !known.has(hash);
        if (hash !== undefined) known.add(hash);
        return isNew;
      });
      const outcomes = new Map<ShownPicture, Outcome>();
      const next = waiting.values();
      const work = async (): Promise<void> => {
        for (const shown of next)
          outcomes.set(
            shown,
            shown.idle ? not('small') : shown.bytes === null ? not('absent') : await askModel(describing, shown, shown.bytes),
          );
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
      for (const shown of waiting) {
        const outcome = outcomes.get(shown) ?? not('failed');
        if (outcome.kind === 'not') {
          left.push({ page: shown.page, cause: outcome.cause });
          continue;
        }
        found.set(shown.key, outcome.text);
        described.push({ page: shown.page, name: shown.name, text: outcome.text });
      }
      return found;
    },
    descriptions: () => [...described],
    spent: () => ({ name: tools.model.names.main, usage: describing.usage }),
    notes: () => notesOf(described.length, left, tools.model.names.main),
  };
}

const PAGES_NAMED_MAX = 8;
const countOf = (count: number): string => (count === 1 ? '1 picture' : `${count} pictures`);

function placesOf(pages: readonly (number | null)[]): string {
  const numbers = [...new Set(pages.filter((page) => page !== null))];
  if (numbers.length === 0) return '';
  return ` (page ${numbers.slice(0, PAGES_NAMED_MAX).join(', ')}${numbers.length > PAGES_NAMED_MAX ? ', …' : ''})`;
}

function notesOf(described: number, left: readonly { page: number | null; cause: Cause }[], model: string): Note[] {
  const idle = left.filter(({ cause }) => cause === 'small' || cause === 'decorative').length;
  const causes = Map.groupBy(left, ({ cause }) => cause);
  const failed = [...causes].flatMap(([cause, pictures]) =>
    cause === 'small' || cause === 'decorative'
      ? []
      : [`${countOf(pictures.length)}${placesOf(pictures.map(({ page }) => page))} ${SAID[cause]}`],
  );
  return [
    {
      code: 'pictures_described',
      severity: 'info',
      message: `${described === 0 ? 'No picture was' : described === 1 ? '1 picture was' : `${described} pictures were`} described by the model ${model}; what it says was not checked.${idle === 0 ? '' : ` ${countOf(idle)} that ${idle === 1 ? 'is' : 'are'} small or decoration ${idle === 1 ? 'was' : 'were'} left out.`}`,
    },
    ...(failed.length === 0
      ? []
      : [
          {
            code: 'picture_undescribed' as const,
            severity: 'warning' as const,
            message: `These were not described: ${failed.join('; ')}.`,
          },
        ]),
  ];
}
