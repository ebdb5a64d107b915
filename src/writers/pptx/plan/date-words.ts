/** Words that name a point in time, in English and Spanish: what a step of a timeline begins with. */
const MONTHS =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|enero|ene|febrero|marzo|abr(?:il)?|mayo|junio|julio|ago(?:sto)?|septiembre|octubre|noviembre|dic(?:iembre)?|janvier|février|mars|avril|mai|juin|juillet|août|septembre|novembre|décembre|januar|februar|märz|juni|juli|oktober|dezember|يناير|فبراير|مارس|[أا]بريل|مايو|يونيو|يوليو|[أا]غسطس|سبتمبر|[أا]كتوبر|نوفمبر|ديسمبر';
const SEASONS = 'spring|summer|autumn|winter|primavera|verano|otoño|invierno';
const WEEKDAYS = '(?:mon|tues|wednes|thurs|fri|satur|sun)day|lunes|martes|miércoles|jueves|viernes|sábado|domingo';
const PERIODS = 'week|month|day|phase|step|stage|year|sprint|quarter|hour|fase|paso|etapa|semana|mes|d[ií]a|año|trimestre|hora';
/** A year, a quarter, a time of day, a day and month in figures, a named month or season, a counted period: "Point 3" is none. */
const DATE = new RegExp(
  String.raw`^(?:.*(?<!\d)(?:19|20)\d{2}(?!\d).*|.*(?<![\p{L}\d])[qthsQTHS][1-4](?![\p{L}\d]).*|.*\d{1,2}[:h]\d{2}.*|\d{1,2}[/.-]\d{1,2}.*|.*(?<!\p{L})(?:${MONTHS}|${SEASONS}|today|hoy|now|ahora|tomorrow|mañana|${WEEKDAYS})(?!\p{L}).*|(?:${PERIODS})s?(?!\p{L}).*|\d+(?:st|nd|rd|th|[ºª.])?\s(?:${PERIODS})s?(?!\p{L}).*)$`,
  'iu',
);

/** Whether the words begin with the name of a month, perhaps behind a preposition. */
export const namesMonth = (text: string): boolean => new RegExp(String.raw`^(?:de\s)?(?:${MONTHS})(?!\p{L})`, 'iu').test(text);

export const namesDate = (text: string, charactersMax: number): boolean =>
  text.length >= 2 && text.length <= charactersMax && DATE.test(text);
