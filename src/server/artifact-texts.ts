/** What people read of the artifact origin itself, in the languages that we write. */

interface Texts {
  untitled: string;
  expired: string;
  expiredMore: string;
  missing: string;
  missingMore: string;
  busy: string;
  busyMore: string;
  failed: string;
  offline: string;
  leaving: string;
  open: string;
  close: string;
  needsScript: string;
}

const TEXTS = {
  en: {
    untitled: 'Page',
    expired: 'This link is no longer valid.',
    expiredMore: 'Ask whoever sent it to you for a new one.',
    missing: 'There is no page here.',
    missingMore: 'The link may have been cut off: open it again from where you got it.',
    busy: 'This page is very busy.',
    busyMore: 'Try again in a minute.',
    failed: 'Something went wrong. Try again in a moment.',
    offline: 'The service cannot be reached. Check your connection and try again.',
    leaving: 'This page wants to open another address:',
    open: 'Open',
    close: 'Close',
    needsScript: 'This page needs JavaScript.',
  },
  es: {
    untitled: 'Página',
    expired: 'Este enlace ya no es válido.',
    expiredMore: 'Pide uno nuevo a quien te lo envió.',
    missing: 'Aquí no hay ninguna página.',
    missingMore: 'Puede que el enlace esté incompleto: ábrelo de nuevo desde donde lo recibiste.',
    busy: 'Esta página tiene demasiadas visitas.',
    busyMore: 'Inténtalo de nuevo en un minuto.',
    failed: 'Algo ha fallado. Inténtalo de nuevo en un momento.',
    offline: 'No se puede conectar con el servicio. Comprueba tu conexión e inténtalo de nuevo.',
    leaving: 'Esta página quiere abrir otra dirección:',
    open: 'Abrir',
    close: 'Cerrar',
    needsScript: 'Esta página necesita JavaScript.',
  },
  de: {
    untitled: 'Seite',
    expired: 'Dieser Link ist nicht mehr gültig.',
    expiredMore: 'Bitte um einen neuen, wo du ihn bekommen hast.',
    missing: 'Hier gibt es keine Seite.',
    missingMore: 'Vielleicht ist der Link abgeschnitten: Öffne ihn noch einmal dort, wo du ihn bekommen hast.',
    busy: 'Diese Seite wird gerade sehr oft benutzt.',
    busyMore: 'Versuche es in einer Minute noch einmal.',
    failed: 'Etwas ist schiefgegangen. Versuche es gleich noch einmal.',
    offline: 'Der Dienst ist nicht erreichbar. Prüfe die Verbindung und versuche es noch einmal.',
    leaving: 'Diese Seite möchte eine andere Adresse öffnen:',
    open: 'Öffnen',
    close: 'Schließen',
    needsScript: 'Diese Seite braucht JavaScript.',
  },
  fr: {
    untitled: 'Page',
    expired: 'Ce lien n’est plus valable.',
    expiredMore: 'Demandez-en un nouveau à la personne qui vous l’a envoyé.',
    missing: 'Il n’y a pas de page ici.',
    missingMore: 'Le lien est peut-être incomplet : ouvrez-le de nouveau là où vous l’avez reçu.',
    busy: 'Cette page est très sollicitée.',
    busyMore: 'Réessayez dans une minute.',
    failed: 'Une erreur s’est produite. Réessayez dans un instant.',
    offline: 'Le service est injoignable. Vérifiez votre connexion et réessayez.',
    leaving: 'Cette page veut ouvrir une autre adresse :',
    open: 'Ouvrir',
    close: 'Fermer',
    needsScript: 'Cette page a besoin de JavaScript.',
  },
} satisfies Record<string, Texts>;

type Language = keyof typeof TEXTS;
const isLanguage = (name: string): name is Language => Object.hasOwn(TEXTS, name);

/** The first of our languages that the browser asks for; English where there is none. @param header `Accept-Language`, in the order in which it stands */
export function pickTexts(header: string | undefined): { language: Language; texts: Texts } {
  const wanted = (header ?? '').split(',').map((part) => part.split(/[-;]/, 1)[0]?.trim().toLowerCase() ?? '');
  const language = wanted.find(isLanguage) ?? 'en';
  return { language, texts: TEXTS[language] };
}

/** Text as HTML has it, in elements and in quoted attributes. */
export function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

const NOTICE_STYLE =
  'html{color-scheme:light dark;background:Canvas;color:CanvasText}body{font:17px/1.5 system-ui,sans-serif;max-width:30rem;margin:22vh auto 0;padding:0 1.5rem}h1{font-size:1.5rem;line-height:1.25;margin:0 0 .5rem}p{margin:0;opacity:.8}';
/** Of that page alone, which has no script. */
export const NOTICE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** A plain page that says in two sentences why there is nothing to see. */
export function writeNoticePage(kind: 'expired' | 'missing' | 'busy' | 'failed', acceptLanguage: string | undefined): string {
  const { language, texts } = pickTexts(acceptLanguage);
  const more = kind === 'failed' ? '' : `<p>${texts[`${kind}More`]}</p>`;
  return `<!doctype html>\n<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${texts[kind]}</title><style>${NOTICE_STYLE}</style></head><body><main><h1>${texts[kind]}</h1>${more}</main></body></html>\n`;
}
