import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Block } from './block.ts';
import { decideType } from './document-type.ts';
import type { DocumentType } from './document.ts';

let next = 0;
/** A line each: `# ` begins a heading, `:name` is an empty block of that type, all else is a paragraph. */
function blocksOf(lines: readonly string[]): Block[] {
  return lines.map((line): Block => {
    const id = `b${++next}`;
    const [, marks, text = ''] = /^(#{1,6}) (.*)$/.exec(line) ?? [];
    if (marks !== undefined) return { id, type: 'heading', level: marks.length, runs: [{ text }] };
    switch (line) {
      case ':slide':
        return { id, type: 'slide', blocks: [] };
      case ':sheet':
        return { id, type: 'sheet', name: 'S', blocks: [] };
      case ':letterhead':
        return { id, type: 'letterhead', from: ['A'], to: ['B'] };
      case ':signatures':
        return { id, type: 'signatures', parties: [{ name: 'A' }] };
      case ':clause':
        return { id, type: 'clause', level: 1, title: [{ text: 'Scope' }], blocks: [] };
      case ':cover':
        return { id, type: 'cover', title: 'T' };
      default:
        return { id, type: 'paragraph', runs: [{ text: line }] };
    }
  });
}

const OPENINGS: readonly [type: DocumentType, ...lines: string[]][] = [
  ['report', '# Annual operations report', 'The supplier expects that the older machines should be replaced.', '## Findings'],
  ['report', '# Informe anual de ventas', 'Las ventas crecieron un 12 %.', '## Conclusiones'],
  ['report', '# Contract management review', 'We looked at 120 contracts.', '## Findings', '## Recommendations'],
  ['report', '# Análisis de los contratos de suministro', 'Este análisis compara los contratos vigentes.', '## Resultados'],
  ['report', 'Just a paragraph of text.'],
  ['report', 'Solo un párrafo de texto.'],
  ['report', '# Operations handbook', 'How we work.', '# Chapter 1'],
  ['report', '# Propuesta comercial', 'Para la empresa X.', '## Introducción', '## Precio'],
  ['report', '# Lunch menu', 'Soup', 'Fish'],
  ['report', ':cover', '## Summary', 'Text'],
  ['report', '# Guía de instalación', '## Agenda', 'Pasos'],
  ['report', '# Customer letters: what we learned', 'Of 400 letters, most were about delivery.', '## Results'],
  ['report', '# Lease report', '## Parties', 'Text.'],
  ['contract', '# Research study agreement', 'This agreement is made between A and B.'],
  ['letter', 'Dear Ms Ortega,', 'Thank you for your letter of 3 May.', 'Yours sincerely,', 'Ann Lee'],
  ['letter', 'Estimada señora Ortega:', 'Le agradecemos su carta del 3 de mayo.', 'Atentamente,', 'Ana León'],
  ['letter', ':letterhead', 'We write to confirm the dates.'],
  ['letter', '12 May 2026', 'To whom it may concern', 'Mr Smith has worked here since 2019.', 'Kind regards'],
  ['letter', 'Madrid, 12 de mayo de 2026', 'A quien corresponda:', 'El señor Pérez trabaja aquí desde 2019.', 'Un cordial saludo,'],
  ['letter', '# Carta de presentación', 'Muy señores míos:', 'Les escribo para presentar mi candidatura.', 'Atentamente'],
  ['letter', 'Dear colleagues,', 'Our office moves in June.', 'Best regards,'],
  ['letter', 'Querido Juan:', 'Gracias por tu ayuda.', 'Saludos cordiales'],
  ['contract', '# Service agreement', 'This Agreement is made between A and B.', '## 1. Definitions', '## 2. Term and termination'],
  ['contract', '# Contrato de arrendamiento', 'REUNIDOS', 'De una parte, doña Ana León, en adelante «el arrendador».', '## Cláusulas'],
  ['contract', '# Non-disclosure agreement (NDA)', 'The parties agree as follows.', '## Confidentiality'],
  ['contract', '# Acuerdo de confidencialidad', 'Las partes acuerdan lo siguiente.', '## Primera. Objeto'],
  ['contract', ':clause', ':clause', ':signatures'],
  ['contract', '# Términos y condiciones', '## 1. Objeto', '## 2. Ley aplicable'],
  ['contract', '# Lease', 'WHEREAS the landlord owns the flat, now, therefore, the parties agree.', '## 1. Premises'],
  ['contract', '# Contrato de prestación de servicios', 'Entre A y B.', '## 1. Objeto del contrato', '## 2. Precio'],
  ['memo', '# Memo: warehouse move', 'To: All site managers\nFrom: Operations', 'The warehouse moves in June.'],
  ['memo', '# Memorando', 'Para: Todo el personal\nDe: Recursos humanos\nAsunto: Vacaciones', 'Texto.'],
  ['memo', 'To: Board\nFrom: CFO\nSubject: Cash', 'We have cash for nine months.'],
  ['memo', '# Nota interna', 'Se recuerda a todo el personal el nuevo horario.'],
  ['memo', '# Memorandum', ':letterhead', 'Text.'],
  ['minutes', '# Minutes of the board meeting', 'Present: A, B', '## Decisions', '## Next meeting'],
  ['minutes', '# Acta de la reunión del consejo', 'Asistentes: A, B', '## Orden del día', '## Acuerdos'],
  ['minutes', '# Weekly sync', '## Attendees', 'A, B', '## Agenda', '## Action items'],
  ['minutes', '# Reunión de proyecto', '## Asistentes', 'A, B', '## Orden del día', '## Acuerdos', '## Próxima reunión'],
  ['minutes', '# Meeting notes: budget', 'Attendees: A, B, C', 'We went through the plan.'],
  ['presentation', ':slide', ':slide'],
  ['presentation', '# Contrato', ':slide'],
  ['spreadsheet', ':sheet'],
];

for (const [type, ...lines] of OPENINGS) {
  test(`${type}: ${lines.slice(0, 2).join(' / ').replaceAll('\n', ' ')}`, () => {
    assert.equal(decideType(blocksOf(lines), {}), type);
  });
}

test('the title of the front matter counts', () => {
  assert.equal(decideType(blocksOf(['Some text.']), { title: 'Minutes of the meeting' }), 'minutes');
});

test('what a long text says in its middle does not decide', () => {
  const filler = Array.from({ length: 40 }, () => 'Nothing much happens here.');
  assert.equal(decideType(blocksOf(['# Yearbook', ...filler, 'Dear reader, this is a letter in a book.', ...filler]), {}), 'report');
});
