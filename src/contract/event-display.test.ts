import assert from 'node:assert/strict';
import { test } from 'node:test';
import { displayOf } from './event-display.ts';

function check(type: string, data: Record<string, unknown>, en: string | undefined, es: string | undefined): void {
  const display = displayOf(type, data);
  assert.deepEqual([display?.en, display?.es], [en, es], type);
}

test('what a person can be shown is said in both languages, in the right number', () => {
  check('document.created', { operation: 'create', format: 'docx' }, 'Accepted', 'Aceptado');
  check('document.started', { attempt: 1 }, 'Started', 'Empezado');
  check('document.started', { attempt: 2 }, 'Started again (attempt 2)', 'Empezado de nuevo (intento 2)');
  check('render.completed', { pages: 1 }, '1 page laid out', '1 página compuesta');
  check('render.completed', { pages: 12 }, '12 pages laid out', '12 páginas compuestas');
  check('validation.completed', { errors: 0, warnings: 0 }, 'Checked, nothing to repair', 'Revisado, nada que corregir');
  check('validation.completed', { errors: 1, warnings: 2 }, 'Checked: 1 error, 2 warnings', 'Revisado: 1 error, 2 avisos');
  check('preview.page_ready', { page: 2, total: 3 }, 'Page 2 of 3 is ready', 'La página 2 de 3 está lista');
  check('output.available', { kind: 'pdf' }, 'The PDF is available', 'El PDF está disponible');
});

test('the end says how it went', () => {
  check('document.ready', { status: 'ready' }, 'The document is ready', 'El documento está listo');
  check(
    'document.ready',
    { status: 'needs_review' },
    'The document is ready and needs a look',
    'El documento está listo y conviene revisarlo',
  );
  check(
    'document.failed',
    { error: { code: 'content_empty', message: 'x' } },
    'There is nothing to show in the content',
    'El contenido no tiene nada que mostrar',
  );
  check('document.failed', { error: { code: 'new_code' } }, 'The document could not be made', 'No se pudo hacer el documento');
  check('document.failed', {}, 'The document could not be made', 'No se pudo hacer el documento');
  check('document.canceled', {}, 'Canceled', 'Cancelado');
});

test('pieces of content, page pictures as outputs and unknown types have no text', () => {
  check('content.block_delta', { block_id: 'b1', text: 'x' }, undefined, undefined);
  check('output.available', { kind: 'preview' }, undefined, undefined);
  assert.equal(displayOf('document.later', {}), undefined);
});
