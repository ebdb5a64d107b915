import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeTone } from './kpi-tone.ts';

const check = (change: string, label: string, expected: 'good' | 'bad' | undefined): void =>
  assert.equal(changeTone(change, label), expected, `${change} of ${label}`);

test('more is good, and less is bad', () => {
  check('+12 %', 'Revenue', 'good');
  check('▲ 12 % on plan', 'Annual saving', 'good');
  check('−3 %', 'Customers', 'bad');
  check('-€0.4M', 'Ingresos', 'bad');
  check('+2', '', 'good');
});

test('of losses, costs and complaints less is good', () => {
  check('−4.9 pp', 'Water lost in 2026', 'good');
  check('−€0.45', 'Cost per trip', 'good');
  check('▼ 1.7 days', 'Delivery time, south', 'good');
  check('−38 %', 'First response', 'good');
  check('+12 s', 'Time to first byte', 'bad');
  check('+5 pp', 'Response rate', 'good');
  check('+3', 'Quejas del mes', 'bad');
  check('−0,8 M€', 'Coste de las pérdidas', 'good');
  check('+4 %', 'Costumers of Costa Rica', 'good');
});

test('of costs covered and losses avoided more is good', () => {
  check('+9 pp', 'Cost covered', 'good');
  check('−2', 'Reclamaciones resueltas', 'bad');
  check('+1 M€', 'Ahorro de costes', 'good');
});

test('without a sign nothing is said', () => {
  check('28 to 39 in range', 'Payback', undefined);
  check('of 412 km', 'Mains to renew', undefined);
  check('– planned', 'Cost', undefined);
});
