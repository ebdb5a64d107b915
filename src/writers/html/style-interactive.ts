/** The style sheet of what visitors use; only pages that have it carry it. */

export const INTERACTIVE_CSS = `
.use{margin:1.9rem 0;max-width:var(--measure);container-type:inline-size}
.use.records{width:fit-content;min-width:min(100%,var(--measure));max-width:100%}
.form,.poll,.calculator,.checklist{background:var(--surface);border:1px solid var(--hair);border-radius:calc(var(--radius)*1.4);padding:clamp(1.1rem,4cqi,1.75rem)}
.use-title{font-size:1.16rem;font-weight:700;line-height:1.3;color:var(--head);margin:0 0 1rem;text-wrap:balance}
.fields{display:grid;gap:1.1rem}
.field{border:0;margin:0;padding:0;min-width:0}
.field:not(.tick)>label,.field>legend{display:block;font-weight:600;margin:0 0 .3rem;padding:0;font-size:.97rem}
.need{font-weight:400;font-size:.84rem;color:var(--muted)}
.hint{font-size:.86rem;line-height:1.45;color:var(--muted);margin:.3rem 0 0}
.error{font-size:.88rem;line-height:1.4;color:var(--bad);font-weight:600;margin:.3rem 0 0}
.field-in,.seek .field{display:block;width:100%;font:inherit;font-size:1rem;line-height:1.4;color:var(--ink);background:var(--ground);border:1px solid var(--field);border-radius:calc(var(--radius)*.75);padding:.62rem .75rem;min-height:2.8rem;margin:0}
.seek .field{width:min(100%,18rem)}
textarea.field-in{resize:vertical}
.field-in:focus-visible,.seek .field:focus-visible{outline:3px solid var(--accent);outline-offset:0;border-color:var(--accent)}
.field-in[aria-invalid=true]{border-color:var(--bad);border-width:2px}
.field-in::placeholder,.seek .field::placeholder{color:var(--muted);opacity:1}
.tick label,.pick,.ticks label{display:flex;gap:.65rem;align-items:flex-start;cursor:pointer;font-weight:400}
.use input[type=checkbox],.use input[type=radio]{flex:none;width:1.2rem;height:1.2rem;margin:.22rem 0 0;accent-color:var(--accent)}
.picks{display:flex;flex-wrap:wrap;gap:.5rem}
.hint+.picks{margin-top:.7rem}
.picks.down{display:grid;gap:.5rem;margin-bottom:1.1rem}
.pick{background:var(--ground);border:1px solid var(--field);border-radius:calc(var(--radius)*.75);padding:.5rem .9rem .5rem .7rem;min-height:2.8rem}
.pick:has(:checked){border-color:var(--accent);box-shadow:inset 0 0 0 1px var(--accent)}
.button{font:inherit;font-weight:700;color:var(--on-accent);background:var(--accent);border:0;border-radius:calc(var(--radius)*.75);padding:.65rem 1.5rem;min-height:2.8rem;cursor:pointer}
.button:hover{filter:brightness(1.08)}
.button:focus-visible{outline:3px solid var(--ink);outline-offset:2px}
.button[aria-disabled=true]{opacity:.65;cursor:default}
.form .button{margin-top:1.3rem}
.quiet{background:none;color:var(--accent);border:1px solid var(--accent);padding-inline:1.1rem}
.state{margin:.9rem 0 0;font-size:.93rem;color:var(--muted)}
.state:empty{display:none}
.state.good{color:var(--good);font-weight:600}.state.bad{color:var(--bad);font-weight:600}
.notice{background:var(--note-tint);color:var(--ink);border-inline-start:4px solid var(--note);border-radius:var(--radius);padding:.75rem 1rem;font-size:.92rem;max-width:var(--measure)}
.ticks{list-style:none;padding:0;margin:0}
.ticks li{display:flex;align-items:center;gap:.5rem;margin:0;border-top:1px solid var(--hair)}
.ticks li:first-child{border-top:0}
.ticks label{flex:1;padding:.62rem 0;min-width:0}
.ticks input:checked+span{color:var(--muted);text-decoration:line-through}
.ticks [aria-busy=true]{opacity:.6}
.drop{all:unset;cursor:pointer;color:var(--muted);width:2.4rem;height:2.4rem;text-align:center;line-height:2.4rem;border-radius:99px;font-size:1.15rem}
.drop:hover{color:var(--bad)}
.drop:focus-visible{outline:3px solid var(--accent)}
.adding{display:flex;gap:.6rem;margin-top:1rem}
.adding .button{flex:none}
.results-title{font-weight:700;margin:1.6rem 0 .5rem;font-size:.97rem}
.bars{list-style:none;padding:0;margin:0;font-size:.94rem}
.bars.bar li{display:grid;grid-template-columns:minmax(5rem,32%) minmax(0,1fr) auto;gap:.75rem;align-items:center;margin:.45rem 0}
.bars.bar .track{background:var(--hair);border-radius:99px;height:.85rem;overflow:hidden}
.bars.bar .bar-in{display:block;height:100%;background:var(--accent);border-radius:99px;transition:width .25s}
.bars .value{font-variant-numeric:tabular-nums;font-weight:700}
.bars.column{display:flex;gap:.75rem}
.bars.column li{flex:1;min-width:0;display:grid;grid-template-rows:auto 11rem auto;justify-items:center;text-align:center;margin:0}
.bars.column .value{order:1}
.bars.column .track{order:2;width:min(100%,4rem);height:100%;display:flex;align-items:flex-end;border-bottom:1px solid var(--line)}
.bars.column .name{order:3;padding-top:.35rem;font-size:.86rem;line-height:1.25}
.bars.column .bar-in{display:block;width:100%;background:var(--accent);border-radius:4px 4px 0 0;transition:height .25s}
.calc{display:grid;gap:1.5rem}
@container (min-width:34rem){.calc{grid-template-columns:minmax(0,1fr) minmax(14rem,.85fr);align-items:start}}
.results{background:var(--tint);border-radius:var(--radius);padding:1rem 1.25rem}
.result{display:flex;justify-content:space-between;gap:1rem;align-items:baseline;padding:.4rem 0;border-top:1px solid var(--line)}
.result:first-child{border-top:0}
.result output{font-weight:700;font-variant-numeric:tabular-nums;white-space:nowrap}
.result:last-child output{font-size:1.45rem;color:var(--title);line-height:1.2}
@media print{.use .button,.state,.notice{display:none}.field-in{border:0;border-bottom:1px solid #000;border-radius:0}}
`;
