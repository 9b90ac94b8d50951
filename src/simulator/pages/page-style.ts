export const STYLE = `
:root { color-scheme: light dark; --line: light-dark(#d7dbe0, #3a424c); --quiet: light-dark(#5b6570, #a3adb8); --link: light-dark(#1f5fbf, #8ab8ff); }
* { box-sizing: border-box; }
body { margin: 0; font: 15px/1.5 system-ui, sans-serif; background: Canvas; color: CanvasText; }
.banner { margin: 0; padding: .6rem 1rem; background: #ffd54a; color: #222; font-weight: 600; text-align: center; }
main { max-width: 62rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.4rem; margin: .5rem 0; }
h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
.meta, dt, .mask, time { color: var(--quiet); }
article { border: 1px solid var(--line); border-radius: 10px; padding: 1rem; margin: 0 0 1rem; }
header { display: flex; gap: .8rem; flex-wrap: wrap; align-items: center; }
header strong { font-size: 1.15rem; font-variant-numeric: tabular-nums; }
.mask, code { font-family: ui-monospace, monospace; }
.state { padding: .1rem .6rem; border-radius: 1rem; background: #e8edf3; color: #23303d; font-size: .85rem; }
.state.good { background: #d6f2dd; color: #14532d; }
.state.bad { background: #fbdcdc; color: #7f1d1d; }
.state.waiting { background: #fdeec7; color: #6b4a00; }
dl { display: grid; grid-template-columns: repeat(auto-fill, minmax(11rem, 1fr)); gap: .5rem 1rem; margin: .8rem 0; }
dt { font-size: .8rem; }
dd { margin: 0; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
ul, ol { margin: .4rem 0; padding-left: 1.2rem; }
li.ok::marker { color: #15803d; content: "✓ "; }
li.bad::marker { color: #b91c1c; content: "✗ "; }
.actions { display: flex; align-items: center; gap: .5rem; flex-wrap: wrap; margin-top: .6rem; }
button { font: inherit; padding: .35rem .8rem; border: 1px solid var(--link); border-radius: 6px; background: none; color: var(--link); cursor: pointer; }
button:hover { background: color-mix(in srgb, var(--link) 12%, transparent); }
a { color: var(--link); }
button:focus-visible, a:focus-visible, summary:focus-visible, input:focus-visible, select:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .35rem .5rem; border-bottom: 1px solid var(--line); vertical-align: top; }
input, select { font: inherit; padding: .3rem .5rem; border: 1px solid var(--line); border-radius: 6px; background: Canvas; color: CanvasText; max-width: 11rem; }
.actions form, .hand form { display: flex; align-items: center; gap: .5rem; flex-wrap: wrap; }
.hand form { margin: .5rem 0; }
.hand label { color: var(--quiet); font-size: .85rem; }
.problem { padding: .6rem 1rem; border-radius: 6px; background: #fbdcdc; color: #7f1d1d; }
.empty { padding: 1.5rem 2rem; border: 2px dashed var(--line); border-radius: 10px; }
`;

/** Refreshes the page every few seconds, except elements that are pressed or focused. */
export const SCRIPT = `
const renew = async (id) => {
  const place = () => document.getElementById(id);
  if (document.hidden || !place() || place().matches(":focus-within, :active")) return;
  const answer = await fetch("/" + id).catch(() => null);
  if (!answer || !answer.ok) return;
  const next = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById(id);
  if (next && next.innerHTML !== place().innerHTML && !place().matches(":focus-within, :active")) place().replaceWith(next);
};
setInterval(() => { for (const id of ["transactions", "subscriptions", "payouts", "tape"]) void renew(id); }, 3000);
`;
