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
  test(`${lang} is recognised by its words or its script`, () => {
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

test('the whole text decides, not its beginning', () => {
  assert.equal(
    detectLanguage(
      `${'El plan del año está en el informe de la empresa.\n'.repeat(10)}${'The plan of the year is in the report of the company.\n'.repeat(600)}`,
    ),
    'en',
  );
});

test('English with "per" and "cost" was Italian, and one dish made a menu Spanish', () => {
  const english = [
    'Cost per unit, price per kilo, revenue per employee, visits per month, per diem. Per our agreement, fees are due.',
    'Menu for Friday: paella de mariscos, grilled chicken, green salad and apple pie. Please tell us about allergies.',
    '| Item | Cost per unit | Total per month |\n|---|---|---|\n| Coffee per person | 2 | 40 |\n| Gas per litre | 1 | 30 |\nAverage spend per head and per day',
    'Team: María del Carmen, José de la Torre and Ana. La Latina office, Calle de Toledo. Send the report to all of them.',
  ];
  for (const text of english) assert.equal(detectLanguage(text), 'en', text);
  assert.equal(
    detectLanguage('Presupuesto per cápita y gasto por habitante según el informe de la OCDE, en línea con el benchmark del sector.'),
    'es',
  );
});

test('what is too short or too mixed to tell stays with the language of the request', () => {
  for (const text of ['Q1 2026', 'IBM', 'SKU-12 34', '']) assert.equal(detectLanguage(text, 'es'), 'es', text);
  assert.equal(detectLanguage('The report is due on Friday and will be sent to all of you.', 'es'), 'en');
});

test('languages that the small words do not know are recognised by their n-grams', () => {
  const samples: Record<string, string> = {
    sv: 'Alla människor är födda fria och lika i värde och rättigheter. De är utrustade med förnuft och samvete.',
    pl: 'Wszyscy ludzie rodzą się wolni i równi pod względem swej godności i swych praw. Są oni obdarzeni rozumem.',
    fi: 'Kaikki ihmiset syntyvät vapaina ja tasavertaisina arvoltaan ja oikeuksiltaan. Heille on annettu järki ja omatunto.',
    ro: 'Toate ființele umane se nasc libere și egale în demnitate și în drepturi. Ele sunt înzestrate cu rațiune și conștiință.',
    eu: 'Gizon-emakume guztiak aske jaiotzen dira, duintasun eta eskubide berberak dituztela; eta ezaguera eta kontzientzia dutenez gero.',
    gl: 'Tódolos seres humanos nacen libres e iguais en dignidade e dereitos e, dotados como están de razón e conciencia, débense comportar fraternalmente uns cos outros. Tamén ten calquera persoa dereito á súa vida.',
    bg: 'Всички хора се раждат свободни и равни по достойнство и права. Те са надарени с разум и съвест.',
  };
  for (const [lang, text] of Object.entries(samples)) assert.equal(detectLanguage(text), lang, text);
});

test('close languages are told apart by what only one of them has', () => {
  for (const [lang, text] of [
    ['gl', 'O prazo para presentar as solicitudes remata o luns e a xuntanza cos provedores será ao día seguinte na sede da empresa.'],
    [
      'pt',
      'O prazo para apresentar os pedidos termina na segunda-feira e a reunião com os fornecedores será no dia seguinte na sede da empresa.',
    ],
    [
      'es',
      'El plazo para presentar las solicitudes termina el lunes y la reunión con los proveedores será al día siguiente en la sede de la empresa.',
    ],
    [
      'it',
      'Il termine per presentare le domande scade lunedì e non ci sarà alcuna riunione con i fornitori che lavorano con la nostra azienda.',
    ],
    ['no', 'Fristen for å sende inn søknader går ut på mandag, og møtet med leverandørene blir holdt dagen etter på hovedkontoret vårt.'],
    [
      'da',
      'Fristen for at indsende ansøgninger udløber på mandag, og mødet med leverandørerne bliver holdt dagen efter på vores hovedkontor.',
    ],
    [
      'id',
      'Batas waktu pengajuan berakhir pada hari Senin karena rapat dengan pemasok akan diadakan keesokan harinya di kantor perusahaan kami.',
    ],
    ['vi', 'Hạn nộp hồ sơ sẽ kết thúc vào thứ hai và cuộc họp với các nhà cung cấp sẽ được tổ chức vào ngày hôm sau.'],
  ] as const)
    assert.equal(detectLanguage(text, 'en'), lang, text);
});
