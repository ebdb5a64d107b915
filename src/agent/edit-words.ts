/** How a request wants its changes made, read from its words in English and Spanish. */

export interface EditWords {
  /** `tracked` and `direct` only where they are asked for. */
  mode: 'tracked' | 'direct' | undefined;
  /** The text stays, and what is to be said about it is in comments. */
  commentsOnly: boolean;
}

/** Changes that a person wants to see and decide on. */
const TRACKED =
  /\b(?:track(?:ed|ing|ing of)?[- ](?:the |your |all |any )?(?:changes?|edits?|revisions?)|(?:changes?|edits?) (?:be |are )?tracked|with tracking|tracking on|turn(?:ing)? on track(?:ing)?|red-?lin(?:e|ed|ing)|mark(?:ed)?[- ]?up|suggest(?:ion|ing) mode|as suggestions?|(?:only|just|merely) suggest|suggest(?:ing)? (?:only|the changes|edits|changes)|suggested (?:edits|changes)|do(?:n['’]t| not) (?:change|edit) (?:it|anything|the text)?\s*(?:directly|outright)|control(?:ar)?(?: el)? de cambios|(?:control|seguimiento) de (?:los )?cambios|cambios (?:marcados|controlados|registrados|visibles|con seguimiento)|(?:marca|marcando|marcar|marque|registra|registrando|rastrea)[a-z]* (?:todos )?(?:los )?cambios|modo (?:de )?(?:sugerencia|sugerencias|revisi[oó]n)|(?:solo|s[oó]lo|solamente|[uú]nicamente) (?:sugier|sug[ie]r|propon)\p{L}*|como sugerencias?|en forma de sugerencias?)/iu;
/** The opposite, and the settling of changes that are there already. */
const DIRECT =
  /\b(?:without (?:track(?:ed|ing)?(?: changes)?|revision marks|mark-?up)|no track(?:ed|ing)? changes|(?:do not|don['’]t) track|directly in the text|untracked|sin (?:control|seguimiento) de (?:los )?cambios|sin (?:marcar|registrar) (?:los )?cambios|directamente(?: en el texto)?)/iu;
const SETTLES =
  /\b(?:accept|reject|acept|rechaz)\p{L}*\s+(?:(?:all|any|every|each|the|of|these|those|tracked|pending|remaining|todos?|todas?|los|las|el|la|est[oa]s|cada|de)\s+){0,4}(?:changes?|revisions?|edits?|suggestions?|insertions?|deletions?|cambios?|revisi[oó]n(?:es)?|modificaci[oó]n(?:es)?|sugerencias?)/iu;
const COMMENTS_ONLY =
  /\b(?:(?:only|just|merely) (?:add |leave |write |put |make |with )?(?:a )?(?:margin )?comments?|comments? only|(?:do not|don['’]t|never) (?:change|edit|touch|alter) (?:the |any |its )?(?:text|wording|content|document|anything)[^.]{0,40}\bcomment|comment[^.]{0,60}(?:without changing|(?:do not|don['’]t) (?:change|edit|touch))|(?:solo|s[oó]lo|solamente|[uú]nicamente) (?:\p{L}+ )?(?:con )?comentarios?|(?:solo|s[oó]lo|solamente) comenta\p{L}*|comentarios? (?:solo|s[oó]lo|solamente)|sin (?:cambiar|modificar|tocar|editar) (?:el |nada del |nada |su )?(?:texto|contenido|documento)?[^.]{0,40}comenta|comenta[^.]{0,60}sin (?:cambiar|modificar|tocar))/iu;

/** What a prompt in English or Spanish says of how its changes are to be made; nothing where it says nothing. */
export function readEditWords(prompt: string): EditWords {
  const commentsOnly = COMMENTS_ONLY.test(prompt);
  if (DIRECT.test(prompt) || (SETTLES.test(prompt) && !/\bwith track/i.test(prompt))) return { mode: 'direct', commentsOnly };
  return { mode: TRACKED.test(prompt) ? 'tracked' : undefined, commentsOnly };
}
