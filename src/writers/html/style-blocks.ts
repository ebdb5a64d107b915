/** The style sheet of blocks, and of paper. */

export const BLOCKS_CSS = `
ul,ol{margin:0 0 1.1em;padding-inline-start:1.45em}
li{margin:.32em 0}
li>p{margin:0}
li>p+p,li>p+ul,li>p+ol{margin-top:.35em}
li>ul,li>ol{margin:.25em 0}
ul>li::marker{color:var(--accent)}
ol>li::marker{color:var(--accent);font-weight:700;font-variant-numeric:tabular-nums}
dl.terms{margin:0 0 1.1em;max-width:var(--measure)}
.terms dt{font-weight:700;margin-top:.7em}
.terms dd{margin:.1em 0 0;margin-inline-start:1.3rem}
.terms dd>p:last-child{margin-bottom:0}
.tasks{list-style:none;padding:0}
.task{display:flex;gap:.7rem}
.task>div{flex:1;min-width:0}
.box{flex:none;width:1.2rem;height:1.2rem;margin-top:.24rem;fill:none;stroke:var(--field);stroke-width:1.8}
.task.done .box rect{fill:var(--accent);stroke:var(--accent)}
.task.done .box path{stroke:var(--on-accent);stroke-width:2.4}
.lead{font-size:1.22rem;line-height:1.5;color:var(--head)}
figure{margin:1.9rem 0}
figure>a{display:inline-block}
img{max-width:100%;height:auto;border-radius:var(--radius);vertical-align:middle}
figcaption,.caption{font-size:.94rem;font-weight:700;line-height:1.4;color:var(--ink);margin:.7rem 0 0;max-width:var(--measure)}
.chart>figcaption,.table>.caption{margin:0 0 .7rem}
.count{color:var(--accent);margin-inline-end:.6em}
.source{font-size:.84rem;line-height:1.45;color:var(--muted);margin:.55rem 0 0}
.missing>p{border:1px dashed var(--field);border-radius:var(--radius);padding:2rem 1rem;text-align:center;color:var(--muted);margin:0}
@media screen and (prefers-color-scheme:dark){.on-light{background:#fff;padding:.5rem}}
@media (prefers-color-scheme:light){.on-dark{background:var(--deep);padding:.5rem}}
.table{margin:1.9rem 0}
.scroll{overflow-x:auto;-webkit-overflow-scrolling:touch}
table{border-collapse:collapse;width:100%;font-size:.94rem;line-height:1.42}
th,td{padding:.58rem .8rem;text-align:start;vertical-align:top;border-bottom:1px solid var(--hair)}
th:first-child,td:first-child{padding-inline-start:0}
th:last-child,td:last-child{padding-inline-end:0}
thead th{vertical-align:bottom;color:var(--head);font-weight:700;border-bottom:1.5px solid var(--head)}
tbody th{font-weight:500;color:var(--ink)}
tbody tr:last-child>*{border-bottom-color:var(--line)}
tfoot>tr>*{font-weight:700;background:var(--tint);border-bottom:1.5px solid var(--head);color:var(--ink)}
tfoot th:first-child,tfoot td:first-child{padding-inline-start:.6rem}
tfoot th:last-child,tfoot td:last-child{padding-inline-end:.6rem}
.n{text-align:end;font-variant-numeric:tabular-nums;white-space:nowrap}
thead .n{white-space:normal}
.al-center{text-align:center}.al-right{text-align:end}
td>p:last-child,td>ul:last-child{margin-bottom:0}
.spans th,.spans td{padding-inline:.8rem!important}
.nb{white-space:nowrap}
.many{font-size:.87rem}.many th,.many td{padding-inline:.55rem}
.tables-filled thead th,.tables-banded thead th{background:var(--head-ground);color:var(--on-head);border:0}
.tables-filled :is(th,td):first-child,.tables-banded :is(th,td):first-child,.tables-grid :is(th,td):first-child{padding-inline-start:.8rem}
.tables-filled :is(th,td):last-child,.tables-banded :is(th,td):last-child,.tables-grid :is(th,td):last-child{padding-inline-end:.8rem}
.tables-banded tbody tr:nth-child(even)>*{background:var(--surface)}
.tables-banded tbody tr>*{border:0}
.tables-grid th,.tables-grid td{border:1px solid var(--line)}
.tables-plain th,.tables-plain td{border-color:transparent}
.sort{all:unset;cursor:pointer;font-weight:700;display:inline-flex;gap:.35em;align-items:baseline}
.sort:hover{text-decoration:underline;text-underline-offset:.2em}
.sort:focus-visible{outline:3px solid var(--accent);outline-offset:2px;border-radius:3px}
.sort::after{content:"\\2195";font-size:.8em;opacity:.55;font-weight:400}
[aria-sort=ascending] .sort::after{content:"\\2191";opacity:1}
[aria-sort=descending] .sort::after{content:"\\2193";opacity:1}
.seek{display:flex;flex-wrap:wrap;gap:.4rem 1rem;align-items:center;justify-content:space-between;margin:0 0 .7rem;font-size:.9rem;color:var(--muted)}
@media (max-width:40rem){table{font-size:.89rem}th,td{padding:.5rem .55rem}}
.chart{container-type:inline-size}
.chart svg{display:block;width:100%;height:auto;font-family:var(--drawn)}
.chart svg.wide{max-width:62rem}
.chart svg.narrow{max-width:30rem}
.chart svg.wide{display:none}
@container (min-width:35rem){.chart svg.narrow{display:none}.chart svg.wide{display:block}}
.figures{margin-top:.6rem;font-size:.9rem}
.figures summary,.speech summary{cursor:pointer;color:var(--accent);width:max-content;max-width:100%;padding:.2rem 0}
.figures .table{margin:.6rem 0 0}
pre{background:var(--surface);border:1px solid var(--hair);border-radius:var(--radius);padding:1rem 1.15rem;margin:1.5rem 0;overflow-x:auto;line-height:1.55;tab-size:4}
pre code{font-size:.845rem;white-space:pre}
pre .b{font-weight:700}pre .i{font-style:italic}
.equation{display:flex;align-items:center;gap:1rem;margin:1.4rem 0;overflow-x:auto;overflow-y:hidden;padding:.2rem 0}
.equation math{flex:1;margin:0 auto}
.equation .count{color:var(--muted)}
.tex{white-space:pre-wrap}
.quote{margin:1.9rem 0}
.quote blockquote{margin:0;padding-inline-start:1.2rem;border-inline-start:3px solid var(--accent)}
.quote blockquote>:last-child{margin-bottom:0}
.quote figcaption{font-weight:400;color:var(--muted);padding-inline-start:1.35rem}
.quote figcaption::before{content:"\\2014\\2002"}
.saying blockquote{border:0;padding:0;font:italic var(--display-weight) clamp(1.3rem,1.15rem + .9vw,1.7rem)/1.38 var(--display);color:var(--head)}
.saying blockquote::before{content:"";display:block;width:2.2rem;height:3px;background:var(--accent);margin-bottom:1rem}
.saying figcaption{padding:0}
.callout{--c:var(--note);background:var(--note-tint);border-inline-start:4px solid var(--c);border-radius:var(--radius);padding:1rem 1.25rem;margin:1.7rem 0}
.callout.tip{--c:var(--tip);background:var(--tip-tint)}
.callout.warning{--c:var(--warning);background:var(--warning-tint)}
.callout.key{--c:var(--key);background:var(--tint)}
.callout-title{display:flex;gap:.55rem;align-items:flex-start;font-weight:700;color:var(--c);margin:0 0 .35rem;line-height:1.4}
.mark{flex:none;width:1.15rem;height:1.15rem;margin-top:.14rem;fill:none;stroke:currentColor;stroke-width:1.8;stroke-linecap:round;stroke-linejoin:round}
.callout>:last-child{margin-bottom:0}
.callouts-box .callout{background:none;border:1.5px solid var(--c)}
.callouts-filled .callout{border:0}
.columns-box,.col{container-type:inline-size}
.columns-box{margin:1.7rem 0}
.columns{display:grid;gap:1.4rem 2.2rem;grid-template-columns:minmax(0,1fr)}
.col>:first-child{margin-top:0}.col>:last-child{margin-bottom:0}
@container (min-width:36rem){.columns.c2,.columns.c4{grid-template-columns:repeat(2,minmax(0,1fr))}}
@container (min-width:44rem){.columns.c3{grid-template-columns:repeat(3,minmax(0,1fr))}}
@container (min-width:60rem){.columns.c4{grid-template-columns:repeat(4,minmax(0,1fr))}}
.kpis{display:grid;gap:.9rem;grid-template-columns:repeat(2,minmax(0,1fr));margin:1.7rem 0}
.kpis.k1,.kpis.long{grid-template-columns:minmax(0,1fr)}
@container (min-width:38rem){.kpis.k2{grid-template-columns:repeat(2,minmax(0,1fr))}.kpis.k3{grid-template-columns:repeat(3,minmax(0,1fr))}.kpis.k4{grid-template-columns:repeat(4,minmax(0,1fr))}.kpis.k4.long{grid-template-columns:repeat(2,minmax(0,1fr))}}
.kpi{display:flex;flex-direction:column;background:var(--surface);border-top:3px solid var(--accent);border-radius:0 0 var(--radius) var(--radius);padding:.95rem 1.1rem 1rem;min-width:0}
.kpi dt{order:2;font-size:.9rem;line-height:1.35;color:var(--ink)}
.kpi dd{margin:0}
.kpi .value{order:1;font-size:clamp(1.55rem,1.2rem + 1.6vw,2.15rem);line-height:1.15;font-weight:700;color:var(--title);font-variant-numeric:tabular-nums;margin-bottom:.3rem}
.kpi .change{order:3;font-size:.85rem;font-weight:700;color:var(--muted);margin-top:.35rem}
.change.good{color:var(--good)}.change.bad{color:var(--bad)}
.clause{display:grid;grid-template-columns:2.6rem minmax(0,1fr);margin:.6rem 0}
.clause.first{display:block;margin:0}
.clause.first>h2,.clause.first>h3{display:flex;gap:.9rem;font-size:1.18rem;margin:2rem 0 .6rem;font-family:var(--text);font-weight:700}
.clause.first .number{min-width:1.7rem;margin:0}
.clause-number{color:var(--muted);font-variant-numeric:tabular-nums}
.clause.first>.clause-body{padding-inline-start:0}
.clause-body>p:last-child{margin-bottom:.3rem}
.clause-title{margin:0}
.signatures{list-style:none;padding:0;display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,15rem),1fr));gap:2rem 3rem;margin:2.5rem 0;max-width:var(--measure)}
.signatures .party{font-weight:700;margin:0}
.signatures .sign{border-top:1px solid var(--field);margin:3rem 0 0;padding-top:.35rem;font-size:.85rem;color:var(--muted)}
.canvas{overflow-x:auto;container-type:inline-size}
.canvas svg{display:block;width:100%;height:auto;overflow:visible;font-family:var(--text)}
.canvas svg.wide{display:none}
@container (min-width:35rem){.canvas svg.narrow{display:none}.canvas svg.wide{display:block}}
.canvas foreignObject{overflow:visible}
.canvas .one{white-space:nowrap}
.drawn{font-size:inherit;width:auto}.drawn th,.drawn td{border:0;font-weight:inherit;color:inherit}
@media screen and (prefers-color-scheme:dark){.canvas:not(.both){background:#fff;color:#252e38;border-radius:var(--radius);padding:1rem}}
.slide+.slide{border-top:1px solid var(--line);padding-top:.4rem;margin-top:2.6rem}
.slide h2{margin-top:1.4rem}
.speech{font-size:.9rem;color:var(--muted);margin-top:1rem}
.endnotes{border-top:1px solid var(--line);margin-top:3.2rem;padding-top:1rem;font-size:.9rem;color:var(--muted);max-width:var(--measure)}
.endnotes h2{font:700 1rem/1.3 var(--text);margin:0 0 .6rem;letter-spacing:0}
.endnotes li p{margin:0}
.endnotes li:target{background:var(--tint);color:var(--ink)}
`;

/** Paper: a total is at the end of its table, and not on every page. */
export const PRINT_CSS = `
@page{margin:18mm 16mm}
@media print{
body{font-size:10.5pt;line-height:1.45}
.skip,.toc,.seek,.no-print{display:none!important}
.frame,.hero-in,.foot p{max-width:none;padding-inline:0}
.frame{display:block;padding-block:.5cm 0}
main{container-type:normal}
.hero,.cover{background:none;color:var(--ink)}
.hero-in,.cover .hero-in{padding-block:0 .5cm}
.cover h1{color:var(--title)}.cover .eyebrow{color:var(--accent)}.cover .subtitle,.cover-facts dt{color:var(--muted)}
.cover .art{display:none}
h1{font-size:24pt}h2{font-size:15pt;margin-top:.8cm}h3{font-size:12pt}
h2,h3,h4,.caption,figcaption{break-after:avoid}
figure,.kpis,.callout,tr,pre,.canvas{break-inside:avoid}
.scroll,pre,.equation,.canvas{overflow:visible}
pre code{white-space:pre-wrap}
thead{display:table-header-group}
tfoot{display:table-row-group}
.sort::after{display:none}
.break{break-after:page}
a{color:inherit}
.figures:not([open]),.speech{display:none}
}
`;
