/**
 * Colours of code: our own light theme. Every tone reads at 4.5:1 or more on the code ground (`surface`), and stays
 * apart from its neighbours by lightness, so that it survives a grey print.
 */
import type { ThemeRegistration } from 'shiki/core';
import { NEUTRALS } from '../../document/look.ts';

export const CODE_COLORS = {
  text: NEUTRALS.text,
  comment: '5A6570',
  keyword: '713A80',
  string: '2C6E49',
  constant: 'A63D2F',
  callable: '1B5E9C',
  type: '0E6E73',
  property: '10304F',
  regexp: '8F4E00',
} as const;

const hash = (hex: string): string => `#${hex}`;

const tone = (
  foreground: string,
  scope: string[],
  fontStyle?: string,
): { scope: string[]; settings: { foreground: string; fontStyle?: string } } => ({
  scope,
  settings: { foreground: hash(foreground), ...(fontStyle === undefined ? {} : { fontStyle }) },
});

/** In the order of TextMate themes: the more precise scope wins, not the later one. */
export const codeTheme: ThemeRegistration = {
  name: 'octavo-light',
  type: 'light',
  colors: { 'editor.foreground': hash(CODE_COLORS.text), 'editor.background': hash(NEUTRALS.surface) },
  tokenColors: [
    { settings: { foreground: hash(CODE_COLORS.text), background: hash(NEUTRALS.surface) } },
    tone(CODE_COLORS.comment, ['comment', 'punctuation.definition.comment', 'meta.diff.header', 'meta.diff.index'], 'italic'),
    tone(CODE_COLORS.keyword, [
      'keyword',
      'storage',
      'storage.type',
      'storage.modifier',
      'keyword.control',
      'keyword.operator.new',
      'keyword.operator.expression',
      'keyword.operator.word',
      'keyword.operator.logical.python',
      'variable.language',
      'entity.name.tag',
      'meta.diff.range',
    ]),
    tone(CODE_COLORS.text, ['keyword.operator', 'punctuation', 'storage.type.function.arrow', 'meta.brace']),
    tone(CODE_COLORS.string, ['string', 'punctuation.definition.string', 'markup.inserted', 'markup.inline.raw', 'markup.fenced_code']),
    tone(CODE_COLORS.regexp, ['string.regexp', 'constant.character.escape', 'keyword.operator.quantifier.regexp']),
    tone(CODE_COLORS.constant, [
      'constant.numeric',
      'constant.language',
      'constant.other',
      'support.constant',
      'keyword.other.unit',
      'markup.deleted',
      'constant.character',
    ]),
    tone(CODE_COLORS.callable, [
      'entity.name.function',
      'support.function',
      'meta.function-call.generic',
      'entity.other.attribute-name.class',
      'entity.other.attribute-name.id',
    ]),
    tone(CODE_COLORS.type, [
      'entity.name.type',
      'entity.name.class',
      'entity.name.namespace',
      'entity.other.inherited-class',
      'support.type',
      'support.class',
      'storage.type.primitive',
      'storage.type.java',
      'entity.name.section',
      'entity.other.attribute-name',
    ]),
    tone(CODE_COLORS.property, [
      'support.type.property-name',
      'variable.other.property',
      'meta.object-literal.key',
      'entity.name.tag.yaml',
      'keyword.other.definition.ini',
    ]),
    tone(CODE_COLORS.callable, [
      'support.type.property-name.json',
      'punctuation.support.type.property-name',
      'markup.underline.link',
      'markup.heading',
      'entity.name.section.markdown',
    ]),
    tone(CODE_COLORS.text, ['markup.bold'], 'bold'),
    tone(CODE_COLORS.text, ['markup.italic'], 'italic'),
    tone(CODE_COLORS.callable, ['markup.heading', 'entity.name.section'], 'bold'),
  ],
};
