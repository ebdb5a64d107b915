import assert from 'node:assert/strict';
import { test } from 'node:test';
import { InfrastructureFault, isInfrastructureFault } from './infrastructure-fault.ts';
import { Refusal } from './refusal.ts';

test('a full device and a store that is away are faults of the infrastructure, also under a refusal; a refused connection to a client is not', () => {
  const system = (code: string): Error => Object.assign(new Error(code), { code });
  const away = new InfrastructureFault('blobs', system('ECONNREFUSED'));
  assert.equal(isInfrastructureFault(away), true);
  assert.match(away.message, /ECONNREFUSED/);
  assert.equal(isInfrastructureFault(new Refusal('file_rejected', 'The PDF cannot be opened.', { cause: away })), true);
  assert.equal(isInfrastructureFault(system('ENOSPC')), true);
  assert.equal(isInfrastructureFault(new Refusal('input_invalid', 'No answer.', { cause: system('ECONNREFUSED') })), false);
  assert.equal(isInfrastructureFault(new Refusal('processing_failed', 'Broken.')), false);
});
