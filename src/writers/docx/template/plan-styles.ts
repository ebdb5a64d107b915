/** Our styles in a supplied Word file: which of its own take their place, and which of ours are brought along. */
import { replacePart } from '../../../ooxml/change-package.ts';
import { appendContent, applyXmlEdits, replaceNode, type XmlEdit } from '../../../ooxml/edit-xml.ts';
import { W } from '../../../ooxml/names.ts';
import { readXmlPart, type OfficePackage } from '../../../ooxml/office-package.ts';
import { attributeOf, elementsOf, firstElementOf, parseXml, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { stylesPartOf, type WordRole, type WordTemplate } from '../../../templates/word-template.ts';

const val = (element: XmlElement | undefined, name = 'val'): string | undefined => element && attributeOf(element, name, W);

/** Our style → the role that it plays. */
const ROLES: Readonly<Record<string, WordRole>> = {
  Title: 'title',
  Subtitle: 'subtitle',
  Heading1: 'heading1',
  Heading2: 'heading2',
  Heading3: 'heading3',
  Heading4: 'heading4',
  Caption: 'caption',
  Quote: 'quote',
  FootnoteText: 'footnote',
  TOC1: 'toc1',
  TOC2: 'toc2',
  TOC3: 'toc3',
  TOCHeading: 'tocHeading',
  Header: 'header',
  Footer: 'footer',
};
/** Made by hand, the template's own are not what its pages look like. */
const BY_HAND = /^(?:Title|Subtitle|Heading\d|Quote|Caption)$/;
/** Standard character and table styles that every Word file has under these names. */
const STANDARD = new Set(['DefaultParagraphFont', 'TableNormal']);
const CELL_STYLES = /^Table(?:Text|Head)(?:Small)?$/;

export interface StylePlan {
  /** Our XML with the styles of the template in it. */
  styled(xml: string): string;
  /** Definitions of lists: links to styles that the template has itself are left out. */
  linked(xml: string): string;
  /** The same for the text of the body: paragraphs without a style get that of its running text. */
  placed(xml: string): string;
  /** Adds the styles that are brought along. @param lists shifts the numbers of lists in them */
  write(opened: OfficePackage, lists: (xml: string) => string): void;
}

interface Mapping {
  to: Map<string, string>;
  /** Ours that are brought along: id → new id. */
  brought: Map<string, string>;
  /** Of the template, written anew. */
  replaced: Map<string, string>;
}

function mapStyles(template: WordTemplate, ours: readonly XmlElement[]): Mapping {
  const { roles, styles, byHand, textByHand, table, bullet } = template;
  const mapping: Mapping = { to: new Map(), brought: new Map(), replaced: new Map() };
  const byName = new Map([...styles.values()].map(({ id, name }) => [name.toLowerCase(), id]));
  const standard = (kind: string): string | undefined => [...styles.values()].find((style) => style.standard && style.kind === kind)?.id;
  for (const style of ours) {
    const id = val(style, 'styleId') ?? '';
    const name = (val(firstElementOf(style, 'name', W)) ?? '').toLowerCase();
    const role = ROLES[id];
    const own = role === undefined ? undefined : roles.get(role);
    const same = byName.get(name);
    if (id === 'Normal') mapping.to.set(id, standard('paragraph') ?? 'Normal');
    else if (id === 'TableNormal') mapping.to.set(id, standard('table') ?? id);
    else if (id === 'DefaultParagraphFont') mapping.to.set(id, standard('character') ?? id);
    else if (id === 'RuledTable' && table?.headed === true) mapping.to.set(id, table.id);
    else if (byHand && BY_HAND.test(id) && same !== undefined) mapping.replaced.set(id, same);
    else if (own !== undefined && !(byHand && BY_HAND.test(id))) mapping.to.set(id, own);
    else if (id.startsWith('ListBullet') && bullet?.style !== undefined && !textByHand) mapping.to.set(id, bullet.style);
    else if (['Hyperlink', 'FootnoteReference'].includes(id) && same !== undefined) mapping.to.set(id, same);
    else mapping.brought.set(id, styles.has(id) || same !== undefined ? `Octavo${id}` : id);
  }
  return mapping;
}

/** Definitions of ours that text uses, with those that they are based on. */
function usedStyles(ours: ReadonlyMap<string, XmlElement>, { brought, replaced }: Mapping): string[] {
  return [...brought.keys(), ...replaced.keys()].filter((id) => ours.has(id) && !STANDARD.has(id));
}

/** Bullets of ours as the template has them: its own list, by number. */
function ownBullets(xml: string, { bullet }: WordTemplate): string {
  if (bullet === undefined) return xml;
  return xml.replaceAll(
    /<w:pStyle w:val="ListBullet(\d?)"\/>((?:<w:keepNext[^>]*\/>)?(?:<w:pageBreakBefore\/>)?)(<w:numPr>.*?<\/w:numPr>)?/g,
    (_, depth: string, between: string) => {
      const level = depth === '' ? 0 : Number(depth) - 1;
      // its indent is that of its own levels
      return `<w:pStyle w:val="ListBullet${depth}"/>${between}<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="@${bullet.numId}"/></w:numPr>`;
    },
  );
}

/** Running text as it is formatted by hand: a style of its own, since headers and footers may be set in the standard one. */
const HAND_TEXT = 'OctavoText';
const handText = (normal: string): string =>
  normal
    .replace(/^<w:style [^>]*>/, `<w:style w:type="paragraph" w:customStyle="1" w:styleId="${HAND_TEXT}">`)
    .replace(/<w:name w:val="[^"]*"\/>/, '<w:name w:val="Octavo Text"/>');

/** Faces by name: the theme of the template may have others. */
const namedFaces = (xml: string): string => xml.replaceAll(/ w:(?:asciiTheme|hAnsiTheme|eastAsiaTheme|cstheme)="[^"]*"/g, '');

/** In a table with formats of its own for its head, cells take these. */
const plainCells = (xml: string, template: WordTemplate): string =>
  template.table?.headed === true
    ? xml.replaceAll(/<w:tbl>(?:(?!<w:tbl>).)*?<w:tblStyle w:val="RuledTable"\/>.*?<\/w:tbl>/gs, (table) =>
        table.replaceAll(/<w:pStyle w:val="([^"]+)"\/>/g, (whole, id: string) => (CELL_STYLES.test(id) ? '' : whole)),
      )
    : xml;

export function planStyles(template: WordTemplate, stylesXml: string): StylePlan {
  const tree = parseXml(stylesXml);
  const elements = elementsOf(tree.root, 'style', W);
  const ours = new Map(elements.map((style) => [val(style, 'styleId') ?? '', style]));
  const mapping = mapStyles(template, elements);
  const idOf = (id: string): string => mapping.to.get(id) ?? mapping.replaced.get(id) ?? mapping.brought.get(id) ?? id;
  const renamed = (xml: string): string =>
    xml.replaceAll(/<w:(pStyle|rStyle|tblStyle) w:val="([^"]+)"\/>/g, (_, kind: string, id: string) => `<w:${kind} w:val="${idOf(id)}"/>`);
  const styled = (xml: string): string =>
    renamed(plainCells(ownBullets(xml, template), template)).replaceAll('w:numId w:val="@', 'w:numId w:val="');
  const bodyStyle = template.textByHand ? HAND_TEXT : template.roles.get('body');
  const standard = mapping.to.get('Normal');
  const definition = (id: string): string => {
    const style = ours.get(id);
    const xml = style === undefined ? '' : tree.source.slice(style.start, style.end);
    const target = idOf(id);
    return namedFaces(xml)
      .replace(/w:styleId="[^"]+"/, `w:styleId="${target}"`)
      .replace(/<w:name w:val="([^"]+)"\/>/, (whole, name: string) =>
        target === id || mapping.replaced.has(id) ? whole : `<w:name w:val="Octavo ${name}"/>`,
      )
      .replaceAll(/<w:(basedOn|next|link) w:val="([^"]+)"\/>/g, (_, kind: string, other: string) => `<w:${kind} w:val="${idOf(other)}"/>`)
      .replace(/ w:default="1"/, '')
      .replace(/^<w:style (?!.*w:customStyle)/, (head) =>
        target === id || mapping.replaced.has(id) ? head : '<w:style w:customStyle="1" ',
      );
  };
  return {
    styled,
    linked: (xml) =>
      namedFaces(xml).replaceAll(/<w:pStyle w:val="([^"]+)"\/>/g, (_, id: string) =>
        mapping.to.has(id) ? '' : `<w:pStyle w:val="${idOf(id)}"/>`,
      ),
    placed: (xml) =>
      bodyStyle === undefined || bodyStyle === standard
        ? xml
        : xml.replaceAll(/<w:tbl>.*?<\/w:tbl>|<w:p>(<w:pPr>(?!<w:pStyle))?(?!<w:pPr>)/gs, (found, open: string | undefined) =>
            found.startsWith('<w:tbl>')
              ? found
              : open === undefined
                ? `<w:p><w:pPr><w:pStyle w:val="${bodyStyle}"/></w:pPr>`
                : `<w:p><w:pPr><w:pStyle w:val="${bodyStyle}"/>`,
          ),
    write(target, lists) {
      const name = stylesPartOf(target);
      if (name === undefined) throw new Error('a template without styles was read as one');
      const part = readXmlPart(target, name);
      const edits: XmlEdit[] = [];
      for (const style of elementsOf(part.root, 'style', W)) {
        const own = [...mapping.replaced].find(([, id]) => id === val(style, 'styleId'));
        if (own !== undefined) edits.push(replaceNode(style, lists(definition(own[0]))));
      }
      const added = usedStyles(ours, mapping).filter((id) => !mapping.replaced.has(id));
      const text = template.textByHand ? handText(definition('Normal')) : '';
      edits.push(appendContent(part, part.root, lists(text + added.map(definition).join(''))));
      replacePart(target, name, Buffer.from(applyXmlEdits(part.source, edits), 'utf8'));
    },
  };
}
