/** Markdown as it will read: a quick view in the browser, beside the real pages that the service makes. */
import './markdown.css';
import { memo, useMemo } from 'react';
import { DirectiveView } from './directive-view.tsx';
import { Prose } from './prose.tsx';
import { takeApart, type Part } from './parts.ts';

/** Headings of the text, for its table of contents. */
const headingsOf = (parts: readonly Part[]): string[] =>
  parts.flatMap((part) =>
    part.kind === 'text'
      ? [...part.text.matchAll(/^#{1,2}[ \t]+(.+?)(?:[ \t]*\{[^}]*\})?[ \t#]*$/gm)].map(([, title = '']) => title)
      : headingsOf(part.parts),
  );

export const MarkdownView = memo(function MarkdownView({ text }: { text: string }) {
  const { parts, headings } = useMemo(() => {
    const taken = takeApart(text);
    return { parts: taken, headings: headingsOf(taken) };
  }, [text]);
  let [slides, clauses] = [0, 0];
  return (
    <div className="markdown">
      {parts.map((part, index) => {
        if (part.kind === 'text') return <Prose key={index} text={part.text} />;
        if (part.name === 'slide') slides++;
        if (part.name === 'clause') clauses++;
        return <DirectiveView key={index} directive={part} headings={headings} count={part.name === 'slide' ? slides : clauses} />;
      })}
    </div>
  );
});
