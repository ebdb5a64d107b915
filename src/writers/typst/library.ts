/** The shapes of the blocks as Typst functions. They take their numbers from the names that the preamble binds. */

const TEXT = `
#show strong: set text(weight: 700)
#show link: it => if type(it.dest) == str and not it.dest.starts-with("octavo-comment:") { text(fill: accent, it) } else { it }
#show raw: set text(font: face-code, size: 0.98em, ligatures: false, features: (calt: 0))
#show math.equation: set text(size: 1.05em, font: ("New Computer Modern Math", "Source Sans 3", "Noto Sans", "Noto Sans CJK SC", "Noto Color Emoji"))
#show footnote.entry: set text(..r-footnote)
#show footnote.entry: set par(leading: s-footnote.leading, spacing: 3pt, justify: false)
#show list: set par(spacing: item-space)
#show enum: set par(spacing: item-space)
// a link or note whose target is not laid out (in a column without width, say) must not stop the document
#let go-to(name, body) = context { let there = query(label(name)); if there.len() > 0 { link(there.first().location(), body) } else { body } }
#let same-note(name) = context { if query(label(name)).len() > 0 { footnote(label(name)) } }
#let bullet-1 = text(fill: accent)[•]
#let bullet-2 = text(fill: accent)[–]
#let bullet-3 = text(fill: accent)[•]
#let list-number(pattern, n) = text(fill: accent, weight: 700, numbering(if n > 26 and pattern != "1." { "1)" } else { pattern }, n))
#let definitions(..items) = { show terms: set par(spacing: item-space, justify: false); terms(tight: false, hanging-indent: 17pt, separator: linebreak(), ..items) }
#let task(done, body) = grid(columns: (0.6cm, 1fr), 
  box(height: 0.75em, align(horizon, box(width: 8.5pt, height: 8.5pt, radius: 1.5pt, stroke: 0.9pt + accent, fill: if done { accent },
    if done { align(center + horizon, text(size: 7pt, fill: white, top-edge: "bounds", bottom-edge: "bounds", font: ("DejaVu Sans",))[✓]) }))),
  if done { text(fill: c-muted, body) } else { body })
`;

const HEADINGS = `
#let heading-roles = (r-heading1, r-heading2, r-heading3, r-heading4)
#let heading-sizes = (s-heading1, s-heading2, s-heading3, s-heading4)
#show heading: it => {
  let at = calc.min(it.level, 4) - 1
  let size = heading-sizes.at(at)
  set text(..heading-roles.at(at), hyphenate: false)
  set par(leading: size.leading, justify: false)
  set align(size.align)
  let form = if it.level == 1 { heading-rule } else { "none" }
  let rule = if form == "below" { (bottom: 0.75pt + accent) } else if form == "above" { (top: 2.25pt + accent) } else if form == "bar" { ((near): 4.5pt + accent) } else { (:) }
  let room = if form == "below" { (bottom: 3pt) } else if form == "above" { (top: 9pt) } else if form == "bar" { ((near): 11pt) } else { 0pt }
  let body = if heading-caps and it.level <= 2 { text(tracking: 0.05em, upper(it.body)) } else { it.body }
  block(width: 100%, above: size.above, below: size.below, sticky: true, breakable: false, stroke: rule, inset: room, if it.numbering == none { body } else {
    grid(columns: (heading-number-width, 1fr), text(fill: accent, counter(heading).display(it.numbering)), body)
  })
}
#let minor-heading(level, body) = {
  let size = heading-sizes.at(level - 1)
  set par(leading: size.leading, justify: false)
  block(above: size.above, below: size.below, sticky: true, breakable: false, text(..heading-roles.at(level - 1), hyphenate: false, body))
}
#let clause-title(number, body) = minor-heading(3, grid(columns: (heading-number-width, 1fr), number, body))
#show title: set text(..r-title, hyphenate: false)
#show title: it => block(width: 100%, above: s-title.above, below: s-title.below, sticky: true, { set par(leading: s-title.leading, justify: false); set align(s-title.align); it.body })
#let doc-title(body) = title(body)
#let doc-eyebrow(body) = block(above: 0pt, below: 9pt, sticky: true, text(size: s-meta.size, weight: 700, fill: accent, body))
#let doc-subtitle(body) = block(width: 100%, above: 0pt, below: s-subtitle.below, sticky: true, { set par(leading: s-subtitle.leading, justify: false); set align(s-subtitle.align); text(..r-subtitle, body) })
#let title-rule(body) = block(above: 0pt, below: 20pt, width: 100%, stroke: (bottom: title-rule-stroke), inset: (bottom: 10pt), { set align(s-title.align); text(..r-meta, body) })
#let lead(body) = block(above: 0pt, below: s-lead.below, { set par(leading: s-lead.leading, justify: false); text(..r-lead, body) })
#let facts(..cells) = {
  set par(leading: 3pt, spacing: 4pt, justify: false)
  let rows = cells.pos().chunks(2)
  block(above: 12pt, below: 20pt, grid(columns: (facts-width, 1fr), inset: (x, y) => (x: 6pt, (near): 0pt, top: facts-inset, bottom: facts-inset),
    stroke: (x, y) => (top: if y == 0 { 1.5pt + deep } else { 0.5pt + c-hair }, bottom: if y == rows.len() - 1 { 1.5pt + deep }),
    ..rows.map(row => (text(size: s-meta.size, fill: c-muted, row.at(0)), text(size: s-meta.size, row.at(1)))).flatten()))
}
`;

const LETTER = `
#let letter-head(name, tag, contact, logo) = {
  set par(leading: 3pt, spacing: 3pt, justify: false)
  place(top + left, dy: header-edge - page-top, block(width: 100%, height: 3.3cm - header-edge, stroke: (bottom: 1pt + accent), inset: (bottom: 9pt),
    grid(columns: (1fr, auto), column-gutter: 1cm, rows: 100%, align: bottom,
      { if logo != none { block(below: 5pt, logo) }; text(font: face-display, size: 19pt, fill: deep, name); if tag != none { linebreak(); text(size: 9.5pt, fill: c-muted, tag) } },
      align(right, text(size: 8.5pt, fill: c-muted, contact.join(linebreak()))))))
}
#let letter-address(headed, lines) = {
  if headed { v(5.2cm - page-top, weak: false) }
  if lines.len() > 0 {
    set par(leading: 4pt, justify: false)
    block(below: 20pt, par({ strong(lines.first()); for line in lines.slice(1) { linebreak(); line } }))
  }
}
#let letter-date(date, reference) = block(below: 20pt, above: 20pt, grid(columns: (1fr, auto), par(date), par(text(fill: c-muted, reference))))
#let letter-subject(body) = block(above: par-space, below: 11pt, sticky: true, par(text(size: body-size * 1.045, weight: 700, fill: deep, body)))
#let letter-closing(lines) = block(above: par-space + 6pt, breakable: false, {
  set par(spacing: 4pt, justify: false)
  for (at, (kind, body)) in lines.enumerate() {
    if kind == "closing" { block(below: 42pt, par(body)) }
    else if kind == "signer" { block(above: 0pt, below: 4pt, par(strong(body))) }
    else if kind == "role" { block(above: 4pt, below: 4pt, par(text(fill: c-muted, body))) }
    else { block(above: if lines.at(at - 1).first() == "enclosed" { 4pt } else { 20pt }, below: 4pt, par(text(size: 9.5pt, fill: c-muted, body))) }
  }
})
`;

const TABLES = `
#show table: set text(..r-table-text, hyphenate: false)
// where a word is wider than its column, the search for the best lines takes them all for equally bad
#show table: set par(leading: 3pt, spacing: 5pt, justify: false, linebreaks: "simple")
#show table.cell.where(y: 0): set text(fill: table-head-text)
#set table.cell(breakable: true)
#let ruled-stroke(header, rows, total) = (x, y) => (
  top: if y == 0 { 1.5pt + deep } else if total and y == rows - 1 { 0.75pt + deep },
  bottom: if y == rows - 1 { (if total { 1.5pt } else { 0.75pt }) + deep } else if y == header - 1 { 0.75pt + deep } else if y < header { none } else if total and y == rows - 2 { 0.75pt + deep } else { 0.5pt + c-hair },
)
#let filled-stroke(header, rows, total) = (x, y) => (
  top: if total and y == rows - 1 { 0.75pt + deep },
  bottom: if y == rows - 1 { 0.75pt + deep } else if y < header { none } else if total and y == rows - 2 { 0.75pt + deep } else { 0.5pt + c-hair },
)
#let banded-stroke(head, between) = (header, rows, total) => (x, y) => (
  top: if total and y == rows - 1 { between },
  bottom: if y == header - 1 { head } else if total and y == rows - 2 { between } else { none },
)
#let table-stroke = { if table-form == "ruled" { ruled-stroke } else if table-form == "filled" { filled-stroke }
  else if table-form == "grid" { (header, rows, total) => (x, y) => (rest: 0.5pt + c-rule, bottom: if y == header - 1 { 0.75pt + deep } else { 0.5pt + c-rule }) }
  else if table-form == "banded" { banded-stroke(1.5pt + deep, 0.75pt + deep) } else { banded-stroke(0.5pt + c-grey-line, 0.5pt + c-grey-line) } }
#let table-fill(header, rows, total, zebra) = (x, y) => {
  if y < header { if table-form == "filled" { table-head-ground } else if table-form == "grid" { tint } }
  else if total and y == rows - 1 { if table-form in ("ruled", "filled", "grid") { tint } }
  else if table-form == "banded" { if calc.odd(y - header) { c-surface } }
  else if zebra and table-form in ("ruled", "filled") and calc.odd(y - header) { c-zebra }
}
#set table.cell(breakable: false)
#let caption-number(body) = { text(fill: accent, body); h(0.8em) }
#show figure: set align(start)
#show figure.caption: it => { set par(leading: s-caption.leading, justify: false); set align(start); block(sticky: true, text(..r-caption, hyphenate: false, it.body)) }
#show figure.where(kind: "data"): set block(breakable: true)
// what is sticky goes over to the next page as a whole: a long table would leave the rest of its page empty
#let framed(kind, caption, sourced, whole, body) = {
  let below = if sourced { s-source.above } else { s-source.below }
  if caption == none { block(below: below, breakable: not whole, sticky: sourced and whole, body) } else {
    show figure: set block(above: s-caption.above, below: below, breakable: not whole, sticky: sourced and whole)
    figure(kind: kind, caption: figure.caption(position: top, caption), body)
  }
}
// the size is set around the figure: one that holds anything but the table itself would need a description
#let data-table(caption, whole, sourced, size, body) = { show table: set text(size: size); framed("data", caption, sourced, whole, body) }
#let picture(caption, sourced, body) = framed("picture", caption, sourced, true, body)
#let missing-figure(caption, sourced, body) = {
  if caption != none { block(above: s-caption.above, below: s-caption.below, sticky: true, text(..r-caption, hyphenate: false, caption)) }
  block(above: if caption == none { s-caption.above } else { s-caption.below }, below: if sourced { s-source.above } else { s-source.below }, width: 100%, stroke: 0.5pt + c-rule, inset: 10pt, text(size: s-caption.size, fill: c-muted, style: "italic", body))
}
#let source-line(body) = block(above: s-source.above, below: s-source.below, { set par(leading: s-source.leading, justify: false); text(..r-source, body) })
`;

const BOXES = `
#let code-block(plain, whole, body) = {
  show raw.where(block: true): it => block(width: 100%, fill: c-surface, radius: calc.max(3pt, radius), inset: 10pt, above: s-code.above, below: s-code.below, breakable: not whole, {
    set text(..r-code, ligatures: false, features: (calt: 0), hyphenate: false, lang: "en", region: none)
    set par(leading: s-code.leading, justify: false, linebreaks: "simple")
    body
  })
  raw(plain, block: true)
}
#let display-formula(number, body) = block(above: 12pt, below: 18pt, width: 100%, breakable: false,
  if number == none { align(center, body) } else { grid(columns: (1fr, auto, 1fr), align: (left, center, right + horizon), [], body, text(fill: c-muted, number)) })
#let quotation(saying, by, whole, body) = {
  show quote.where(block: true): it => block(above: if saying { s-quote.above } else { 14pt }, below: if saying { s-quote.below } else { 16pt }, breakable: not whole,
    inset: if saying { (x: 0.4cm, (near): 1cm) } else { ((near): 0.8cm) }, stroke: if not saying { ((near): 2pt + c-rule) }, {
    if saying { set text(..r-quote); set par(leading: s-quote.leading, spacing: 8pt, justify: false); it.body } else { it.body }
    if by != none { block(above: 7pt, text(..r-quote-by, by)) }
  })
  quote(block: true, body)
}
#let callout(edge, ground, head, whole, body) = block(above: s-callout.above, below: s-callout.below, width: 100%, fill: if callout-form != "box" { ground }, radius: if callout-form == "bar" { 0pt } else { radius }, stroke: if callout-form == "bar" { ((near): 3pt + edge) } else if callout-form == "box" { 0.75pt + edge }, inset: (x: 12pt, y: 9pt), breakable: not whole, {
  set par(leading: s-callout.leading, spacing: 8pt, justify: false)
  block(above: 0pt, below: s-callout.leading, sticky: true, text(weight: 700, fill: edge, head))
  text(size: s-callout.size, body)
})
#let side-by-side(widths, ..bodies) = block(below: par-space, grid(columns: widths, column-gutter: 0.8cm, ..bodies))
#let kpi(size, value, label, change) = block(width: 100%, stroke: (top: 2.25pt + accent), inset: (top: 9pt), {
  set par(leading: 2pt, spacing: 5.5pt, justify: false)
  set text(hyphenate: false)
  par(text(..r-kpi-value, size: size, value))
  if label != none { par(text(..r-kpi-label, label)) }
  if change != none { par(text(size: s-kpi-change.size, fill: c-muted, change)) }
})
#let kpi-row(count, ..items) = block(above: 16pt, below: 22pt, breakable: false, grid(columns: (1fr,) * count, column-gutter: 0.5cm, row-gutter: 16pt, ..items))
#let divider() = block(above: 16pt, below: 16pt, line(length: 4cm, stroke: 0.5pt + c-rule))
#let clause(indent, width, number, leads, body) = block(below: par-space * 0.72, above: par-space * 0.72, sticky: leads, pad(..((near): indent), grid(columns: (width, 1fr), number, body)))
#let signature(name, under, date) = {
  set par(leading: 3pt, spacing: 5pt, justify: false)
  block(below: 0pt, strong(name))
  v(44pt, weak: false)
  line(length: 100%, stroke: 0.75pt + c-body)
  par(under)
  v(8pt)
  grid(columns: (auto, 1fr), column-gutter: 12pt, text(size: body-size * 0.93, fill: c-muted, date), align(bottom, line(length: 100%, stroke: 0.5pt + c-rule)))
}
#let person-signature(name, role) = {
  set par(leading: 3pt, spacing: 5pt, justify: false)
  v(34pt, weak: false)
  line(length: 100%, stroke: 0.75pt + c-body)
  par(name)
  if role != none { par(text(size: body-size * 0.93, fill: c-muted, role)) }
}
#let letter-signature(name, role) = {
  set par(leading: 3pt, spacing: 5pt, justify: false)
  v(40pt)
  strong(name)
  if role != none { linebreak(); text(fill: c-muted, role) }
}
#let signature-block(side, ..cells) = block(above: 20pt, below: 16pt, breakable: cells.pos().len() > 6, grid(align: side, columns: (1fr, 1fr), column-gutter: 1.4cm, row-gutter: 24pt, ..cells))
`;

const COVER = `
#let cover-page(size, eyebrow, name, subtitle, columns, logo) = page(margin: 0pt, header: none, footer: none, {
  set par(leading: 0.04em, spacing: 0pt, justify: false)
  set text(hyphenate: false)
  let ink = if plain-cover { r-title.fill } else { white }
  let centred = s-title.align == center
  let bar = if plain-cover { accent } else { bright }
  let width = page-width - 2 * page-left
  let ground = page-height * 0.5926
  let full = cover-form == "full" and not plain-cover
  if cover-form == "band" { place(top + left, block(width: 1.4cm, height: page-height, fill: cover-ground)) }
  else if not plain-cover { place(top + left, block(width: 100%, height: if full { page-height } else { ground }, fill: cover-ground)) }
  if logo != none { place(top + left, dx: page-left, dy: 2.2cm, logo) }
  place(top + left, dx: if centred { (page-width - 3.2cm) / 2 } else { page-left }, dy: ground - 0.12cm, block(width: 3.2cm, height: 0.24cm, fill: bar))
  place(top + left, dx: page-left, dy: 2.2cm, block(width: width, height: ground - 3.8cm, { set align(bottom + s-title.align)
    if eyebrow != none { block(below: 14pt, text(size: 10.5pt, weight: 700, fill: if plain-cover { accent } else { bright }, eyebrow)) }
    { show title: it => block(above: 0pt, below: 0pt, text(font: face-display, size: size, weight: if own-font or cover-bold { 700 } else { 400 }, fill: ink, it.body)); title(name) }
  }))
  if subtitle != none { place(top + left, dx: page-left, dy: ground + 1.5cm, block(width: if centred { width } else { calc.max(11cm, width * 0.73) }, { set par(leading: 0.32em); set align(s-title.align); text(size: 16pt, fill: if full { white } else { c-body }, subtitle) })) }
  if columns.len() > 0 { place(top + left, dx: page-left, dy: page-height - 4.5cm, block(width: width, stroke: (top: 0.75pt + c-rule), inset: (top: 7pt), {
    set par(leading: 3pt, spacing: 4pt)
    grid(columns: (1fr,) * calc.max(columns.len(), 3), column-gutter: 0.5cm, ..columns.map(((name, value)) => { par(text(size: 8.5pt, fill: if full { c-hair } else { c-muted }, name)); par(text(size: 10pt, weight: 700, fill: if full { white } else { deep }, value)) }))
  })) }
})
#show outline.entry: it => {
  set text(hyphenate: false)
  set par(leading: 0.2em, justify: false)
  show footnote: none
  let first = it.level == 1
  let role = if first { r-toc1 } else { r-toc2 }
  let size = if first { s-toc1 } else { s-toc2 }
  let prefix = it.prefix()
  block(above: if first { size.above } else { size.below }, below: size.below, inset: ((near): 0.6cm * (it.level - 1)), link(it.element.location(), text(..role, fill: role.fill, {
    // numbers of one and of two digits have their words below each other
    if prefix != none { let number = text(fill: if first { accent } else { c-muted }, prefix); context box(width: calc.max(measure(number).width + 0.6em.to-absolute(), 1.9em.to-absolute()), number) }
    it.body()
    box(width: 1fr, inset: (x: 4pt), text(fill: c-leader, weight: 400, size: 8pt, repeat(gap: 1.5pt)[.]))
    it.page()
  })))
}
#let contents-list(head, depth, own-page, breaks-after) = {
  if own-page { pagebreak(weak: true) }
  block(below: 22pt, above: if own-page { 0pt } else { 30pt }, sticky: true, { show heading: it => text(..r-heading1, size: contents-size, it.body); heading(level: 1, outlined: false, bookmarked: false, head) })
  outline(title: none, depth: depth)
  if breaks-after { pagebreak(weak: true) } else { v(12pt) }
}
`;

/** Source text that every document begins with, after the preamble. */
export const LIBRARY = [TEXT, HEADINGS, LETTER, TABLES, BOXES, COVER].join('');
