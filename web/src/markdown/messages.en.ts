export const en = {
  contents: 'Contents',
  pagebreak: 'New page',
  landscape: 'Pages on their side',
  slide: (count: number) => `Slide ${count}`,
  chartElsewhere: 'Drawn from the figures of a table',
  send: 'Send',
};
