/**
 * Which palette, pair of faces and title art suit a document, from its subject, its tone and the organisation it comes
 * from. Deterministic: the same words give the same choice; all documents of one organisation share palette and faces.
 * What a caller asks for (a style, a brand) is laid over it by `resolveLook`.
 */
import { PALETTES, type Palette } from './palette.ts';

/** Faces present in Office on Windows and Mac whose widths are known (`base/text-metrics.ts`). */
export interface Pairing {
  name: string;
  display: string;
  text: string;
  /** A display face without serifs needs weight where a serif has size. */
  displayBold: boolean;
}

export const PAIRINGS = {
  editorial: { name: 'editorial', display: 'Georgia', text: 'Calibri', displayBold: false },
  humanist: { name: 'humanist', display: 'Calibri', text: 'Calibri', displayBold: true },
  grotesque: { name: 'grotesque', display: 'Arial', text: 'Arial', displayBold: true },
  academic: { name: 'academic', display: 'Cambria', text: 'Calibri', displayBold: true },
  classical: { name: 'classical', display: 'Times New Roman', text: 'Arial', displayBold: false },
  headline: { name: 'headline', display: 'Georgia', text: 'Arial', displayBold: true },
} as const satisfies Record<string, Pairing>;
type PairingName = keyof typeof PAIRINGS;
type PaletteName = keyof typeof PALETTES;

export const ART_FAMILIES = ['geometric', 'lines', 'gradient', 'type', 'photograph', 'map', 'chart', 'texture'] as const;
export type ArtFamily = (typeof ART_FAMILIES)[number];

const SUBJECTS = [
  'finance',
  'technology',
  'health',
  'education',
  'nature',
  'energy',
  'sea',
  'city',
  'public',
  'law',
  'culture',
  'food',
  'industry',
  'people',
  'science',
  'safety',
  'commerce',
] as const;
export type Subject = (typeof SUBJECTS)[number];

export interface ThemeChoice {
  /** From the author's own design: documents with one look of their own (contracts) take it too. */
  own?: boolean;
  subject: Subject | undefined;
  palette: Palette;
  pairing: Pairing;
  art: ArtFamily;
  /** 32 bits from the title: what else is drawn by chance is drawn from here. */
  seed: number;
}

export interface ThemeWords {
  title: string;
  organization?: string | undefined;
  /** Opening of the text, as much as shall be read. */
  text: string;
}

interface Taste {
  /** Beginnings of words in English and Spanish, as the alternatives of a regular expression. */
  words: string;
  palettes: readonly PaletteName[];
  pairings: readonly PairingName[];
  arts: readonly ArtFamily[];
}

/** Order breaks ties: what is said more specifically comes first. */
const TASTES: Readonly<Record<Subject, Taste>> = {
  safety: {
    words:
      'safety|hazard|evacuat|fire drill|protective|accident|emergenc|first aid|seguridad laboral|riesgos laborales|evacuaci|incendio|prevenci[oó]n|casco|primeros auxilios',
    palettes: ['ochre', 'ember'],
    pairings: ['grotesque', 'humanist'],
    arts: ['texture', 'type'],
  },
  sea: {
    words:
      'ocean|marine|maritime|shellfish|fisher|harbou?r|sail|coast|vessel|buoy|naval|beach|mar[ií]tim|pesquer|puerto|costa|barco|playa|oc[eé]ano|marisc',
    palettes: ['marine', 'harbour'],
    pairings: ['editorial', 'headline'],
    arts: ['map', 'lines'],
  },
  health: {
    words:
      'health|patient|clinic|hospital|medic|nurs|therap|vaccin|disease|surger|pharma|wellbeing|salud|paciente|cl[ií]nic|m[eé]dic|enfermer|sanitari|vacun|tratamiento',
    palettes: ['petrol', 'harbour'],
    pairings: ['humanist', 'editorial'],
    arts: ['lines', 'gradient'],
  },
  food: {
    words:
      'food|restaurant|kitchen|menu|recipe|wine|coffee|bakery|bread|olive|chef|cater|dish|comida|restaurante|cocina|men[uú]|receta|vino|caf[eé]|panader|aceite|plato|hosteler',
    palettes: ['brick', 'forest', 'ember'],
    pairings: ['editorial', 'headline'],
    arts: ['geometric', 'texture'],
  },
  culture: {
    words:
      'museum|theatre|theater|music|festival|concert|exhibition|history|heritage|poetry|literature|film|artist|museo|teatro|m[uú]sica|exposici[oó]n|historia|patrimonio|poes[ií]a|literatura|cine|cultur',
    palettes: ['plum', 'rose', 'ink'],
    pairings: ['academic', 'editorial', 'headline'],
    arts: ['type', 'geometric'],
  },
  nature: {
    words:
      'forest|tree|bee(?:s|keep|hive)|pollinat|climate|drought|biodivers|river|wildlife|garden|farm|agricult|soil|recycl|sustainab|conservation|volcan|planet|bosque|[aá]rbol|arbolado|abeja|sequ[ií]a|clima|biodiversidad|r[ií]o|fauna|jard[ií]n|granja|agr[ií]col|suelo|recicla|sostenib|volc[aá]n|planeta|ecosistema',
    palettes: ['forest', 'moss'],
    pairings: ['editorial', 'humanist'],
    arts: ['map', 'lines'],
  },
  energy: {
    words:
      'energy|solar|wind farm|turbine|electric|battery|batteries|charging|hydrogen|photovolta|grid|energ[ií]a|e[oó]lic|turbina|el[eé]ctric|bater[ií]a|hidr[oó]geno|fotovolta|recarga',
    palettes: ['moss', 'marine'],
    pairings: ['grotesque', 'humanist'],
    arts: ['gradient', 'chart'],
  },
  city: {
    words:
      'city|urban|neighbou?rhood|street|mobility|traffic|housing|square|transit|cycl|bus lane|pedestrian|architect|building|ciudad|urban|barrio|calle|movilidad|tr[aá]fico|vivienda|plaza|bicicleta|peaton|arquitect|edificio',
    palettes: ['slate', 'brick', 'petrol'],
    pairings: ['grotesque', 'headline'],
    arts: ['map', 'geometric'],
  },
  law: {
    words:
      'legal|contract|court|litigat|complian|regulat|statute|clause|lawyer|arbitrat|gdpr|jur[ií]dic|contrato|tribunal|litigi|cumplimiento|normativ|reglament|cl[aá]usula|abogad|arbitraj|rgpd',
    palettes: ['ink', 'slate', 'plum'],
    pairings: ['classical', 'academic'],
    arts: ['type', 'lines'],
  },
  public: {
    words:
      'council|municipal|government|ministry|citizen|public service|policy|election|ayuntamiento|municipal|gobierno|ministerio|ciudadan|servicio p[uú]blico|pol[ií]tica p[uú]blica|elecci',
    palettes: ['harbour', 'indigo', 'slate'],
    pairings: ['academic', 'humanist'],
    arts: ['lines', 'map'],
  },
  education: {
    words:
      'school|student|pupil|teacher|class|lesson|learn|course|training|curricul|universit|exam|homework|escuela|colegio|alumn|profesor|clase|lecci[oó]n|aprend|curso|formaci[oó]n|universi|examen|taller',
    palettes: ['indigo', 'ember', 'plum'],
    pairings: ['humanist', 'academic'],
    arts: ['geometric', 'texture'],
  },
  science: {
    words:
      'research|experiment|laborator|hypothes|study|molecul|physics|chemis|biolog|astronom|telescope|black hole|galax|universe|gravity|quantum|dataset|investigaci[oó]n|experimento|laboratorio|hip[oó]tesis|estudio|mol[eé]cul|f[ií]sica|qu[ií]mica|biolog|astronom|telescopio',
    palettes: ['indigo', 'marine', 'petrol'],
    pairings: ['academic', 'humanist'],
    arts: ['texture', 'lines'],
  },
  technology: {
    words:
      'software|cloud|platform|api\\b|data|cyber|digital|server|algorithm|app\\b|artificial intelligence|machine learning|developer|release|nube|plataforma|datos|ciber|digital|servidor|algoritmo|aplicaci[oó]n|inteligencia artificial|desarrollador',
    palettes: ['indigo', 'marine'],
    pairings: ['grotesque', 'humanist'],
    arts: ['gradient', 'texture'],
  },
  finance: {
    words:
      'revenue|budget|profit|margin|invest|audit|tax|cash|bank|forecast|quarter|fiscal|equity|interest rate|ingreso|presupuesto|beneficio|margen|inversi|auditor|impuesto|tesorer|banc|previsi[oó]n|trimestre|financier|hipotec',
    palettes: ['harbour', 'ink', 'petrol'],
    pairings: ['editorial', 'academic', 'headline'],
    arts: ['chart', 'lines'],
  },
  people: {
    words:
      'employee|hiring|recruit|onboard|team|staff|diversity|volunteer|community|family|families|talent|culture survey|emplead|contrataci|selecci[oó]n de personal|acogida|equipo|plantilla|diversidad|voluntari|comunidad|familia|talento',
    palettes: ['rose', 'plum', 'ember'],
    pairings: ['humanist', 'editorial'],
    arts: ['geometric', 'gradient'],
  },
  industry: {
    words:
      'factory|production|warehouse|logistic|supply chain|supplier|freight|machine|maintenance|assembly|quality control|pallet|truck|shipment|changeover|kaizen|f[aá]brica|producci[oó]n|almac[eé]n|log[ií]stic|cadena de suministro|flete|m[aá]quina|mantenimiento|montaje|control de calidad|cami[oó]n|env[ií]o',
    palettes: ['petrol', 'slate', 'ember'],
    pairings: ['grotesque', 'editorial'],
    arts: ['geometric', 'map'],
  },
  commerce: {
    words:
      'customer|market|sales|brand|launch|product|store|shop|retail|campaign|advert|subscri|client|mercado|venta|marca|lanzamiento|producto|tienda|comercio|campa[nñ]a|publicidad|suscrip',
    palettes: ['rose', 'indigo', 'brick', 'marine'],
    pairings: ['headline', 'grotesque', 'editorial'],
    arts: ['gradient', 'type'],
  },
};

const LEXICON: readonly (readonly [Subject, RegExp])[] = (Object.entries(TASTES) as [Subject, Taste][]).map(([subject, { words }]) => [
  subject,
  new RegExp(`(?<![\\p{L}\\d])(?:${words})`, 'giu'),
]);

const TITLE_WEIGHT = 6;
const ORGANIZATION_WEIGHT = 4;
/** A word that a text repeats says no more of its subject after so many times. */
const HITS_MAX = 6;
const TEXT_CHARS_MAX = 6_000;

/** FNV-1a over code points: the same text gives the same 32 bits everywhere. */
function seedOf(text: string): number {
  let state = 2_166_136_261;
  for (const character of text.trim().toLowerCase()) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 16_777_619) >>> 0;
  // low bits of FNV are weak; fold the high ones in
  return (state ^ (state >>> 15)) >>> 0;
}

/** What the words are about, undefined where they name nothing that is known. */
export function subjectOf({ title, organization = '', text }: ThemeWords): Subject | undefined {
  const hits = (pattern: RegExp, words: string): number => Math.min(HITS_MAX, words.match(pattern)?.length ?? 0);
  const opening = text.slice(0, TEXT_CHARS_MAX);
  let best: { subject: Subject; score: number } | undefined;
  for (const [subject, pattern] of LEXICON) {
    const score =
      hits(pattern, title.slice(0, 300)) * TITLE_WEIGHT +
      hits(pattern, organization.slice(0, 200)) * ORGANIZATION_WEIGHT +
      hits(pattern, opening);
    if (score > 0 && score > (best?.score ?? 0)) best = { subject, score };
  }
  return best?.subject;
}

const ALL_PALETTES = Object.keys(PALETTES) as PaletteName[];
const ALL_PAIRINGS = Object.keys(PAIRINGS) as PairingName[];
/** A photograph is chosen by whoever has one. */
const DRAWN_ARTS = ART_FAMILIES.filter((family) => family !== 'photograph');

const pick = <T>(from: readonly T[], seed: number, shift: number): T | undefined => from[(seed >>> shift) % from.length];

/**
 * The choice for a document. Palette and faces come from the organisation where one is named (from what its name says, else
 * from the name itself), so that its documents are a family; title art always comes from subject and title.
 */
export function chooseTheme(words: ThemeWords): ThemeChoice {
  const subject = subjectOf(words);
  const organization = words.organization?.trim() ?? '';
  const seed = seedOf(words.title === '' ? words.text.slice(0, 200) : words.title);
  const family = organization === '' ? subject : subjectOf({ title: organization, text: '' });
  const familySeed = organization === '' ? seed : seedOf(organization);
  const taste = family && TASTES[family];
  const palette = pick(taste?.palettes ?? ALL_PALETTES, familySeed, 0) ?? 'petrol';
  const pairing = pick(taste?.pairings ?? ALL_PAIRINGS, familySeed, 5) ?? 'editorial';
  return {
    subject,
    palette: PALETTES[palette],
    pairing: PAIRINGS[pairing],
    art: pick(subject === undefined ? DRAWN_ARTS : TASTES[subject].arts, seed, 9) ?? 'geometric',
    seed,
  };
}
