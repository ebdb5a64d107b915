import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contrast } from '../base/color.ts';
import { checkDesign, designText, readDesign } from './design.ts';
import { resolveDesign } from './design-look.ts';
import { TEXT_ROLES } from './look.ts';
import { PALETTES } from './palette.ts';
import { chooseTheme } from './theme-choice.ts';

const chosen = chooseTheme({ title: 'Harbour report', text: '' });
const lookOf = (design: unknown, type: Parameters<typeof resolveDesign>[0] = 'report', style: Parameters<typeof resolveDesign>[2] = {}) => {
  const { design: read, problems } = checkDesign(design);
  assert.deepEqual(problems, []);
  assert.ok(read);
  return resolveDesign(type, read, style, chosen);
};

test('a design is read from YAML and from JSON, and written as the same design', () => {
  const yaml = 'palette: {accent: "#b4532a"}\nfaces:\n  display: Georgia\nradius: 6';
  const { design, problems } = readDesign(yaml);
  assert.deepEqual(problems, []);
  assert.deepEqual(design, { palette: { accent: 'B4532A' }, faces: { display: 'Georgia' }, radius: 6 });
  assert.ok(design);
  assert.deepEqual(readDesign(designText(design)).design, design);
  assert.deepEqual(readDesign('marine').design, { base: 'marine' });
});

test('what is wrong in a design is named with what it takes, and the rest holds', () => {
  const { design, problems } = checkDesign({
    palette: { accent: 'red', deep: '#112233', glow: '#fff000' },
    tables: { form: 'fancy' },
    sizes: { body: 90 },
    shadow: true,
  });
  assert.deepEqual(design, { palette: { deep: '112233' }, tables: {}, sizes: {} });
  assert.deepEqual(problems, [
    'palette.accent of the design takes a colour as #RRGGBB.',
    '"palette.glow" of the design means nothing here.',
    'sizes.body of the design takes 7 to 24 points.',
    'tables.form of the design takes ruled, filled, grid, banded, plain.',
    '"shadow" of the design means nothing here.',
  ]);
  assert.match(readDesign('{palette: {').problems[0] ?? '', /neither as YAML nor as JSON/);
  assert.match(checkDesign('teal').problems[0] ?? '', /petrol, harbour/);
  assert.equal(checkDesign(['a']).design, undefined);
});

test('a design of thousands of fields, or nested thousands deep, ends in a few sentences', () => {
  const fields = Array.from({ length: 2_500 }, (_, at) => `k${at}: 1`);
  const many = readDesign(`{${fields.join(', ')}, radius: 6}`);
  assert.deepEqual(many.design, { radius: 6 });
  assert.match(many.problems.join('|'), /^"k0", .*"k9" and 2490 more of the design mean nothing here\.$/);
  assert.deepEqual(readDesign('? '.repeat(500)).problems, [
    'The design can be read neither as YAML nor as JSON: one of its keys is not a word.',
  ]);
  assert.deepEqual(readDesign('{radius: 4, radius: 6}'), {
    design: { radius: 6 },
    problems: ['The design has the field "radius" twice; the last one was taken.'],
  });
});

test('colours that cannot be read become ones that can, and are named', () => {
  const { look, unsupported } = lookOf({
    palette: { accent: '#FFE066', deep: '#A0D0FF', tint: '#222222', bright: '#101010', text: '#BBBBBB' },
    headings: { color: '#FFD0D0' },
  });
  const { palette, roles } = look;
  for (const color of [palette.accent, palette.deep, roles.heading1.color, roles.body.color])
    assert.ok(contrast(color, 'FFFFFF') >= 4.5, color);
  for (const color of [palette.accent, palette.deep, roles.body.color]) assert.ok(contrast(color, palette.tint) >= 4.4, color);
  assert.ok(contrast(palette.bright, palette.deep) >= 4.5);
  assert.deepEqual(
    unsupported.map((sentence) => sentence.split(' ')[0]),
    ['palette.text', 'palette.deep', 'palette.tint', 'palette.accent', 'palette.bright', 'headings.color'],
  );
});

test('sizes, spaces, forms and faces of a design are those of the look; the style of the request wins', () => {
  const design = {
    sizes: { body: 10, heading1: 26, table: 8.5 },
    spacing: { line: 1.3, paragraph: 4, density: 0.5 },
    faces: { display: 'Arial', text: 'Cambria', code: 'Courier New', bold_titles: true },
    page: { left_cm: 4, top_cm: 1.5 },
    headings: { align: 'center', caps: true, rule: 'above', numbered: true },
    tables: { form: 'grid' },
    footer: { text: 'Draft', rule: false, numbers: 'none' },
  };
  const { look, unsupported } = lookOf(design);
  assert.deepEqual(unsupported, []);
  const { roles, forms, page, faces } = look;
  assert.deepEqual(faces, { display: 'Arial', text: 'Cambria', code: 'Courier New' });
  assert.equal(roles.body.sizePt, 10);
  assert.equal(roles.body.line, 1.3);
  assert.equal(roles.body.afterPt, 4);
  assert.equal(roles.heading1.sizePt, 26);
  assert.equal(roles.heading1.beforePt, 12);
  assert.equal(roles.heading1.caps, true);
  assert.equal(roles.heading1.align, 'center');
  assert.equal(roles.tableText.sizePt, 8.5);
  assert.equal(page.leftCm, 4);
  assert.equal(page.topCm, 1.5);
  assert.ok(page.headerEdgeCm < page.topCm);
  assert.equal(forms.headingRule, 'above');
  assert.equal(forms.table, 'grid');
  assert.equal(forms.footerRule, false);
  assert.equal(look.pageNumbers, 'none');
  assert.equal(look.footer, 'Draft');
  const asked = lookOf(design, 'report', { font_size: 12, margins_cm: 2, page_numbers: true }).look;
  assert.equal(asked.roles.body.sizePt, 12);
  assert.equal(asked.page.leftCm, 2);
  assert.notEqual(asked.pageNumbers, 'none');
});

test('a named palette is the base of a design, and a contract with a design takes it', () => {
  const { look } = lookOf({ base: 'plum' }, 'contract');
  assert.equal(look.palette, PALETTES.plum);
  assert.equal(look.bodyAlign, 'justify');
  assert.equal(lookOf({ base: 'plum', palette: { accent: '#005A9C' } }).look.palette.accent, '005A9C');
  assert.equal(lookOf({ base: 'plum', palette: { accent: '#005A9C' } }).look.palette.deep, PALETTES.plum.deep);
});

test('every size of a look stays a number that can be set, whatever the density', () => {
  for (const density of [0.5, 2]) {
    const { look } = lookOf({ spacing: { density } });
    for (const name of TEXT_ROLES) assert.ok(look.roles[name].beforePt >= 0 && look.roles[name].sizePt >= 7, name);
  }
});
