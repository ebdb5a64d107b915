/** The style sheet of every page: text, its furniture, and the frame around it. Logical properties, so that it holds from right to left too. */

export const BASE_CSS = `
*,*::before,*::after{box-sizing:border-box}
html{font-size:100%;-webkit-text-size-adjust:100%;scroll-padding-top:1.5rem}
body{margin:0;background:var(--ground);color:var(--ink);font:1.0625rem/1.62 var(--text);overflow-wrap:break-word;font-kerning:normal}
@media (prefers-reduced-motion:no-preference){html{scroll-behavior:smooth}}
a{color:var(--accent);text-decoration-thickness:.07em;text-underline-offset:.18em}
a:hover{text-decoration-thickness:.14em}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px;border-radius:3px}
.skip{position:absolute;inset-inline-start:-999rem;top:0;background:var(--accent);color:var(--on-accent);padding:.6rem 1rem;z-index:9}
.skip:focus{inset-inline-start:.5rem;top:.5rem}
.hidden{position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
[hidden]{display:none!important}
p{margin:0 0 1.05em}
h1,h2,h3,h4,h5,h6{margin:0;line-height:1.2;text-wrap:balance;font-weight:700;color:var(--head)}
h1,h2{font-family:var(--display);font-weight:var(--display-weight)}
h1{font-size:clamp(2.05rem,1.35rem + 3.1vw,3.35rem);line-height:1.08;letter-spacing:-.012em;color:var(--title)}
h2{font-size:clamp(1.5rem,1.25rem + 1.1vw,1.95rem);margin:2.9rem 0 .85rem;letter-spacing:-.006em}
h3{font-size:1.22rem;margin:2.1rem 0 .55rem}
h4,h5,h6,.minor{font-size:1.05rem;margin:1.6rem 0 .4rem;color:var(--minor);font-weight:700}
h2 .number,h3 .number{color:var(--accent);font-variant-numeric:tabular-nums;margin-inline-end:.35em}
h2+h3{margin-top:1.2rem}
.dated{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 1.5rem}
.dated>:last-child{color:var(--muted);font-weight:400;font-variant-numeric:tabular-nums}
strong{font-weight:700}
code{font-family:var(--code);font-size:.875em}
:not(pre)>code{background:var(--surface);border-radius:4px;padding:.1em .32em;overflow-wrap:anywhere}
sup,sub{font-size:.72em;line-height:0}
ins{text-decoration-color:var(--good);text-decoration-thickness:.12em}
del{text-decoration-color:var(--bad);color:var(--muted)}
mark{background:var(--tint);color:inherit;padding:.05em .1em;border-radius:3px}
a.remark{font-size:.72em;vertical-align:.55em;line-height:0;text-decoration:none;background:var(--accent);color:var(--on-accent);border-radius:99px;padding:.1em .45em;margin-inline-start:.2em}
.fn a{text-decoration:none;padding:.3em .2em;margin:-.3em -.1em}
math{font-size:1.08em}
hr{border:0;height:1px;background:var(--line);margin:2.6rem 0;max-width:var(--measure)}
.frame,.hero-in{width:100%;max-width:var(--frame);margin-inline:auto;padding-inline:clamp(1rem,4.2vw,3rem)}
.frame{padding-block:clamp(1.75rem,4vw,3.25rem) 3.5rem}
main{min-width:0;container-type:inline-size}
main>:first-child{margin-top:0}
main>p,main>ul,main>ol,main>.callout,main>.quote,main>.minor,main>.clause,main>.tasks,main>.facts,.slide>p,.slide>ul,.slide>ol{max-width:var(--measure)}
main>h2,main>h3,main>h4{max-width:var(--measure)}
.foot{border-top:1px solid var(--hair);color:var(--muted);font-size:.875rem}
.foot p{margin:0 auto;max-width:var(--frame);padding:1.4rem clamp(1rem,4.2vw,3rem) 2rem}
.break{height:0}

.hero{background:var(--band);border-bottom:1px solid var(--hair);position:relative;overflow:hidden}
.hero-in{padding-block:clamp(2.4rem,6vw,4.6rem) clamp(2rem,4.5vw,3.2rem);position:relative}
.hero-in::before{content:"";display:block;width:3.4rem;height:4px;border-radius:2px;background:var(--accent);margin-bottom:1.5rem}
.hero h1{max-width:24ch}
.eyebrow{font-size:.8125rem;font-weight:700;letter-spacing:.1em;text-transform:uppercase;color:var(--accent);margin:0 0 .8rem}
.subtitle{font-size:clamp(1.1rem,1rem + .6vw,1.35rem);line-height:1.4;color:var(--muted);margin:.9rem 0 0;max-width:52ch;text-wrap:balance}
.meta{color:var(--muted);margin:1.1rem 0 0;font-size:.95rem}
.facts{display:grid;gap:.1rem;margin:1.5rem 0 0;font-size:.97rem}
.facts>div{display:grid;grid-template-columns:minmax(6rem,9rem) 1fr;gap:1rem;padding:.45rem 0;border-top:1px solid var(--hair)}
.facts dt{color:var(--muted)}
.facts dd{margin:0}
.t-memo .hero h1,.t-minutes .hero h1{font-size:clamp(1.8rem,1.4rem + 1.8vw,2.5rem)}
.t-memo .hero-in,.t-minutes .hero-in{padding-block:clamp(2rem,4vw,3rem) clamp(1.5rem,3vw,2.2rem)}
.cover{background:var(--deep);border:0;color:var(--on-deep)}
.cover .hero-in{padding-block:clamp(4rem,13vw,9rem) clamp(2.4rem,6vw,4rem)}
.cover h1{color:var(--on-deep);font-size:clamp(2.3rem,1.4rem + 4.2vw,4.1rem)}
.cover .eyebrow{color:var(--bright)}
.cover .hero-in::before{background:var(--bright)}
.cover .subtitle{color:var(--deep-muted)}
.cover .art{position:absolute;inset-block-start:-10%;inset-inline-end:-6rem;height:120%;opacity:.22;fill:none;stroke:var(--bright);stroke-width:1.4}
.cover .logo{display:block;max-height:3.4rem;width:auto;max-width:14rem;margin-bottom:2rem}
.cover-facts{display:flex;flex-wrap:wrap;gap:1.1rem 3rem;margin:clamp(2rem,5vw,3.6rem) 0 0;font-size:.95rem}
.cover-facts dt{color:var(--deep-muted);font-size:.8125rem}
.cover-facts dd{margin:0;font-weight:600}
.cover .meta{color:var(--deep-muted)}
.deck .hero-in{padding-block:clamp(3rem,9vw,6.5rem) clamp(2.2rem,5vw,3.4rem)}
.cover.plain{background:var(--band);color:var(--ink);border-bottom:1px solid var(--hair)}
.cover.plain h1{color:var(--title)}
.cover.plain .eyebrow{color:var(--accent)}
.cover.plain .hero-in::before{background:var(--accent)}
.cover.plain .subtitle,.cover.plain .cover-facts dt{color:var(--muted)}
.letter.hero{background:none;border:0}
.letter .hero-in{padding-block-end:0}
.letter-from{display:flex;flex-wrap:wrap;justify-content:space-between;gap:.5rem 2rem;border-bottom:1px solid var(--line);padding-bottom:1.2rem;margin-bottom:2rem;color:var(--muted);font-size:.92rem}
.letter-from p{margin:0}
.letter-from .name{font:var(--display-weight) 1.5rem/1.2 var(--display);color:var(--title)}
.letter-date{text-align:end;color:var(--muted)}
h1.letter-subject{font:700 1.2rem/1.35 var(--text);letter-spacing:0;max-width:none;margin-top:1.5rem}
.letter+.frame{padding-top:1.25rem}
.closing{margin-top:2rem;max-width:var(--measure)}
.closing p{margin:0}
.closing .signer{margin-top:3.2rem;font-weight:700}
.closing .enclosed{margin-top:1.5rem;color:var(--muted);font-size:.92rem}

.toc{font-size:.94rem;line-height:1.4}
.toc ul{list-style:none;margin:0;padding:0}
.toc li{margin:0}
.toc a{display:block;padding:.32rem 0;color:var(--ink);text-decoration:none}
.toc a:hover{color:var(--accent);text-decoration:underline}
.toc .l2{padding-inline-start:1rem;font-size:.95em}
.toc .l2 a{color:var(--muted)}
.toc.side{display:none}
.toc.top{background:var(--surface);border-radius:var(--radius);padding:0 1rem;margin-bottom:2rem}
.toc.top summary{padding:.8rem 0;font-weight:700;cursor:pointer;color:var(--head)}
.toc.top ul{padding-bottom:.8rem}
@media screen and (min-width:70rem){
.with-toc{--frame:78rem}
.with-toc .frame{display:grid;grid-template-columns:14.5rem minmax(0,1fr);gap:4.5rem}
.toc.side{display:block;position:sticky;top:2rem;align-self:start;max-height:calc(100vh - 4rem);overflow-y:auto;border-inline-start:1px solid var(--line);padding-inline-start:1.1rem}
.toc.side p{font-weight:700;margin:0 0 .5rem;color:var(--head)}
.toc.top{display:none}
}

.heads-below h2{padding-bottom:.4rem;border-bottom:2px solid var(--accent)}
.heads-above h2{padding-top:.9rem;border-top:2px solid var(--accent)}
.heads-bar h2{padding-inline-start:.8rem;border-inline-start:5px solid var(--accent)}
.heads-caps h2,.heads-caps h3{text-transform:uppercase;letter-spacing:.06em}
.heads-caps h2{font-size:1.35rem}.heads-caps h3{font-size:1rem}
`;
