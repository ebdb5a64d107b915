import assert from 'node:assert/strict';
import { test } from 'node:test';
import { saysGrandTotal, saysSubtotal, saysTax } from './total-words.ts';

test('totals of invoices in other languages were rows like any other', () => {
  for (const label of [
    'Total',
    'Grand total:',
    'Total due',
    'Amount due',
    'Total (incl. VAT)',
    'Importe total',
    'Total a pagar',
    'Total factura',
    'Total IVA incluido',
    'Total TTC',
    'Net à payer',
    'Montant total TTC',
    'Gesamt brutto',
    'Gesamtbetrag',
    'Rechnungsbetrag',
    'Gesamtsumme (inkl. MwSt. 19 %)',
    'Totale fattura',
    'Totale IVA inclusa',
    'Valor total',
    'Totaal incl. btw',
    'Summe',
    'Totale',
    'Total general',
  ])
    assert.ok(saysGrandTotal(label) && !saysSubtotal(label), label);
  for (const label of [
    'Subtotal',
    'Sub-total',
    'Total HT',
    'Total hors taxes',
    'Zwischensumme netto',
    'Nettobetrag',
    'Base imponible',
    'Totale imponibile',
    'Totaal excl. btw',
    'Net total',
    'Total excl. VAT',
  ])
    assert.ok(saysSubtotal(label), label);
  for (const label of [
    'Total quality',
    'Totals by region',
    'Total cost of ownership',
    'Gesamtschule',
    'Net income',
    'Sum insured',
    'Totally',
    '',
  ])
    assert.ok(!saysGrandTotal(label) && !saysSubtotal(label), label);
  assert.ok(saysTax('TVA 20 %') && saysTax('zzgl. 19 % USt.') && !saysTax('Taxi'));
});
