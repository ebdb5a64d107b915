/**
 * Languages that n-grams take for their neighbours, told apart by words and letters that only one of them has: Galician between
 * Portuguese and Spanish, Indonesian and Malay, Norwegian and Danish, Catalan and Spanish; and those whose letters say it at once.
 */

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** Galician has the small words of Portuguese and the spelling of Spanish: these neither Portuguese nor Spanish has. */
const GALICIAN = words(
  'unha unhas dunha dunhas nunha nunhas dun nun algunha algunhas ningunha máis tamén xa xunto xeito xente coa coas súa súas túa teñen teña teñan ten calquera persoa persoas dereito dereitos sexa sexan seguinte desenvolvemento tódolos tódalas noso nosos nosa nosas voso vosa dende ata nin cando lle lles estea estean haxa porén aínda xeral xerais xustiza traballo ensino deberá ninguén alguén moito moita moitos moitas quen cales ó ós dous dúas outubro xaneiro xuño xullo luns mércores xoves venres xuntanza orzamento',
);
const GALICIAN_FORM = /(?:ións|íbel|ábel|íbeis|ábeis|obxecto\w*|suxeito\w*)$/u;
/** What Portuguese does not write. */
const NOT_PORTUGUESE = words('un en con non pero ningún algún');
const NOT_PORTUGUESE_FORM = /(?:ción|sión|ñ\p{L}+)$/u;
/** What Spanish does not write; half of them it does, with another meaning. */
const NOT_SPANISH = words('os as do das nas ao aos á ás é ou seu seus foi na eu ela elas eles mesmo só');
const HARDLY_SPANISH = words('o e da dos nos a');
const PORTUGUESE = words(
  'em com um uma uns umas não são pelo pela pelos pelas sua suas também há à às até ele você vocês num numa isso isto já nem quem seja sejam qualquer pessoa pessoas direito direitos lei têm quando lhe lhes muito muita nós nosso nossa essa esse aquele ainda',
);
const PORTUGUESE_SPELLING = /[ãõçêâôà]|lh|nh(?!as?$)|ss|^j/u;
const SPANISH = words(
  'y el los las del una unas al lo su sus es son más también ya sin hasta cuando donde cual quien muy nosotros ellos otro otra otros otras fue fueron hay han sea sean esto eso este estos estas esta derecho derechos persona personas cualquier le les me',
);
const SHARE_MIN = 0.08;

/**
 * @param tokens words of one letter too
 * @param near Portuguese, Spanish or Catalan is what small words say
 */
export function isGalician(tokens: readonly string[], near: boolean): boolean {
  let own = 0;
  let notPortuguese = 0;
  let notSpanish = 0;
  let portuguese = 0;
  let spanish = 0;
  for (const word of tokens) {
    if (GALICIAN.has(word) || GALICIAN_FORM.test(word)) own++;
    else if (NOT_PORTUGUESE.has(word) || NOT_PORTUGUESE_FORM.test(word)) notPortuguese++;
    else if (NOT_SPANISH.has(word)) notSpanish++;
    else if (HARDLY_SPANISH.has(word)) notSpanish += 0.4;
    else if (PORTUGUESE.has(word) || PORTUGUESE_SPELLING.test(word)) portuguese++;
    else if (SPANISH.has(word)) spanish++;
  }
  const least = Math.max(2, tokens.length * SHARE_MIN);
  return (
    (near ? own + notPortuguese >= 1 : own >= 3) &&
    own + notSpanish >= least &&
    2 * portuguese < 2 * own + notPortuguese &&
    2 * spanish < 2 * own + notSpanish &&
    own + notPortuguese + notSpanish > 2
  );
}

const INDONESIAN = words(
  'bahwa karena bisa anda kantor perusahaan uang jumat agustus desember februari maret rapat biaya berbeda sesuai perserikatan tentang serta maupun melalui beberapa apabila baik kebutuhan masyarakat pelayanan seorang siapapun manapun bangsa-bangsa pemerintah kepentingan silakan berkas paket galat kesalahan sandi pengaturan unduh lunak harap tampilkan',
);
const MALAY = words(
  'bahawa kerana hendaklah ialah wang pejabat syarikat perkhidmatan jumaat ogos disember mac mesyuarat sahaja daripada iaitu sebarang berkenaan kesemua mengikut perlembagaan sekiranya manakala sila fail pakej senarai terkini perisian aksara ralat pelayan tiada semak cuba laluan',
);

/** Which of two that differ in little: Indonesian, which ten times as many write, unless its words are Malay. */
export function indonesianOrMalay(tokens: readonly string[]): 'id' | 'ms' {
  let lead = 0;
  for (const word of tokens) lead += Number(INDONESIAN.has(word)) - Number(MALAY.has(word));
  return lead < 0 ? 'ms' : 'id';
}

const NORWEGIAN = words(
  'av noe noen hva mellom uten nå ble blitt mye fram etter gjennom seg meg deg mot språk gjøre gi gir ta tar ha dersom utdanning samfunn selskap selskapet avtalen møtet uke',
);
const DANISH = words(
  'af noget nogen hvad mellem uden nu blev blevet frem efter gennem sig mig dig mod sprog gøre give giver tage tager have uddannelse samfund selskab aftalen mødet uge således',
);
/** Endings: no Danish word has two like consonants at its end. */
const NORWEGIAN_ENDING = /(?:tt|pp|kk|nn|ss|mm|gg|sjon(?:en|er|ene)?|het(?:en|er|ene)?)$/u;
const DANISH_ENDING = /(?:tion(?:en|er|erne)?|hed(?:en|er|erne)?)$/u;

/** Which of the two, where their words say it; undefined where they do not. */
export function norwegianOrDanish(tokens: readonly string[]): 'no' | 'da' | undefined {
  let lead = 0;
  for (const word of tokens) {
    if (NORWEGIAN.has(word) || NORWEGIAN_ENDING.test(word)) lead++;
    else if (DANISH.has(word) || DANISH_ENDING.test(word)) lead--;
  }
  return lead > 0 ? 'no' : lead < 0 ? 'da' : undefined;
}

/** Letters that one language alone has, and how many of a hundred words have them at least. */
const LETTERS: readonly [lang: string, letters: RegExp, share: number][] = [
  ['vi', /[ạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹđơư]/u, 0.3],
  ['hu', /[őű]/u, 0.12],
];

export function byLetters(tokens: readonly string[]): string | undefined {
  return LETTERS.find(
    ([, letters, share]) => tokens.filter((word) => letters.test(word)).length >= tokens.length * share && tokens.length > 0,
  )?.[0];
}
