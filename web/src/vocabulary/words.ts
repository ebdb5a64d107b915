import { useMessages } from '../i18n/language.tsx';
import { en } from './messages.en.ts';
import { es } from './messages.es.ts';

const catalogues = { en, es };

/** The words of the contract's vocabularies (states, formats, levels, …) in the user's language. */
export const useWords = () => useMessages(catalogues);
