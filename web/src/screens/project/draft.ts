/** What the form of the brand holds: every field as its control has it, empty where it is left open. */
import type { Brand } from '../../../../src/contract/brand.ts';
import type { AnswerOf } from '../../api/contract.ts';

type Settings = AnswerOf<'GET', '/dashboard/project'>;
type Palette = NonNullable<Brand['palette']>;
export const COLOURS = ['accent', 'deep', 'tint', 'bright', 'spot', 'paper', 'text'] as const satisfies (keyof Palette)[];
export type Colour = (typeof COLOURS)[number];
export const TEMPLATES = ['docx', 'pptx', 'xlsx'] as const;

export interface Draft {
  /** `RRGGBB`. */
  palette: Partial<Record<Colour, string>>;
  faces: { display?: string; text?: string; code?: string };
  /** Ids of files. */
  logo: string;
  templates: Partial<Record<(typeof TEMPLATES)[number], string>>;
  language: string;
  paper: 'any' | 'a4' | 'letter';
}

const filled = <K extends string>(record: Partial<Record<K, string>>): Partial<Record<K, string>> | undefined => {
  const entries = Object.entries<string | undefined>(record).filter(([, value]) => value !== undefined && value.trim() !== '');
  return entries.length === 0 ? undefined : (Object.fromEntries(entries) as Partial<Record<K, string>>);
};

export function draftOf({ brand, language, paper }: Settings): Draft {
  const { display, text, code } = brand?.faces ?? {};
  return {
    palette: filled<Colour>(Object.fromEntries(COLOURS.map((role) => [role, brand?.palette?.[role]]))) ?? {},
    faces:
      filled({
        ...(display === undefined ? {} : { display }),
        ...(text === undefined ? {} : { text }),
        ...(code === undefined ? {} : { code }),
      }) ?? {},
    logo: brand?.logo ?? '',
    templates: { ...brand?.templates },
    language: language ?? '',
    paper: paper ?? 'any',
  };
}

/** The draft as the service takes it. */
export function asBrand(draft: Draft) {
  const parts = {
    palette: filled(draft.palette),
    faces: filled(draft.faces),
    logo: draft.logo === '' ? undefined : draft.logo,
    templates: filled(draft.templates),
  };
  const brand = Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined)) as Brand;
  return {
    brand: Object.keys(brand).length === 0 ? null : brand,
    language: draft.language.trim() === '' ? null : draft.language.trim(),
    paper: draft.paper === 'any' ? null : draft.paper,
  };
}
