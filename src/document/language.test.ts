import assert from 'node:assert/strict';
import { test } from 'node:test';
import { detectLanguage } from './language.ts';

const TEXTS: Record<string, readonly string[]> = {
  en: [
    'Quarterly report',
    'The new process showed that delivery times fell by almost a fifth.',
    'Dear Ms Ortega, thank you for your letter of 3 May.',
    'Meeting notes: budget review',
    'Hello',
    '',
    '12345 — 67 %',
    '```js\nconst a = 1;\n```',
  ],
  es: [
    'Informe trimestral de ventas',
    'El nuevo proceso mostró que los plazos de entrega bajaron casi un quinto.',
    'Estimada señora Ortega: le agradecemos su carta del 3 de mayo.',
    'Acta de la reunión del consejo',
    '¿Qué hacemos ahora?',
    'Contrato de arrendamiento de vivienda',
    'Resumen ejecutivo. Las ventas crecen y los costes se mantienen por debajo del presupuesto.',
  ],
  fr: [
    'Le nouveau processus a montré que les délais de livraison ont baissé de près d’un cinquième.',
    'Rapport annuel sur les ventes et les coûts de la société',
  ],
  de: [
    'Der neue Ablauf hat gezeigt, dass die Lieferzeiten um fast ein Fünftel gefallen sind.',
    'Bericht über die Entwicklung der Kosten und der Erlöse',
  ],
  it: [
    'Il nuovo processo ha mostrato che i tempi di consegna sono scesi di quasi un quinto.',
    'Relazione annuale sulle vendite della società e sui costi del gruppo',
  ],
  pt: [
    'O novo processo mostrou que os prazos de entrega caíram quase um quinto.',
    'Relatório anual das vendas da empresa e dos custos do grupo',
  ],
  ca: [
    'El nou procés va mostrar que els terminis de lliurament van baixar gairebé una cinquena part.',
    'Informe anual de les vendes de la companyia i dels costos amb més detall',
  ],
  zh: ['新的流程表明交货时间缩短了近五分之一。', '2026 年度报告 (Annual report)'],
  ja: ['新しいプロセスにより、納期が約五分の一短縮されました。'],
  ko: ['새로운 절차로 납기가 거의 5분의 1 줄었습니다.'],
  ar: ['أظهرت العملية الجديدة أن أوقات التسليم انخفضت بمقدار الخمس تقريبا.'],
  he: ['התהליך החדש הראה שזמני האספקה ירדו בכמעט חמישית.'],
  ru: ['Новый процесс показал, что сроки поставки сократились почти на пятую часть.'],
  uk: ['Новий процес показав, що терміни постачання скоротилися майже на п’яту частину. Її рівень є вищим.'],
  el: ['Η νέα διαδικασία έδειξε ότι οι χρόνοι παράδοσης μειώθηκαν κατά σχεδόν ένα πέμπτο.'],
  th: ['กระบวนการใหม่แสดงให้เห็นว่าระยะเวลาจัดส่งลดลงเกือบหนึ่งในห้า'],
};

for (const [lang, texts] of Object.entries(TEXTS)) {
  test(`${lang} is told from its words or its script`, () => {
    for (const text of texts) assert.equal(detectLanguage(text), lang, text);
  });
}

test('most of the text decides, not a name or a quotation in another language', () => {
  assert.equal(detectLanguage('The company 株式会社 has opened an office in the city of Osaka and in the north of the country.'), 'en');
  assert.equal(
    detectLanguage('La empresa Procter & Gamble ha publicado su informe «The state of the art» para los inversores de la región.'),
    'es',
  );
});

test('only the beginning of a long text is looked at', () => {
  assert.equal(detectLanguage(`${'the plan of the year is in the report. '.repeat(600)}${'la de los que se en '.repeat(100_000)}`), 'en');
});
