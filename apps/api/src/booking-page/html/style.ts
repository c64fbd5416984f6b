import { textOn } from './colours';

/** The whole style of the page, with the colours of the panel and the accent of the business. */
export function styleWith(accent: string): string {
  return `:root{color-scheme:light dark;--accent:${accent};--on:${textOn(accent)};--bg:#f7f8fa;--card:#fff;--soft:#f2f4f6;--line:#e0e2e6;--edge:#8a8e95;--text:#1a1d24;--text-2:#4b5059;--bad:#b01e25;--bad-bg:#ffeae8;--good:#006731;--good-bg:#e2f6e6;--wait:#7e4600;--wait-bg:#feeddb}
@media (prefers-color-scheme:dark){:root{--bg:#0d0f12;--card:#141619;--soft:#1a1c21;--line:#2a2d32;--edge:#6c7079;--text:#f0f1f4;--text-2:#b2b6bd;--bad:#fda19a;--bad-bg:#3f1917;--good:#8fdca4;--good-bg:#122f1b;--wait:#f5bb75;--wait-bg:#372308}}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--text);font:16px/1.5 Inter,system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:anywhere;-webkit-text-size-adjust:100%}
body::before{content:"";display:block;height:4px;background:var(--accent)}
main,.foot{max-width:640px;margin:0 auto;padding:0 16px}
header{display:flex;align-items:center;gap:12px;padding:28px 0 20px}
header img{max-width:160px;max-height:48px;object-fit:contain}
h1{margin:0;font-size:22px;line-height:28px;font-weight:600;letter-spacing:-.01em}
h2{margin:0 0 16px;font-size:18px;line-height:24px;font-weight:600}
h3{margin:24px 0 12px;font-size:15px;line-height:20px;font-weight:600}
p{margin:0 0 16px}.lead{color:var(--text-2);white-space:pre-line}.note{color:var(--text-2);font-size:14px;line-height:20px}
.card{padding:24px;border:1px solid var(--line);border-radius:12px;background:var(--card)}
.card>:last-child{margin-bottom:0}
a{color:inherit}
:focus-visible{outline:2px solid var(--text);outline-offset:2px}
dl{display:grid;gap:10px;margin:0 0 20px;padding:0 0 20px;border-bottom:1px solid var(--line)}
dl div{display:grid;grid-template-columns:minmax(84px,auto) 1fr auto;gap:12px;align-items:baseline}
dt{color:var(--text-2);font-size:14px}dd{margin:0;font-weight:500}dl a{font-size:14px}time small{display:block;color:var(--text-2);font-weight:400;font-size:14px;line-height:20px}
ul{list-style:none;margin:0 0 16px;padding:0}
.list{display:grid;gap:8px}
.row{display:flex;gap:12px;align-items:center;min-height:52px;padding:12px 16px;border:1px solid var(--line);border-radius:8px;text-decoration:none;cursor:pointer}
.row:hover,.day:hover,.time:hover{border-color:var(--edge);background:var(--soft)}
.row span{flex:1;min-width:0}.row b{display:block;font-weight:500}.row small{display:block;color:var(--text-2);font-size:14px;line-height:20px;white-space:pre-line}
.row:has(:checked){border-color:var(--text);box-shadow:inset 0 0 0 1px var(--text)}
.row .end{flex:none;color:var(--text-2);font-size:14px;text-align:right}
input[type=checkbox]{width:20px;height:20px;flex:none;margin:0;accent-color:var(--accent)}
.days{display:grid;grid-template-columns:repeat(auto-fill,minmax(72px,1fr));gap:8px}
.day,.time{display:block;width:100%;padding:10px 4px;border:1px solid var(--line);border-radius:8px;background:none;color:inherit;font:inherit;text-align:center;text-decoration:none;cursor:pointer}
.day small{display:block;color:var(--text-2);font-size:13px;line-height:18px}.day b{display:block;font-weight:600;font-size:18px;line-height:24px}
.day[aria-current]{border-color:var(--accent);background:var(--accent);color:var(--on)}.day[aria-current] small{color:inherit}
.times{display:grid;grid-template-columns:repeat(auto-fill,minmax(88px,1fr));gap:8px}
.time{min-height:44px;font-variant-numeric:tabular-nums;font-weight:500}.time small{display:block;color:var(--text-2);font-weight:400;font-size:12px;line-height:16px}
.nav{display:flex;justify-content:space-between;gap:16px;margin:0 0 16px;font-size:14px}
label.field{display:block;margin:0 0 16px}.field b{display:block;margin:0 0 4px;font-weight:500;font-size:14px;line-height:20px}.field b span{color:var(--text-2);font-weight:400}
.field input,.field textarea{width:100%;min-height:44px;padding:10px 12px;border:1px solid var(--edge);border-radius:8px;background:var(--card);color:var(--text);font:inherit}
.field textarea{min-height:88px;resize:vertical;display:block}
.agree{margin:0 0 16px}.agree label{display:flex;gap:12px;align-items:flex-start}.agree a{display:inline-block;margin:4px 0 0 32px}
.field input:focus-visible,.field textarea:focus-visible{outline-offset:0}
.field [aria-invalid]{border-color:var(--bad)}.fault{display:block;margin:4px 0 0;color:var(--bad);font-size:14px;line-height:20px}
.button{display:inline-block;min-height:44px;padding:10px 20px;border:1px solid var(--edge);border-radius:8px;background:var(--card);color:var(--text);font:500 16px/22px Inter,system-ui,sans-serif;text-align:center;text-decoration:none;cursor:pointer}
.button:hover{background:var(--soft)}
.main{border-color:var(--accent);background:var(--accent);color:var(--on);box-shadow:0 0 0 1px var(--line)}.main:hover{background:var(--accent);filter:brightness(.93)}
.wide{width:100%}.buttons{display:flex;flex-wrap:wrap;gap:8px;margin:0 0 16px}
.tell{margin:0 0 20px;padding:12px 16px;border-radius:8px;font-weight:500;background:var(--soft)}
.bad{background:var(--bad-bg);color:var(--bad)}.good{background:var(--good-bg);color:var(--good)}.wait{background:var(--wait-bg);color:var(--wait)}
.over{text-decoration:line-through;text-decoration-thickness:1px}
.trap{position:absolute;left:-9999px;width:1px;height:1px;overflow:hidden}
.foot{display:flex;flex-wrap:wrap;gap:4px 16px;padding-top:16px;padding-bottom:40px;color:var(--text-2);font-size:14px}
.foot a[aria-current]{color:var(--text);font-weight:500;text-decoration:none}
[hidden]{display:none}
@media (max-width:479px){header{padding:20px 0 16px}.card{padding:16px}dl div{grid-template-columns:1fr auto}dl dt{grid-column:1/-1;margin-bottom:-10px}.buttons .button{width:100%}}
@media print{body{background:#fff;color:#000}.foot,.buttons,form{display:none}.card{border:0;padding:0}}`;
}
