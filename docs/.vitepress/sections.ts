/** The pages of the documentation in the order of the side bar: path without `.md`, and the name there. A test holds it against `docs/`. */
export interface Section {
  title: string;
  pages: readonly (readonly [path: string, name: string])[];
}

export const SECTIONS: readonly Section[] = [
  {
    title: 'Begin',
    pages: [
      ['quick-start', 'Quick start'],
      ['modes', 'Modes and levels'],
      ['gallery', 'Gallery'],
    ],
  },
  {
    title: 'Make',
    pages: [
      ['markdown', 'Markdown'],
      ['prompts', 'From a prompt'],
      ['looks', 'Looks'],
      ['style', 'Style'],
      ['design', 'Design'],
      ['copying-a-look', 'Copying a look'],
      ['canvas', 'Canvases'],
      ['canvas-gallery', 'Canvases: examples'],
      ['templates', 'Templates and filling'],
      ['artifacts', 'Artifacts'],
    ],
  },
  {
    title: 'Work on files',
    pages: [
      ['editing', 'Edits'],
      ['reviews', 'Reviews'],
      ['extraction', 'Reading files'],
    ],
  },
  {
    title: 'Connect',
    pages: [
      ['command-line', 'Command line'],
      ['mcp', 'MCP server'],
      ['agents', 'Agents and frameworks'],
      ['events', 'Events'],
      ['webhooks', 'Webhooks'],
      ['errors', 'Errors'],
      ['findings', 'Findings'],
      ['limits', 'Limits'],
    ],
  },
  {
    title: 'Run',
    pages: [
      ['operations', 'Operations'],
      ['containers', 'Containers'],
      ['accounts', 'Accounts'],
      ['dashboard', 'Dashboard'],
      ['money', 'Money'],
      ['security', 'Security'],
      ['performance', 'Performance'],
    ],
  },
  {
    title: 'How it is laid out',
    pages: [
      ['agent', 'The agent'],
      ['formats/word', 'Word'],
      ['formats/powerpoint', 'PowerPoint'],
      ['formats/excel', 'Excel'],
    ],
  },
];
