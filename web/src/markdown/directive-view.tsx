/** Directives of the dialect, drawn plainly: what stands where, and how it is weighed. */
import type { ReactNode } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { ChartPreview } from './chart.tsx';
import { en } from './messages.en.ts';
import { es } from './messages.es.ts';
import { listItems, type Directive, type Part } from './parts.ts';
import { Line, Prose } from './prose.tsx';

const catalogues = { en, es };

interface Given {
  directive: Directive;
  headings: readonly string[];
  /** Which slide or clause of the text it is. */
  count: number;
}

function Inside({ parts, headings }: { parts: readonly Part[]; headings: readonly string[] }) {
  let clauses = 0;
  return parts.map((part, index) => {
    if (part.kind === 'text') return <Prose key={index} text={part.text} />;
    if (part.name === 'clause') clauses++;
    return <DirectiveView key={index} directive={part} headings={headings} count={clauses} />;
  });
}

function KeyFigures({ directive: { text } }: Given) {
  return (
    <dl className="figures">
      {listItems(text).map(([value = '', label = '', change], index) => (
        <div key={index}>
          <dt>
            <Line text={label} />
          </dt>
          <dd>
            <Line text={value} className="value" />
            {change !== undefined && <Line text={change} className={/^[-−–]/.test(change) ? 'change falls' : 'change'} />}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const TONES: Readonly<Record<string, string>> = {
  warning: 'warn',
  caution: 'warn',
  important: 'warn',
  danger: 'bad',
  error: 'bad',
  tip: 'good',
  success: 'good',
};

function Callout({ directive: { attributes, parts }, headings }: Given) {
  const { kind = 'note', title } = attributes;
  return (
    <aside className={`callout ${TONES[kind] ?? 'note'}`}>
      {title !== undefined && (
        <p className="head">
          <Line text={title} />
        </p>
      )}
      <Inside parts={parts} headings={headings} />
    </aside>
  );
}

function Columns({ directive: { attributes, parts }, headings }: Given) {
  const columns: Part[][] = [[]];
  for (const part of parts) {
    if (part.kind === 'directive' && part.name === 'col') columns.push([]);
    else columns.at(-1)?.push(part);
  }
  const ratio = (attributes['ratio'] ?? '').split(':').map(Number);
  const shares = columns.map((_, at) => `minmax(0, ${Math.min(10, Math.max(0.2, ratio[at] || 1))}fr)`);
  return (
    <div className="columns" style={{ gridTemplateColumns: shares.join(' ') }}>
      {columns.map((inside, at) => (
        <div key={at}>
          <Inside parts={inside} headings={headings} />
        </div>
      ))}
    </div>
  );
}

function Cover({ directive: { attributes } }: Given) {
  const { title, subtitle, ...rest } = attributes;
  const below = ['author', 'organization', 'date'].flatMap((name) => rest[name] ?? []);
  return (
    <div className="cover">
      <p className="title">{title}</p>
      {subtitle !== undefined && <p>{subtitle}</p>}
      <p className="quiet">{below.join(' · ')}</p>
    </div>
  );
}

const linesOf = (text = ''): string[] => text.split('|').map((line) => line.trim());

function Letterhead({ directive: { attributes } }: Given) {
  const { from, to, date, subject, reference } = attributes;
  return (
    <div className="letterhead">
      <address>{linesOf(from).join('\n')}</address>
      <address>{linesOf(to).join('\n')}</address>
      <p className="quiet">{[date, reference].filter(Boolean).join(' · ')}</p>
      {subject !== undefined && <p className="head">{subject}</p>}
    </div>
  );
}

function Signatures({ directive: { attributes } }: Given) {
  return (
    <div className="signatures">
      {linesOf(attributes['parties']).map((party) => (
        <p key={party}>{party}</p>
      ))}
    </div>
  );
}

function Clause({ directive: { attributes, parts }, headings, count }: Given) {
  return (
    <section>
      <p className="head">
        {count}. {attributes['title']}
      </p>
      <Inside parts={parts} headings={headings} />
    </section>
  );
}

/** What visitors fill in or choose. */
function Interactive({ directive: { name, attributes, text } }: Given) {
  const t = useMessages(catalogues);
  const title = attributes['title'] ?? attributes['question'];
  const chosen = name === 'checklist' || name === 'poll';
  return (
    <div className="framed">
      {title !== undefined && <p className="head">{title}</p>}
      <ul className={chosen ? 'choices' : 'fields'}>
        {listItems(text).map(([label = ''], index) => (
          <li key={index}>
            <Line text={label} />
          </li>
        ))}
      </ul>
      {name === 'form' && <p className="submit">{attributes['button'] ?? t.send}</p>}
    </div>
  );
}

function Rule({ children }: { children: ReactNode }) {
  return <p className="rule">{children}</p>;
}

function Slide({ directive: { attributes }, count }: Given) {
  const t = useMessages(catalogues);
  return (
    <>
      <Rule>{t.slide(count)}</Rule>
      {attributes['title'] !== undefined && <Prose text={`# ${attributes['title']}`} />}
    </>
  );
}

function Contents({ directive: { attributes }, headings }: Given) {
  const t = useMessages(catalogues);
  return (
    <div className="framed">
      <p className="head">{attributes['title'] ?? t.contents}</p>
      <ul>
        {headings.map((heading, index) => (
          <li key={index}>
            <Line text={heading} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Quote({ directive: { attributes, parts }, headings }: Given) {
  return (
    <blockquote>
      <Inside parts={parts} headings={headings} />
      {attributes['by'] !== undefined && <footer className="quiet">— {attributes['by']}</footer>}
    </blockquote>
  );
}

/** Anything else: its text in a frame under its name, or the name alone where it only says how something is set. */
function Other({ directive: { name, attributes, parts }, headings }: Given) {
  const title = attributes['title'] ?? attributes['caption'];
  if (parts.length === 0)
    return (
      <p className="quiet">
        <code>{name}</code> {title ?? Object.values(attributes).join(' · ')}
      </p>
    );
  return (
    <div className={name === 'table' ? undefined : 'framed'}>
      {title !== undefined && <p className="head">{title}</p>}
      <Inside parts={parts} headings={headings} />
    </div>
  );
}

/** One directive. */
export function DirectiveView(given: Given) {
  const t = useMessages(catalogues);
  switch (given.directive.name) {
    case 'kpis':
      return <KeyFigures {...given} />;
    case 'callout':
      return <Callout {...given} />;
    case 'columns':
      return <Columns {...given} />;
    case 'chart':
      return <ChartPreview directive={given.directive} missing={t.chartElsewhere} />;
    case 'cover':
      return <Cover {...given} />;
    case 'letterhead':
      return <Letterhead {...given} />;
    case 'signatures':
      return <Signatures {...given} />;
    case 'clause':
      return <Clause {...given} />;
    case 'form':
    case 'checklist':
    case 'poll':
    case 'calculator':
      return <Interactive {...given} />;
    case 'slide':
      return <Slide {...given} />;
    case 'toc':
      return <Contents {...given} />;
    case 'quote':
      return <Quote {...given} />;
    case 'pagebreak':
      return <Rule>{t.pagebreak}</Rule>;
    case 'landscape':
      return (
        <>
          <Rule>{t.landscape}</Rule>
          <Inside parts={given.directive.parts} headings={given.headings} />
        </>
      );
    default:
      return <Other {...given} />;
  }
}
