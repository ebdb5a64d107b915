import { defineWordRule } from '../../define-rule.ts';
import { paragraphXml, wordFileOf } from '../../example-files.ts';
import { tagsNamed, valueOf } from '../../../ooxml/scan-tags.ts';
import { relatedPart } from '../../package-file.ts';

const USES = ['pStyle', 'rStyle', 'tblStyle'];

/** Word sets what names an unknown style as Normal: the look is lost without a word. */
export const styleUndefined = defineWordRule({
  code: 'style_undefined',
  severity: 'warning',
  foreign: { severity: 'info' },
  summary: 'text of the Word file in a style that is not defined',
  check: (file) => {
    const styles = relatedPart(file, 'styles');
    const known = new Set(tagsNamed(styles, 'style').map((tag) => valueOf(tag, 'styleId')));
    return file.texts.flatMap((part) => {
      const used = new Set(USES.flatMap((local) => tagsNamed(part, local).map((tag) => valueOf(tag, 'val') ?? '')));
      return [...used]
        .filter((id) => !known.has(id))
        .map((id) => ({ message: `${part.name} uses the style ${id.slice(0, 60)}, which is not defined.`, location: { part: part.name } }));
    });
  },
  examples: {
    fires: [{ name: 'no such style', file: () => wordFileOf({ body: paragraphXml('<w:pPr><w:pStyle w:val="Lead"/></w:pPr>') }) }],
    silent: [
      {
        name: 'defined',
        file: () =>
          wordFileOf({
            body: paragraphXml('<w:pPr><w:pStyle w:val="Lead"/></w:pPr>'),
            styles:
              '<w:docDefaults><w:rPrDefault><w:rPr><w:lang w:val="es-ES"/></w:rPr></w:rPrDefault></w:docDefaults><w:style w:type="paragraph" w:styleId="Lead"/>',
          }),
      },
    ],
  },
});
