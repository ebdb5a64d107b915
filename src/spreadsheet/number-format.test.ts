import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BUILT_IN, formatText, formatValue } from './number-format.ts';

function check(format: string, cases: Readonly<Record<string, string>>, date1904 = false): void {
  for (const [value, expected] of Object.entries(cases))
    assert.equal(formatValue(Number(value), format, date1904), expected, `${value} as ${format}`);
}

test('General shows eleven characters at most', () => {
  check('General', {
    1: '1',
    '-1.5': '-1.5',
    1234.5678: '1234.5678',
    0.1: '0.1',
    123456789012: '1.23457E+11',
    1e22: '1E+22',
    0.3333333333333333: '0.333333333',
    1e-7: '0.0000001',
  });
});

test('digits, thousands, decimals, per cent and scales', () => {
  check('0.00', { 1: '1.00', 1.005: '1.01', '-0.001': '0.00', '-2.5': '-2.50' });
  check('#,##0', { 1234567.8: '1,234,568', 12: '12', 0: '0', '-1234': '-1,234' });
  check('#,##0.00 "€"', { 1234.5: '1,234.50 €' });
  check('0%', { 0.256: '26%' });
  check('0.0,,"M"', { 12345678: '12.3M' });
  check('000-00-0000', { 123456789: '123-45-6789' });
  check('0.0#', { 1: '1.0', 1.25: '1.25' });
});

test('sections for positive, negative, zero, and by condition', () => {
  check('#,##0;(#,##0);"-"', { 5: '5', '-5': '(5)', 0: '-' });
  check('[Red][<10]"low";[>=100]"high";0', { 3: 'low', 150: 'high', 50: '50' });
  check('_(* #,##0_);_(* (#,##0);_(* "-"??_);_(@_)', { 0: '-', '-5': '(5)', 1234: '1,234' });
  check('0;-0;;@', { 0: '', 7: '7' });
});

test('texts follow the section for texts', () => {
  const cases: [format: string, shown: string][] = [
    ['General', 'a b'],
    ['0.00', 'a b'],
    ['@', 'a b'],
    ['_(* #,##0_);_(* (#,##0);_(* "-"??_);_(@_)', 'a b'],
    ['@" kg"', 'a b kg'],
    [';;;', ''],
    ['0;-0;0;"text: "@', 'text: a b'],
    ['0;-0', 'a b'],
  ];
  for (const [format, shown] of cases) assert.equal(formatText('a b', format), shown, format);
});

test('exponents and fractions', () => {
  check('0.00E+00', { 12345: '1.23E+04', 0.00012: '1.20E-04', 9.999: '1.00E+01' });
  check('# ?/?', { 1.5: '1 1/2', 0.25: '1/4', 2: '2' });
});

test('dates count from 1900 with a day too many, or from 1904', () => {
  check('yyyy-mm-dd', { 1: '1900-01-01', 59: '1900-02-28', 60: '1900-02-29', 61: '1900-03-01', 45292: '2024-01-01' });
  check('yyyy-mm-dd', { 0: '1904-01-01', 43830: '2024-01-01' }, true);
  check('d mmmm yyyy', { 45292: '1 January 2024' });
  check('h:mm AM/PM', { 0.5: '12:00 PM', 0.75: '6:00 PM' });
  check('hh:mm:ss.000', { 0.500005787: '12:00:00.500' });
  check('[h]:mm', { 1.5: '36:00' });
  check(BUILT_IN[14] ?? '', { 45292: '1/1/24' });
  check('dddd', { 1: 'Sunday', 60: 'Wednesday', 45292: 'Monday' });
  check('yyyy', { '-5': '####' });
  check('[h]:mm', { '-1.25': '-30:00' });
  check('d h:mm', { 0.5: '0 12:00' });
});

test('odd formats end and show something', () => {
  for (const format of ['"', '\\', '[', '[$', '_', '*', ';;;;;', '/', 'E+', '0'.repeat(2000), '[>]0', '.', ',', '%']) {
    for (const value of [0, -1.5, 1e300, 1e-300]) assert.equal(typeof formatValue(value, format, false), 'string', format.slice(0, 10));
  }
});

test('formats with conditions of their own changed the sign of what they show', () => {
  for (const [format, value, shown] of [
    ['[>=1000]#,##0,"k";0', -30, '-30'],
    ['[>=1000]#,##0,"k";0', 1500, '2k'],
    ['[=1]"yes";[=0]"no";General', -30, '-30'],
    ['[<-25]"low "0;[>25]"high "0;"mid "0', -5, '-mid 5'],
    ['[<-25]General;[>25]General', -5, '-5'],
    // a section for what is below zero says the minus itself
    ['[>=0]0.0;"loss "0.0', -3, 'loss 3.0'],
    ['[>0]0;[<0]"minus "0;"none"', -3, 'minus 3'],
  ] as const)
    assert.equal(formatValue(value, format, false), shown, `${format} of ${value}`);
});

test('the word General beside words of its own lost the value', () => {
  check('General" kg"', { 12: '12 kg', '-0.5': '-0.5 kg' });
  check('"ca. "General;[Red]General" off";"none"', { 3: 'ca. 3', '-4': '4 off', 0: 'none' });
  check('General', { '-7': '-7' });
});

test('months and days are named in the language of the format', () => {
  // 5 March 2024, a Tuesday
  check('[$-407]d. mmmm yyyy', { 45356: '5. März 2024' });
  check('[$-0000040C]dddd d mmmm', { 45356: 'mardi 5 mars' });
  check('[$-es-ES]mmmm', { 45356: 'marzo' });
  check('[$-2C0A]ddd', { 45356: 'mar' });
  check('[$€-407]0.0', { 2: '€2.0' });
  check('[$-F800]dddd, mmmm dd, yyyy', { 45356: 'Tuesday, March 05, 2024' });
  check('[$-409]mmm', { 45356: 'Mar' });
  check('[$-411]mmmm', { 45356: 'March' });
  check('[$-xx]mmmm;[$-407]mmmm', { 45356: 'March' });
});
