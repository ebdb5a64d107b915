/** `theme1.xml`: the look's colours and faces under the names by which styles refer to them (ECMA-376-1 §20.1.6.9). */
import { SCRIPT_FACES } from '../script.ts';
import { A } from '../../ooxml/names.ts';
import { NEUTRALS, type Look } from '../../document/look.ts';
import { SERIES_COLORS } from '../../document/palette.ts';
import { escapeAttribute } from '../../ooxml/xml-text.ts';
import { XML_DECLARATION } from '../../ooxml/package-parts.ts';

export function themeXml(look: Look): string {
  const { palette, roles, faces, forms } = look;
  const srgb = (name: string, hex: string): string => `<a:${name}><a:srgbClr val="${hex}"/></a:${name}>`;
  const accents = [palette.accent, ...SERIES_COLORS.slice(1).map((color, at) => forms.series?.[at + 1] ?? color)];
  const colors = [
    srgb('dk1', roles.body.color),
    srgb('lt1', NEUTRALS.white),
    srgb('dk2', palette.deep),
    srgb('lt2', palette.tint),
    ...accents.map((hex, at) => srgb(`accent${at + 1}`, hex)),
    srgb('hlink', palette.accent),
    srgb('folHlink', palette.accent),
  ].join('');
  const scripts = SCRIPT_FACES.map(([script, face]) => `<a:font script="${script}" typeface="${face}"/>`).join('');
  const fonts = (name: string, face: string): string =>
    `<a:${name}><a:latin typeface="${escapeAttribute(face)}"/><a:ea typeface=""/><a:cs typeface=""/>${scripts}</a:${name}>`;
  return (
    `${XML_DECLARATION}<a:theme xmlns:a="${A}" name="${escapeAttribute(palette.name)}"><a:themeElements><a:clrScheme name="${escapeAttribute(palette.name)}">${colors}</a:clrScheme>` +
    `<a:fontScheme name="Octavo">${fonts('majorFont', faces.display)}${fonts('minorFont', faces.text)}</a:fontScheme>${FORMATS}</a:themeElements></a:theme>`
  );
}

/** Fills, lines and effects without any effect; each list has to have three (§20.1.4.1.14). */
const FILL = '<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>';
const LINE = `<a:ln w="9525">${FILL}</a:ln>`;
const EFFECT = '<a:effectStyle><a:effectLst/></a:effectStyle>';
const FORMATS = `<a:fmtScheme name="Octavo"><a:fillStyleLst>${FILL.repeat(3)}</a:fillStyleLst><a:lnStyleLst>${LINE.repeat(3)}</a:lnStyleLst><a:effectStyleLst>${EFFECT.repeat(3)}</a:effectStyleLst><a:bgFillStyleLst>${FILL.repeat(3)}</a:bgFillStyleLst></a:fmtScheme>`;
