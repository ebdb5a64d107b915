import assert from 'node:assert/strict';
import test from 'node:test';
import type { Block } from './block.ts';
import { genreFits, genreOfRequest, recognizeGenre, typeOfGenre } from './genre.ts';

const heading = (text: string, level = 2): Block => ({ id: 'h', type: 'heading', level, runs: [{ text }] });
const paragraph = (text: string): Block => ({ id: 'p', type: 'paragraph', runs: [{ text }] });
const table = (...rows: string[][]): Block => ({
  id: 't',
  type: 'table',
  columns: (rows[0] ?? []).map(() => ({})),
  header_rows: 1,
  rows: rows.map((cells) => ({ cells: cells.map((text) => ({ runs: [{ text }] })) })),
});

test('a curriculum is known by its sections, whatever its title', () => {
  const cv = [heading('Ana Ruiz', 1), paragraph('ana@example.com · 600 123 456'), heading('Experiencia'), heading('Formación')];
  assert.equal(recognizeGenre(cv, {}), 'cv');
  assert.equal(recognizeGenre([heading('How we hire', 1), heading('Education'), heading('Languages')], {}), undefined);
});

test('an invoice has a table and what is due; a report about invoices is a report', () => {
  const rows = table(['Item', 'Amount'], ['Paper', '€10']);
  assert.equal(recognizeGenre([heading('Invoice 2026-7', 1), paragraph('Due date: 1 May'), rows], {}), 'invoice');
  assert.equal(recognizeGenre([heading('Factura n.º 12', 1), paragraph('Vencimiento: 1 de mayo'), rows], {}), 'invoice');
  assert.equal(recognizeGenre([heading('Invoice processing in 2026', 1), paragraph('Due date by month'), rows], {}), undefined);
});

test('a budget is no quote', () => {
  const rows = table(['Partida', 'Importe'], ['Obra', '10 €']);
  assert.equal(recognizeGenre([heading('Presupuesto n.º 7', 1), paragraph('Cliente: La Espiga. Validez: 30 días'), rows], {}), 'quote');
  assert.equal(recognizeGenre([heading('Presupuesto municipal de 2027', 1), paragraph('Ingresos y gastos.'), rows], {}), undefined);
});

test('an agenda lists what will be spoken of, minutes what was decided', () => {
  assert.equal(recognizeGenre([heading('Agenda: safety committee', 1), paragraph('14:00')], {}), 'agenda');
  assert.equal(recognizeGenre([heading('Minutes of the board', 1), heading('Agenda'), heading('Decisions')], {}), undefined);
});

test('decks have genres of their own', () => {
  const slides = ['Problem', 'Solution', 'Market', 'Team'].map((title): Block => ({
    id: 's',
    type: 'slide',
    title: [{ text: title }],
    blocks: [],
  }));
  assert.equal(recognizeGenre([heading('Seed round: for our investors', 1), ...slides], {}, { deck: true }), 'pitch_deck');
  assert.equal(recognizeGenre([heading('Seed round: for our investors', 1), ...slides], {}), undefined);
});

test('requests name their genre first', () => {
  const asked: [string, ReturnType<typeof genreOfRequest>][] = [
    ['Write my CV from these notes', 'cv'],
    ['Create an invoice for 14 benches', 'invoice'],
    ['Write a report about our invoice backlog', undefined],
    ['Haz una factura para Bodegas Peñalisa', 'invoice'],
    ['Un informe sobre el certificado energético', undefined],
    ['Una nota de prensa sobre el museo', 'press_release'],
    ['A cover letter that goes with my CV', undefined],
    ['A pitch deck for our seed round', 'pitch_deck'],
    ['Summarise this', undefined],
  ];
  assert.deepEqual(
    asked.map(([request]) => genreOfRequest(request)),
    asked.map(([, genre]) => genre),
  );
});

test('a genre fits its own type and plain reports, and no type that was asked for instead', () => {
  assert.equal(typeOfGenre('agenda'), 'minutes');
  assert.deepEqual(
    [genreFits('invoice', 'report'), genreFits('invoice', 'letter'), genreFits('agenda', 'minutes'), genreFits('pitch_deck', 'report')],
    [true, false, true, false],
  );
});
