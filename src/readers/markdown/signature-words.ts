/** What places to sign are known by, in whatever form they are typed. */

/** A rule to sign on. */
export const RULE = /[_.…]{4,}|[-–—]{6,}/u;
/** "Signed for and on behalf of", before a name. */
export const FOR =
  /^(?:(?:signed\s+)?(?:for|on behalf of|by)(?:\s+and on behalf of)?|(?:firmado\s+)?por|für|pour|per|voor)\s*:?\s+(?=\S)/iu;
export const PARTIES_MAX = 4;

/** The name of who signs, without what leads to it: "For the Provider:" is "Provider". */
export const partyName = (text: string): string =>
  text
    .trim()
    .replace(/:$/, '')
    .trimEnd()
    .replace(FOR, '')
    .replace(/^(?:the|el|la|il|lo|l['’]|le|der|die|das|de)\s+/iu, '')
    .replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
