/** Workbooks too long to be written by hand: a loan over five years, a plan of forty columns, a thousand orders. */

const day = (i: number): string => new Date(Date.UTC(2026, 0, 1 + i)).toISOString().slice(0, 10);

/** Every line goes on from the one above. @param months of the loan */
export function loanSchedule(months = 60): string {
  const row = (i: number): string =>
    `| ${i} | ${i === 1 ? '=Amount' : `=F${i}`} | =ROUND(B${i + 1}*Rate/12,2) | =Payment | =D${i + 1}-C${i + 1} | =B${i + 1}-E${i + 1} |`;
  return (
    `---\nlang: en-GB\ntitle: Loan schedule\n---\n\n# Sheet: Loan\n\nVan for the northern round, fixed rate, paid at the end of each month.\n\n::name{Amount=£38,500 Rate=5.4% Months=${months} Payment="=ROUND(-PMT(Rate/12,Months,Amount),2)"}\n\n` +
    `:::table{types="int,gbp2,gbp2,gbp2,gbp2,gbp2"}\n| Month | Opening | Interest | Payment | Repaid | Closing |\n|--:|--:|--:|--:|--:|--:|\n${Array.from({ length: months }, (_, i) => row(i + 1)).join('\n')}\n:::\n`
  );
}

/** One row for each line of work, one column for each week. */
export function weekPlan(weeks = 38): string {
  const lines = ['Cutting', 'Welding', 'Painting', 'Assembly', 'Packing', 'Night shift'];
  const head = ['Line', ...Array.from({ length: weeks }, (_, i) => `W${i + 1}`), 'Sum'];
  const letters = (index: number): string =>
    (index < 26 ? '' : String.fromCharCode(64 + Math.floor(index / 26))) + String.fromCharCode(65 + (index % 26));
  const rows = lines.map((line, i) => [
    line,
    ...Array.from({ length: weeks }, (_, week) => String(32 + ((i * 17 + week * 7) % 49))),
    `=SUM(B${i + 2}:${letters(weeks)}${i + 2})`,
  ]);
  return `---\nlang: en-GB\ntitle: Hours planned\n---\n\n# Sheet: Hours\n\n| ${head.join(' | ')} |\n|${'---|'.repeat(head.length)}\n${rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n\n::total{fn=sum}\n`;
}

const CLIENTS = ['Alder & Sons', 'Brightwater Ltd', 'Casa Moreno', 'Dunmore Foods', 'Easton College', 'Ferreira & Filhos', 'Grange Hotel'];
const ITEMS = [
  ['A-104', 'Oak shelf', '64.50'],
  ['A-220', 'Steel frame', '118.00'],
  ['B-007', 'Desk lamp', '29.90'],
  ['C-315', 'Office chair', '189.00'],
  ['D-042', 'Whiteboard 120 × 90', '74.25'],
] as const;

/** Data alone: it begins in A1. @param count of orders */
export function manyOrders(count = 1000): string {
  const rows = Array.from({ length: count }, (_, i) => {
    const [code, item, price] = ITEMS[(i * 7) % ITEMS.length] ?? ITEMS[0];
    return `| ${String(10_001 + i).padStart(7, '0')} | ${day(Math.floor(i / 3))} | ${CLIENTS[(i * 3) % CLIENTS.length] ?? ''} | ${code} | ${item} | ${1 + ((i * 5) % 12)} | £${price} | ${i % 9 === 0 ? '5%' : '0%'} | =[Units]*[Price]*(1-[Discount]) | =[Net]*1.2 |`;
  });
  return `---\nlang: en-GB\ntitle: Orders of the year\n---\n\n# Sheet: Orders\n\n| Order | Date | Client | Code | Item | Units | Price | Discount | Net | Gross |\n|---|---|---|---|---|--:|--:|--:|--:|--:|\n${rows.join('\n')}\n`;
}
