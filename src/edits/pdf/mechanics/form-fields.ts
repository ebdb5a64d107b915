/** Operations on forms: what their fields hold, and fields that become part of their pages. */
import {
  PDFCheckBox,
  PDFDropdown,
  PDFOptionList,
  PDFRadioGroup,
  PDFTextField,
  type PDFDocument,
  type PDFField,
  type PDFForm,
} from '@cantoo/pdf-lib';
import { reject, type Rejected } from '../../define-edit.ts';
import type { Done } from '../define-pdf-edit.ts';
import type { FillFormFields } from '../operations/fill-form.ts';
import { balancePage } from './balance-states.ts';
import { annotationsOf, dropAnnotations } from './drop-pages.ts';
import { name, type PdfFile } from './pdf-file.ts';

/** What looks the same in letters that the standard faces have. */
const ALIKE: readonly [RegExp, string][] = [
  [/[\u2000-\u200a\u202f]/g, '\u00a0'],
  [/[\u2010\u2011\u2212]/g, '-'],
  [/[\u200b\u200e\u200f\u2060\ufeff]/g, ''],
];

const writable = (text: string): string => ALIKE.reduce((all, [from, to]) => all.replaceAll(from, to), text.normalize('NFC'));

const LETTERS_NAMED_MAX = 10;

/** Letters that the face of the form does not have: they would be drawn as question marks. */
function unknownLetters(form: PDFForm, texts: readonly string[]): string[] {
  const known = new Set(form.getDefaultFont().getCharacterSet());
  const letters = new Set(texts.flatMap((text) => Array.from(text.replaceAll(/[\r\n\t]/g, ''))));
  return [...letters].filter((letter) => !known.has(letter.codePointAt(0) ?? 0));
}

const noLetters = (field: string, letters: readonly string[]): Rejected =>
  reject(
    'unsupported',
    `The field ${field} cannot show ${letters.slice(0, LETTERS_NAMED_MAX).join(' ')}: the standard faces of forms have the letters of Western Europe only.`,
  );

function setField(form: PDFForm, field: PDFField, given: string | boolean | string[]): Rejected | null {
  const value = typeof given === 'string' && field instanceof PDFTextField ? writable(given) : given;
  const known = field.getName().slice(0, 100);
  if (field.isReadOnly()) return reject('read_only_content', `The field ${known} is locked.`);
  if (field instanceof PDFTextField && typeof value === 'string') {
    const most = field.getMaxLength();
    if (most !== undefined && value.length > most)
      return reject('unsupported', `The field ${known} takes at most ${most} characters; the text has ${value.length}.`);
    const unknown = unknownLetters(form, [value]);
    if (unknown.length > 0) return noLetters(known, unknown);
    field.setText(value);
    return null;
  }
  if (field instanceof PDFCheckBox && typeof value === 'boolean') {
    if (value) field.check();
    else field.uncheck();
    return null;
  }
  if (field instanceof PDFRadioGroup || field instanceof PDFDropdown || field instanceof PDFOptionList) {
    const wanted = typeof value === 'string' ? [value] : Array.isArray(value) ? value : [];
    const options = field.getOptions();
    const strange = wanted.find((one) => !options.includes(one));
    if (wanted.length === 0 || (strange !== undefined && !(field instanceof PDFDropdown && field.isEditable())))
      return reject('unsupported', `The field ${known} takes one of: ${options.join(', ').slice(0, 500)}.`, options);
    const unknown = field instanceof PDFRadioGroup ? [] : unknownLetters(form, wanted);
    if (unknown.length > 0) return noLetters(known, unknown);
    if (field instanceof PDFRadioGroup) field.select(wanted[0] ?? '');
    else field.select(wanted);
    return null;
  }
  return reject(
    'unsupported',
    `The field ${known} takes no such value: ${field instanceof PDFCheckBox ? 'true or false' : 'text'} is needed.`,
  );
}

/** Fields become part of their pages; the order in which they were calculated (ISO 32000-1 §12.7.2) goes with them. */
export function flattenFields(document: PDFDocument, form: PDFForm): void {
  for (const page of document.getPages()) if (page.node.has(name('Annots'))) balancePage(document, page);
  form.flatten();
  form.acroForm.dict.delete(name('CO'));
}

export function fillForm({ document }: PdfFile, { fields, flatten }: FillFormFields): Done | Rejected {
  const form = document.getForm();
  const names = form.getFields().map((field) => field.getName());
  for (const wanted of Object.keys(fields)) {
    if (!names.includes(wanted)) return reject('target_not_found', `There is no field ${wanted.slice(0, 100)} in the form.`, names);
  }
  for (const [wanted, value] of Object.entries(fields)) {
    const wrong = setField(form, form.getField(wanted), value);
    if (wrong) return wrong;
  }
  try {
    if (flatten === true) flattenFields(document, form);
    else form.updateFieldAppearances();
  } catch {
    return reject('unsupported', 'A text has letters that the standard faces of forms do not have.');
  }
  return {
    after: Object.entries(fields)
      .map(([field, value]) => `${field}: ${String(value)}`)
      .join('; ')
      .slice(0, 2_000),
  };
}

/** The whole form as part of its pages. */
export function flattenForm({ document }: PdfFile): Done | Rejected {
  if (!document.catalog.has(name('AcroForm'))) return reject('no_effect', 'There is no form in this PDF.');
  const form = document.getForm();
  const count = form.getFields().length;
  if (count === 0) return reject('no_effect', 'The form of this PDF has no fields.');
  const annotations = annotationsOf(document, document.getPages());
  try {
    flattenFields(document, form);
  } catch {
    return reject('unsupported', 'A field has letters that the standard faces of forms do not have, or no place on a page.');
  }
  dropAnnotations(document, annotations);
  const isTagged = document.catalog.has(name('StructTreeRoot'));
  return {
    before: `${count} ${count === 1 ? 'field' : 'fields'}`,
    after: 'part of the pages',
    ...(isTagged ? { message: 'What the fields hold is drawn on the pages without tags.' } : {}),
  };
}
