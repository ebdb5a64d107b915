/** Whether a change is good or bad: by the sign that the author put before it, and by what is counted. */

const UP = /^[+▲↑]/u;
const DOWN = /^(?:[▼↓]|[-−–]\s?\p{Sc}?\s?\d)/u;

/** Of these, less is better. Only words that leave no doubt: of revenue, hours or staff nobody can say from outside. */
const LESS_IS_BETTER = new RegExp(
  String.raw`(?<!\p{L})(?:${[
    'costs?',
    'expenses?',
    'expenditure',
    'loss(?:es)?',
    'lost',
    'debts?',
    'leaks?',
    'leakage',
    'waste',
    'delays?',
    'delayed',
    'late',
    'waiting',
    'queue',
    'downtime',
    'outages?',
    'complaints?',
    'claims?',
    'returns?',
    'errors?',
    'defects?',
    'faults?',
    'incidents?',
    'accidents?',
    'injuries',
    'absen(?:ce|ces|teeism)',
    'sick',
    'churn',
    'turnover of staff',
    'emissions?',
    'co₂',
    'co2',
    'backlog',
    'overdue',
    'vacancies',
    'cancellations?',
    'delivery time',
    'response time',
    'lead time',
    'first[- ]response',
    '(?:resolution|handling|processing|cycle|loading|recovery) times?',
    'turnaround',
    'time to \\p{L}+',
    'waits?',
    'latency',
    'bounce rate',
    'attrition',
    'unemployment',
    'inflation',
    'burn rate',
    'costes?',
    'gastos?',
    'pérdidas?',
    'perdid[ao]s?',
    'deudas?',
    'fugas?',
    'residuos',
    'retrasos?',
    'demoras?',
    'esperas?',
    'colas?',
    'quejas?',
    'reclamaciones',
    'devoluciones',
    'errores',
    'defectos?',
    'averías?',
    'incidencias?',
    'accidentes?',
    'bajas',
    'absentismo',
    'emisiones',
    'impagos?',
    'morosidad',
    'cancelaciones',
    'plazo de entrega',
    'tiempo (?:medio )?de (?:entrega|respuesta|espera|resolución|tramitación|ciclo)',
    'latencia',
    'rotación de personal',
    'desempleo',
    'inflación',
  ].join('|')})(?!\p{L})`,
  'iu',
);

/** "Cost covered", "losses avoided": what is less of the first is more of these. */
const MORE_IS_BETTER =
  /(?<!\p{L})(?:cover(?:ed|age)|sav(?:ed|ings?)|avoided|recover(?:ed|y)|resolved|solved|settled|reductions?|cubiert[oa]s?|cobertura|ahorr(?:o|os|ad[oa]s?)|evitad[oa]s?|recuperad[oa]s?|resuelt[oa]s?|reducci(?:ón|ones))(?!\p{L})/iu;

/** undefined where the change has no sign. @param label of the figure, '' where it has none */
export function changeTone(change: string, label: string): 'good' | 'bad' | undefined {
  const text = change.trim();
  const up = UP.test(text);
  if (!up && !DOWN.test(text)) return undefined;
  const less = LESS_IS_BETTER.test(label) && !MORE_IS_BETTER.test(label);
  return up === less ? 'bad' : 'good';
}
