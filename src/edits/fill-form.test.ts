import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PDFDocument } from '@cantoo/pdf-lib';
import { checkPdfRecords, describePdfForm, fillPdfForm } from './fill-form.ts';

const OPTIONS = { missing: 'error', locale: 'de' } as const;

async function makeForm(): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const page = document.addPage([400, 400]);
  document.addPage([400, 400]).drawText('terms', { x: 20, y: 200 });
  const form = document.getForm();
  const box = (y: number) => ({ x: 20, y, width: 200, height: 20 });
  form.createTextField('customer.name').addToPage(page, box(350));
  const code = form.createTextField('top[0].Page1[0].Code[0]');
  code.setMaxLength(5);
  code.addToPage(page, box(320));
  form.createCheckBox('agreed').addToPage(page, box(290));
  const color = form.createDropdown('color');
  color.setOptions(['red', 'blue']);
  color.addToPage(page, box(260));
  const locked = form.createTextField('locked');
  locked.addToPage(page, box(230));
  locked.enableReadOnly();
  form.createTextField('price').addToPage(page, box(200));
  return document.save();
}

async function valuesOf(bytes: Uint8Array): Promise<Record<string, unknown>> {
  const form = (await PDFDocument.load(bytes)).getForm();
  return {
    name: form.getTextField('customer.name').getText(),
    code: form.getTextField('top[0].Page1[0].Code[0]').getText(),
    agreed: form.getCheckBox('agreed').isChecked(),
    color: form.getDropdown('color').getSelected(),
    price: form.getTextField('price').getText(),
  };
}

test('fields are filled by path, by full name and by the last part of it; the rest of the file stays', async () => {
  const made = await fillPdfForm(
    await makeForm(),
    { customer: { name: 'Ada' }, Code: 'A1', agreed: true, color: 'blue', price: 12.5 },
    OPTIONS,
  );
  assert.ok(!('faults' in made), JSON.stringify(made));
  assert.deepEqual(await valuesOf(made.bytes), { name: 'Ada', code: 'A1', agreed: true, color: ['blue'], price: '12,5' });
  assert.equal(made.tags, 5);
  assert.deepEqual(Object.keys(made.integrity.parts_unchanged), ['page 1', 'page 2'], 'fields lie over the pages');
  const byFullName = await fillPdfForm(await makeForm(), { 'customer.name': 'Bo', 'top[0].Page1[0].Code[0]': 'B2' }, OPTIONS);
  assert.ok(!('faults' in byFullName));
  assert.deepEqual(await valuesOf(byFullName.bytes), { name: 'Bo', code: 'B2', agreed: false, color: [], price: undefined });
});

test('what a field does not take is named with the field, all at once', async () => {
  const made = await fillPdfForm(await makeForm(), { Code: 'too long', color: 'green', locked: 'x', price: { a: 1 } }, OPTIONS);
  assert.ok('faults' in made);
  assert.deepEqual(
    made.faults.map(({ tag, about }) => [tag, about]),
    [
      ['top[0].Page1[0].Code[0]', 'data'],
      ['color', 'data'],
      ['locked', 'data'],
      ['price', 'data'],
    ],
  );
  assert.match(made.faults[0]?.message ?? '', /5 characters at most, and there are 8/);
  assert.match(made.faults[1]?.message ?? '', /none of its choices \(red, blue\)/);
  const faults = await checkPdfRecords(await makeForm(), [{ Code: 'A' }, { color: 'green' }], OPTIONS, 4);
  assert.deepEqual(
    faults.map(({ place }) => place),
    ['record 5, the form'],
  );
});

test('data that names no field, and a PDF without a form, are faults that say what there is', async () => {
  const made = await fillPdfForm(await makeForm(), { nmae: 'Ada' }, OPTIONS);
  assert.ok('faults' in made);
  assert.match(made.faults[0]?.message ?? '', /None of nmae is a field of the form; it has customer\.name, /);
  const plain = await PDFDocument.create();
  plain.addPage();
  const without = await fillPdfForm(await plain.save(), { a: 'b' }, OPTIONS);
  assert.ok('faults' in without);
  assert.match(without.faults[0]?.message ?? '', /no form fields/);
});

test('a form tells its fields, with their choices, as a schema', async () => {
  const { kind, tags, faults, schema } = await describePdfForm(await makeForm());
  assert.deepEqual([kind, tags.length, faults], ['pdf', 5, []]);
  assert.deepEqual(schema.properties?.['color'], { type: 'string', enum: ['red', 'blue'] });
  assert.deepEqual(schema.properties?.['agreed'], { type: 'boolean' });
  assert.deepEqual(schema.properties?.['top[0].Page1[0].Code[0]'], { type: 'string', maxLength: 5 });
});
