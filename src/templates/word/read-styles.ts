/** The styles of a Word file with what they come to: each with all that it takes from those it is based on (ISO/IEC 29500-1 §17.7). */
import { W } from '../../ooxml/names.ts';
import { attributeOf, elementsOf, firstElementOf, type XmlElement } from '../../ooxml/xml-tree.ts';
import type { FileTheme } from '../theme-part.ts';

/** How text is set, as far as a file says. */
export interface Setting {
  font?: string;
  sizePt?: number;
  /** RRGGBB. */
  color?: string;
  bold?: boolean;
  italic?: boolean;
  caps?: boolean;
  align?: 'left' | 'center' | 'right' | 'justify';
  beforePt?: number;
  afterPt?: number;
  /** Multiple of the line height. */
  line?: number;
}

export interface WordStyle {
  id: string;
  name: string;
  kind: string;
  standard: boolean;
  /** From 0; undefined: running text. */
  outline: number | undefined;
  numbered: { numId: string; level: number } | undefined;
  set: Setting;
}

const val = (element: XmlElement | undefined, name = 'val'): string | undefined => element && attributeOf(element, name, W);
const child = (element: XmlElement | undefined, name: string): XmlElement | undefined => element && firstElementOf(element, name, W);
const isOn = (element: XmlElement | undefined): boolean | undefined =>
  element === undefined ? undefined : !['0', 'false', 'off'].includes(val(element) ?? '1');
const numeric = (value: string | undefined): number | undefined => {
  const number = Number(value ?? Number.NaN);
  return Number.isFinite(number) ? number : undefined;
};

const THEME_COLORS: Readonly<Record<string, keyof FileTheme['slots']>> = {
  dark1: 'dk1',
  text1: 'dk1',
  light1: 'lt1',
  background1: 'lt1',
  dark2: 'dk2',
  text2: 'dk2',
  light2: 'lt2',
  background2: 'lt2',
  accent1: 'accent1',
  accent2: 'accent2',
  accent3: 'accent3',
  accent4: 'accent4',
  accent5: 'accent5',
  accent6: 'accent6',
  hyperlink: 'hlink',
};

function colorOf(element: XmlElement | undefined, theme: FileTheme): string | undefined {
  const hex = val(element)?.toUpperCase();
  if (hex !== undefined && /^[0-9A-F]{6}$/.test(hex)) return hex;
  const slot = THEME_COLORS[val(element, 'themeColor') ?? ''];
  return slot && theme.slots[slot];
}

function fontOf(element: XmlElement | undefined, theme: FileTheme): string | undefined {
  if (element === undefined) return undefined;
  const themed = val(element, 'asciiTheme') ?? val(element, 'hAnsiTheme');
  const named = themed === undefined ? undefined : themed.startsWith('major') ? theme.faces.major : theme.faces.minor;
  return (named === undefined || named === '' ? (val(element, 'ascii') ?? val(element, 'hAnsi')) : named)?.slice(0, 100);
}

const ALIGNMENTS: Readonly<Record<string, NonNullable<Setting['align']>>> = {
  left: 'left',
  start: 'left',
  center: 'center',
  right: 'right',
  end: 'right',
  both: 'justify',
};

const present = (setting: { [K in keyof Setting]: Setting[K] | undefined }): Setting =>
  Object.fromEntries(Object.entries(setting).filter(([, value]) => value !== undefined)) as Setting;

/** What `w:rPr` says. */
export function runSetting(properties: XmlElement | undefined, theme: FileTheme): Setting {
  const half = numeric(val(child(properties, 'sz')));
  return present({
    font: fontOf(child(properties, 'rFonts'), theme),
    sizePt: half === undefined ? undefined : half / 2,
    color: colorOf(child(properties, 'color'), theme),
    bold: isOn(child(properties, 'b')),
    italic: isOn(child(properties, 'i')),
    caps: isOn(child(properties, 'caps')),
  });
}

/** What `w:pPr` says. */
export function paragraphSetting(properties: XmlElement | undefined): Setting {
  const spacing = child(properties, 'spacing');
  const points = (name: string): number | undefined => {
    const twentieths = numeric(val(spacing, name));
    return twentieths === undefined ? undefined : twentieths / 20;
  };
  const line = numeric(val(spacing, 'line'));
  const exact = ['exact', 'atLeast'].includes(val(spacing, 'lineRule') ?? 'auto');
  return present({
    align: ALIGNMENTS[val(child(properties, 'jc')) ?? ''],
    beforePt: points('before'),
    afterPt: points('after'),
    line: line === undefined || exact ? undefined : line / 240,
  });
}

/** `w:numPr` of a paragraph or a style; a list that is taken away is none. */
export function numberingOf(properties: XmlElement | undefined): WordStyle['numbered'] {
  const list = child(properties, 'numPr');
  const numId = val(child(list, 'numId'));
  if (numId === undefined || numId === '0') return undefined;
  return { numId, level: numeric(val(child(list, 'ilvl'))) ?? 0 };
}

const DEPTH_MAX = 20;
const STYLES_MAX = 3_000;

/** Styles by id. @param root of `styles.xml` */
export function readStyles(root: XmlElement, theme: FileTheme): Map<string, WordStyle> {
  const elements = new Map(
    elementsOf(root, 'style', W)
      .slice(0, STYLES_MAX)
      .flatMap((style): [string, XmlElement][] => {
        const id = val(style, 'styleId');
        return id === undefined ? [] : [[id, style]];
      }),
  );
  const defaults = child(root, 'docDefaults');
  const start: Setting = {
    ...runSetting(child(child(defaults, 'rPrDefault'), 'rPr'), theme),
    ...paragraphSetting(child(child(defaults, 'pPrDefault'), 'pPr')),
  };
  const chainOf = (id: string): XmlElement[] => {
    const chain: XmlElement[] = [];
    for (let at = elements.get(id); at !== undefined && chain.length < DEPTH_MAX; at = elements.get(val(child(at, 'basedOn')) ?? '')) {
      if (chain.includes(at)) break;
      chain.push(at);
    }
    return chain.toReversed();
  };
  const styles = new Map<string, WordStyle>();
  for (const [id, element] of elements) {
    const chain = chainOf(id);
    const outline = chain.map((one) => numeric(val(child(child(one, 'pPr'), 'outlineLvl')))).findLast((one) => one !== undefined);
    const own = chain.map((one) => child(child(one, 'pPr'), 'numPr')).findLast((one) => one !== undefined);
    const level = own && numeric(val(child(own, 'ilvl')));
    const numId = chain.map((one) => val(child(child(child(one, 'pPr'), 'numPr'), 'numId'))).findLast((one) => one !== undefined);
    styles.set(id, {
      id,
      name: val(child(element, 'name')) ?? id,
      kind: val(element, 'type') ?? 'paragraph',
      standard: ['1', 'true', 'on'].includes(val(element, 'default') ?? ''),
      outline: outline !== undefined && outline < 9 ? outline : undefined,
      numbered: numId === undefined || numId === '0' ? undefined : { numId, level: level ?? 0 },
      set: chain.reduce<Setting>(
        (set, one) => ({ ...set, ...runSetting(child(one, 'rPr'), theme), ...paragraphSetting(child(one, 'pPr')) }),
        start,
      ),
    });
  }
  return styles;
}
