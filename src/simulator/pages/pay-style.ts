export const PAY_STYLE = `
:root { color-scheme: light dark; --line: light-dark(#c4cad2, #4a545f); --quiet: light-dark(#525c67, #aeb8c3); --link: light-dark(#1c57b0, #8ab8ff); --on-link: light-dark(#fff, #10161d); --bad: light-dark(#a11616, #ffb0a8); }
* { box-sizing: border-box; }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; background: Canvas; color: CanvasText; }
.banner { margin: 0; padding: .5rem 1rem; background: #ffd54a; color: #222; font-weight: 600; text-align: center; font-size: .9rem; }
main { max-width: 30rem; margin: 0 auto; padding: 1rem 1.25rem 2rem; overflow-wrap: anywhere; }
main.w01 { max-width: 250px; } main.w02 { max-width: 390px; } main.w03 { max-width: 500px; } main.w04 { max-width: 600px; } main.w05 { max-width: none; }
h1 { font-size: 1.35rem; line-height: 1.25; margin: .75rem 0 1rem; }
h2 { font-size: 1.1rem; margin: 2rem 0 .25rem; }
dl { margin: 0 0 1.25rem; border: 1px solid var(--line); border-radius: 10px; padding: .25rem 1rem; }
dl div { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; padding: .5rem 0; }
dl div + div { border-top: 1px solid var(--line); }
dt { color: var(--quiet); }
dd { margin: 0; font-weight: 600; font-variant-numeric: tabular-nums; }
.note { margin: .5rem 0 1rem; color: var(--quiet); font-size: .9rem; }
.message { border: 1px solid var(--bad); border-radius: 8px; padding: .6rem .9rem; color: var(--bad); font-weight: 600; }
.voucher { font: 600 1.4rem/1.4 ui-monospace, monospace; letter-spacing: .04em; text-align: center; padding: .75rem; border: 2px dashed var(--line); border-radius: 10px; }
label { display: block; margin: 0 0 .25rem; font-weight: 600; font-size: .95rem; }
.field { margin: 0 0 1rem; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 0 1rem; }
input { font: inherit; width: 100%; min-height: 44px; padding: .5rem .75rem; border: 1px solid light-dark(#747d87, #8a949f); border-radius: 8px; background: Field; color: FieldText; }
button, a.button { font: inherit; font-weight: 600; display: block; width: 100%; min-height: 44px; padding: .55rem 1rem; border: 1px solid var(--link); border-radius: 8px; cursor: pointer; text-align: center; text-decoration: none; background: none; color: var(--link); }
button.first, a.button { background: var(--link); color: var(--on-link); }
button:hover, a.button:hover { text-decoration: underline; }
.choices { display: grid; gap: .6rem; margin: 0 0 1rem; }
a { color: var(--link); }
button:focus-visible, a:focus-visible, input:focus-visible, summary:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
details { margin-top: 1.5rem; border-top: 1px solid var(--line); padding-top: .75rem; }
summary { cursor: pointer; font-weight: 600; min-height: 32px; }
.cards { list-style: none; margin: .5rem 0 0; padding: 0; }
.cards a { display: flex; flex-wrap: wrap; gap: 0 .75rem; padding: .45rem 0; text-decoration: none; }
.cards a:hover { text-decoration: underline; }
.cards code { font-family: ui-monospace, monospace; }
.cards span { color: var(--quiet); }
`;
