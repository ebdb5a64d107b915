/** Loans, savings and returns, in periods of equal length; money that is paid is negative. */
import { isError, type Scalar } from '../formula-tree.ts';
import { isRange, type Calculation } from './calculation.ts';
import type { WorkbookFunction } from './all.ts';
import { figuresOf, numberAt, rangeAt } from './arguments.ts';
import { fail, Failed, finite, UNKNOWN } from './values.ts';

type Args = Parameters<WorkbookFunction>[0];

/** Value at the end of `present` and of a payment in each period. @param early payments at the beginning of periods */
function futureValue(rate: number, periods: number, payment: number, present: number, early: boolean): number {
  if (rate === 0) return -(present + payment * periods);
  const growth = (1 + rate) ** periods;
  return -(present * growth + (payment * (1 + (early ? rate : 0)) * (growth - 1)) / rate);
}

function paymentOf(rate: number, periods: number, present: number, future: number, early: boolean): number {
  if (periods === 0) return fail('#NUM!');
  if (rate === 0) return -(present + future) / periods;
  const growth = (1 + rate) ** periods;
  return (-(present * growth + future) * rate) / ((growth - 1) * (1 + (early ? rate : 0)));
}

interface Loan {
  rate: number;
  period: number;
  periods: number;
  present: number;
  future: number;
  early: boolean;
}

function loanOf(args: Args, calculation: Calculation): Loan {
  const [rate, period, periods, present] = [0, 1, 2, 3].map((i) => numberAt(args, i, calculation)) as [number, number, number, number];
  if (period < 1 || period > periods) return fail('#NUM!');
  return { rate, period, periods, present, future: numberAt(args, 4, calculation, 0), early: numberAt(args, 5, calculation, 0) !== 0 };
}

/** Interest in one period: of what is owed when it begins. */
function interestIn({ rate, period, periods, present, future, early }: Loan): number {
  const payment = paymentOf(rate, periods, present, future, early);
  if (period === 1) return early ? 0 : -present * rate;
  const owed = early
    ? futureValue(rate, period - 2, payment, present, true) - payment
    : futureValue(rate, period - 1, payment, present, false);
  return owed * rate;
}

const cumulated =
  (part: (loan: Loan) => number): WorkbookFunction =>
  (args, calculation) => {
    const [rate, periods, present, from, to, type] = [0, 1, 2, 3, 4, 5].map((i) => numberAt(args, i, calculation)) as [
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    if (rate <= 0 || periods <= 0 || present <= 0 || from < 1 || to < from || to > periods) return fail('#NUM!');
    let sum = 0;
    for (let period = Math.trunc(from); period <= Math.trunc(to); period++)
      sum += part({ rate, period, periods, present, future: 0, early: type !== 0 });
    return finite(sum);
  };

/** Where a rising or falling function is zero, beginning at a guess, as Excel does. */
function rootNear(value: (rate: number) => number, guess: number): number {
  let rate = guess;
  for (let step = 0; step < 60; step++) {
    const here = value(rate);
    const slope = (value(rate + 1e-6) - value(rate - 1e-6)) / 2e-6;
    const next = rate - here / slope;
    if (!Number.isFinite(next) || next <= -1) return fail('#NUM!');
    if (Math.abs(next - rate) < 1e-13) return next;
    rate = next;
  }
  return Math.abs(value(rate)) < 1e-7 ? rate : fail('#NUM!');
}

const presentOf = (flows: readonly number[], rate: number): number => flows.reduce((sum, flow, i) => sum + flow / (1 + rate) ** i, 0);

function flowsAt(args: Args, index: number, calculation: Calculation): number[] {
  const values: Scalar[] = [...calculation.cells(rangeAt(args, index, calculation))];
  const broken = values.find(isError);
  if (broken) throw new Failed(broken);
  const flows = values.filter((value) => typeof value === 'number');
  if (!flows.some((flow) => flow > 0) || !flows.some((flow) => flow < 0)) return fail('#NUM!');
  return flows;
}

export const FINANCE: Readonly<Record<string, WorkbookFunction>> = {
  PMT: (args, calculation) => {
    const [rate, periods, present] = [0, 1, 2].map((i) => numberAt(args, i, calculation)) as [number, number, number];
    return finite(paymentOf(rate, periods, present, numberAt(args, 3, calculation, 0), numberAt(args, 4, calculation, 0) !== 0));
  },
  IPMT: (args, calculation) => finite(interestIn(loanOf(args, calculation))),
  PPMT: (args, calculation) => {
    const loan = loanOf(args, calculation);
    return finite(paymentOf(loan.rate, loan.periods, loan.present, loan.future, loan.early) - interestIn(loan));
  },
  CUMIPMT: cumulated(interestIn),
  CUMPRINC: cumulated((loan) => paymentOf(loan.rate, loan.periods, loan.present, 0, loan.early) - interestIn(loan)),
  FV: (args, calculation) => {
    const [rate, periods, payment] = [0, 1, 2].map((i) => numberAt(args, i, calculation)) as [number, number, number];
    return finite(futureValue(rate, periods, payment, numberAt(args, 3, calculation, 0), numberAt(args, 4, calculation, 0) !== 0));
  },
  PV: (args, calculation) => {
    const [rate, periods, payment] = [0, 1, 2].map((i) => numberAt(args, i, calculation)) as [number, number, number];
    const future = numberAt(args, 3, calculation, 0);
    const early = numberAt(args, 4, calculation, 0) !== 0;
    if (rate === 0) return -(future + payment * periods);
    const growth = (1 + rate) ** periods;
    return finite(-(future + (payment * (1 + (early ? rate : 0)) * (growth - 1)) / rate) / growth);
  },
  NPER: (args, calculation) => {
    const [rate, payment, present] = [0, 1, 2].map((i) => numberAt(args, i, calculation)) as [number, number, number];
    const [future, type] = [numberAt(args, 3, calculation, 0), numberAt(args, 4, calculation, 0)];
    if (rate === 0) return payment === 0 ? fail('#NUM!') : -(present + future) / payment;
    const due = payment * (1 + (type === 0 ? 0 : rate));
    const share = (due - future * rate) / (due + present * rate);
    return share <= 0 ? fail('#NUM!') : finite(Math.log(share) / Math.log(1 + rate));
  },
  RATE: (args, calculation) => {
    const [periods, payment, present] = [0, 1, 2].map((i) => numberAt(args, i, calculation)) as [number, number, number];
    const [future, type] = [numberAt(args, 3, calculation, 0), numberAt(args, 4, calculation, 0)];
    return rootNear((rate) => futureValue(rate, periods, payment, present, type !== 0) - future, numberAt(args, 5, calculation, 0.1));
  },
  NPV: (args, calculation) => {
    const rate = numberAt(args, 0, calculation);
    if (rate === -1) return fail('#DIV/0!');
    return finite([...figuresOf(args.slice(1), calculation)].reduce((sum, value, i) => sum + value / (1 + rate) ** (i + 1), 0));
  },
  IRR: (args, calculation) => {
    const flows = flowsAt(args, 0, calculation);
    return rootNear((rate) => presentOf(flows, rate), numberAt(args, 1, calculation, 0.1));
  },
  MIRR: (args, calculation) => {
    const flows = flowsAt(args, 0, calculation);
    const [finance, invest] = [numberAt(args, 1, calculation), numberAt(args, 2, calculation)];
    const gained =
      presentOf(
        flows.map((flow) => Math.max(flow, 0)),
        invest,
      ) *
      (1 + invest) ** (flows.length - 1);
    const paid = presentOf(
      flows.map((flow) => Math.min(flow, 0)),
      finance,
    );
    return finite((gained / -paid) ** (1 / (flows.length - 1)) - 1);
  },
  SLN: (args, calculation) => {
    const [cost, rest, life] = [0, 1, 2].map((i) => numberAt(args, i, calculation)) as [number, number, number];
    return life === 0 ? fail('#DIV/0!') : (cost - rest) / life;
  },
  SYD: (args, calculation) => {
    const [cost, rest, life, period] = [0, 1, 2, 3].map((i) => numberAt(args, i, calculation)) as [number, number, number, number];
    return life <= 0 || period < 1 || period > life ? fail('#NUM!') : ((cost - rest) * (life - period + 1) * 2) / (life * (life + 1));
  },
  EFFECT: (args, calculation) => {
    const [rate, periods] = [numberAt(args, 0, calculation), Math.trunc(numberAt(args, 1, calculation))];
    return rate <= 0 || periods < 1 ? fail('#NUM!') : (1 + rate / periods) ** periods - 1;
  },
  NOMINAL: (args, calculation) => {
    const [rate, periods] = [numberAt(args, 0, calculation), Math.trunc(numberAt(args, 1, calculation))];
    return rate <= 0 || periods < 1 ? fail('#NUM!') : ((1 + rate) ** (1 / periods) - 1) * periods;
  },
  RRI: (args, calculation) => {
    const [periods, present, future] = [0, 1, 2].map((i) => numberAt(args, i, calculation)) as [number, number, number];
    return periods <= 0 || present === 0 ? fail('#NUM!') : finite((future / present) ** (1 / periods) - 1);
  },
  XNPV: (args, calculation) => datedValue(args, calculation, numberAt(args, 0, calculation), 1),
  XIRR: (args, calculation) => rootNear((rate) => datedValue(args, calculation, rate, 0), numberAt(args, 2, calculation, 0.1)),
};

/** What flows on certain days are worth on the first of them. */
function datedValue(args: Args, calculation: Calculation, rate: number, first: number): number {
  const [flows, days] = [first, first + 1].map((i) => {
    const argument = args[i] && calculation.argument(args[i]);
    if (argument === undefined || !isRange(argument)) throw UNKNOWN;
    return [...calculation.cells(argument)].map((value) => (typeof value === 'number' ? value : fail('#VALUE!')));
  }) as [number[], number[]];
  if (flows.length !== days.length || flows.length === 0) return fail('#NUM!');
  const [start = 0] = days;
  return finite(flows.reduce((sum, flow, i) => sum + flow / (1 + rate) ** ((Math.trunc(days[i] ?? 0) - Math.trunc(start)) / 365), 0));
}
