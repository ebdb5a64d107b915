/** Operations on forms: what their fields hold, and fields that become part of their pages. */
import {
  PDFBool,
  PDFCheckBox,
  PDFDropdown,
  PDFOptionList,
  PDFRadioGroup,
  PDFTextField,
  StandardFonts,
  type PDFDocument,
  type PDFField,
  type PDFForm,
} from '@cantoo/pdf-lib';
import { reject, type Rejected } from '../../define-edit.ts';
import type { Done } from '../define-pdf-edit.ts';
import type { FillFormFields } from '../operations/fill-form.ts';
import { balancePage } from './balance-states.ts';
import { annotationsOf, dropAnnotations } from './drop-pages.ts';
import { findFace, isMissing, sayMissing } from './find-face.ts';
import { name, type PdfFile } from './pdf-file.ts';

/** What looks the same in letters that every face has. */
const ALIKE: readonly [RegExp, string][] = [
  [/[\u2000-\u200a\u202f]/g, '\u00a0'],
  [/[\u2010\u2011\u2212]/g, '-'],
  [/[\u200b\u200e\u200f\u2060\ufeff]/g, ''],
];

const writable = (text: string): string => ALIKE.reduce((all, [from, to]) => all.replaceAll(from, to), text.normalize('NFC'));

const UNDRAWN = 'A field of the form is damaged or has no place on a page.';

/** What a field shows in letters; of others nothing. */
function textsOf(field: PDFField): string[] {
  if (field instanceof PDFTextField) return [field.getText() ?? ''];
  return field instanceof PDFDropdown || field instanceof PDFOptionList ? field.getSelected() : [];
}

/** The face in which readers type into the field (ISO 32000-1 §12.7.3.3) stays that of the form: ours has only the letters that are there. @throws where the field is damaged */
function keepingDefault(field: PDFField, draw: () => void): void {
  const holders = [field.acroField.dict, ...field.acroField.getWidgets().map(({ dict }) => dict)];
  const given = holders.map((dict) => dict.get(name('DA')));
  draw();
  for (const [at, dict] of holders.entries()) {
    const own = given[at];
    if (own !== undefined) dict.set(name('DA'), own);
  }
}

/**
 * Draws each field that needs it, in a face that has its letters. Where the form leaves it to its readers to draw what fields hold
 * (`NeedAppearances`, ISO 32000-1 §12.7.2), as OpenOffice does, all of them are drawn: what is drawn in such a file may be empty.
 * @param isWanted fields that have to be drawn; others whose letters no face has stay as they are
 * @returns why one cannot be drawn; some of the others are drawn then
 */
async function drawFields(document: PDFDocument, form: PDFForm, isWanted: (field: PDFField) => boolean): Promise<Rejected | null> {
  const isLeft = form.acroForm.dict.get(name('NeedAppearances')) === PDFBool.True;
  let undrawn = 0;
  for (const field of form.getFields()) {
    const texts = textsOf(field);
    if (!field.needsAppearancesUpdate() && !(isLeft && texts.some((text) => text !== ''))) continue;
    const face = await findFace(document, StandardFonts.Helvetica, texts);
    if (isMissing(face)) {
      if (isWanted(field)) return reject('unsupported', sayMissing(`The field ${field.getName().slice(0, 100)}`, face));
      undrawn++;
      continue;
    }
    try {
      keepingDefault(field, () => field.defaultUpdateAppearances(face));
    } catch {
      return reject('unsupported', UNDRAWN);
    }
  }
  if (undrawn === 0) form.acroForm.dict.delete(name('NeedAppearances'));
  return null;
}

function setField(field: PDFField, given: string | boolean | string[]): Rejected | null {
  const value = typeof given === 'string' && field instanceof PDFTextField ? writable(given) : given;
  const known = field.getName().slice(0, 100);
  if (field.isReadOnly()) return reject('read_only_content', `The field ${known} is locked.`);
  if (field instanceof PDFTextField && typeof value === 'string') {
    const most = field.getMaxLength();
    if (most !== undefined && value.length > most)
      return reject('unsupported', `The field ${known} takes at most ${most} characters; the text has ${value.length}.`);
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
    if (field instanceof PDFRadioGroup) field.select(wanted[0] ?? '');
    else field.select(wanted);
    return null;
  }
  return reject(
    'unsupported',
    `The field ${known} takes no such value: ${field instanceof PDFCheckBox ? 'true or false' : 'text'} is needed.`,
  );
}

/**
 * Fields become part of their pages; the order in which they were calculated (ISO 32000-1 §12.7.2) goes with them.
 * @returns why a field cannot be drawn
 */
export async function flattenFields(document: PDFDocument, form: PDFForm): Promise<Rejected | null> {
  const undrawn = await drawFields(document, form, () => true);
  if (undrawn !== null) return undrawn;
  for (const page of document.getPages()) if (page.node.has(name('Annots'))) balancePage(document, page);
  try {
    form.flatten({ updateFieldAppearances: false });
  } catch {
    return reject('unsupported', UNDRAWN);
  }
  form.acroForm.dict.delete(name('CO'));
  return null;
}

export async function fillForm({ document }: PdfFile, { fields, flatten }: FillFormFields): Promise<Done | Rejected> {
  const form = document.getForm();
  // a form is gone through once, not for each field; of fields of one name the first is meant
  const known = new Map(
    form
      .getFields()
      .map((field): [string, PDFField] => [field.getName(), field])
      .toReversed(),
  );
  const named = Object.entries(fields).map(([wanted, value]) => ({ wanted, value, field: known.get(wanted) }));
  for (const { wanted, field } of named)
    if (field === undefined)
      return reject('target_not_found', `There is no field ${wanted.slice(0, 100)} in the form.`, [...known.keys()].toReversed());
  for (const { field, value } of named) {
    const wrong = field === undefined ? null : setField(field, value);
    if (wrong) return wrong;
  }
  const undrawn = await (flatten === true
    ? flattenFields(document, form)
    : drawFields(document, form, (field) => Object.hasOwn(fields, field.getName())));
  if (undrawn !== null) return undrawn;
  return {
    after: Object.entries(fields)
      .map(([field, value]) => `${field}: ${String(value)}`)
      .join('; ')
      .slice(0, 2_000),
  };
}

/** The whole form as part of its pages. */
export async function flattenForm({ document }: PdfFile): Promise<Done | Rejected> {
  if (!document.catalog.has(name('AcroForm'))) return reject('no_effect', 'There is no form in this PDF.');
  const form = document.getForm();
  const count = form.getFields().length;
  if (count === 0) return reject('no_effect', 'The form of this PDF has no fields.');
  const annotations = annotationsOf(document, document.getPages());
  const undrawn = await flattenFields(document, form);
  if (undrawn !== null) return undrawn;
  dropAnnotations(document, annotations);
  const isTagged = document.catalog.has(name('StructTreeRoot'));
  return {
    before: `${count} ${count === 1 ? 'field' : 'fields'}`,
    after: 'part of the pages',
    ...(isTagged ? { message: 'What the fields hold is drawn on the pages without tags.' } : {}),
  };
}
