/** The style sheet of a page: system fonts, light and dark, phones and print. */
import { FONT, variables } from './theme.ts';

export const STYLE = `
:root{color-scheme:light dark;${variables('light')};--page:#f5f6f8;--card:#fefefe;--line:#d5dae1;--link:#1d5fc2}
@media (prefers-color-scheme:dark){:root{${variables('dark')};--page:#0e1116;--card:#14181e;--line:#303842;--link:#82b4ff}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--page);color:var(--ink);font:16px/1.55 ${FONT}}
main,header.top,footer{max-width:60rem;margin:0 auto;padding:0 1rem}
header.top{padding-top:2rem}
h1{font-size:1.7rem;line-height:1.2;margin:0 0 .3rem}
h2{font-size:1.35rem;line-height:1.25;margin:2.5rem 0 .8rem}
h3{font-size:1.1rem;margin:2rem 0 .5rem}
h4{font-size:1rem;margin:0}
h1,h2,h3,h4,p,li,dd,figcaption,code,tbody th{overflow-wrap:anywhere}
a{color:var(--link)}
a:focus-visible,summary:focus-visible,[tabindex]:focus-visible,button:focus-visible,select:focus-visible,input:focus-visible{outline:3px solid var(--link);outline-offset:2px}
.skip{position:absolute;left:-9999px}
.skip:focus{left:1rem;top:1rem;background:var(--card);padding:.5rem 1rem}
.sub{color:var(--soft);margin:.2rem 0;font-size:.9rem}
nav ul{list-style:none;display:flex;flex-wrap:wrap;gap:.2rem 1rem;padding:0;margin:.8rem 0;font-size:.9rem}
.pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,17rem),1fr));gap:1rem;margin:1rem 0}
.card{background:var(--card);border:1px solid var(--line);border-top:4px solid var(--soft);border-radius:6px;padding:.8rem 1rem}
.card.naive{border-top-color:var(--naive)}
.card.aware{border-top-color:var(--aware)}
.card h3{margin:0;font-size:.95rem;font-weight:600}
.card .big{font-size:2.1rem;font-weight:700;line-height:1.25;white-space:nowrap}
.card p{margin:.2rem 0}
.card .bounds{font-size:1.15rem}
.nw{white-space:nowrap}
.verdict{font-size:1.1rem;border-left:4px solid var(--ink);padding-left:.9rem;margin:1.2rem 0}
figure{margin:1.5rem 0;background:var(--card);border:1px solid var(--line);border-radius:6px;padding:.9rem 1rem}
.scroll{overflow-x:auto;max-width:100%}
figure svg{display:block;margin:.6rem 0 0;max-width:none;height:auto}
figcaption strong{font-size:1rem}
figure.fit svg{max-width:100%}
details{margin:.6rem 0}
summary{cursor:pointer;color:var(--link)}
table{border-collapse:collapse;font-size:.85rem;font-variant-numeric:tabular-nums;background:var(--card)}
caption{text-align:left;color:var(--soft);padding:.3rem 0}
th,td{padding:.25rem .6rem;border-bottom:1px solid var(--line);text-align:left;vertical-align:top}
th.num,td.num{text-align:right;white-space:nowrap}
tbody th{min-width:9rem;font-weight:600}
td{min-width:3.5rem}
thead th{background:var(--card);border-bottom:2px solid var(--line)}
code,pre{font:.85em ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace}
pre{background:var(--card);border:1px solid var(--line);border-radius:6px;padding:.7rem 1rem;white-space:pre-wrap;overflow-wrap:anywhere}
dl{display:grid;grid-template-columns:minmax(8rem,max-content) 1fr;gap:.3rem 1rem;margin:.5rem 0}
dt{color:var(--soft)}
dd{margin:0;overflow-wrap:anywhere}
.warnings li{margin:.3rem 0}
button,select,input{font:inherit;color:inherit;background:var(--card);border:1px solid var(--soft);border-radius:4px;padding:.25rem .5rem}
button{cursor:pointer}
.controls{display:flex;flex-wrap:wrap;gap:.6rem 1rem;align-items:end}
.controls label{display:grid;font-size:.85rem;color:var(--soft);max-width:100%}
.controls select,.controls input{max-width:100%}
.explorer{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,24rem),1fr));gap:1rem}
.explorer tbody th{min-width:13rem}
.tall{max-height:30rem;overflow:auto;background:var(--card);border:1px solid var(--line);border-radius:6px}
button.name{border:0;background:none;padding:0;color:var(--link);text-align:left;text-decoration:underline;overflow-wrap:anywhere}
tr.chosen{background:var(--awareBand)}
tr.chosen th{background:none}
#vg-tooltip-element{visibility:hidden;position:fixed;z-index:9;max-width:22rem;padding:.5rem .7rem;background:var(--card);color:var(--ink);border:1px solid var(--soft);border-radius:4px;font-size:.8rem;pointer-events:none}
#vg-tooltip-element.visible{visibility:visible}
#vg-tooltip-element table{background:none;font-size:inherit}
#vg-tooltip-element td{border:0;padding:.1rem .4rem .1rem 0}
footer{color:var(--soft);font-size:.85rem;padding-bottom:3rem}
@media (max-width:30rem){dl{grid-template-columns:1fr}dd{margin-bottom:.4rem}h1{font-size:1.4rem}figure{padding:.7rem .6rem}}
@media print{
:root{${variables('light')};--page:#fff;--card:#fff;--line:#ccc;color-scheme:light}
body{font-size:10pt}
nav,.skip,.controls{display:none}
main,header.top,footer{max-width:none;padding:0}
figure,figcaption,.card,tr{break-inside:avoid}
h2,h3,h4,figcaption{break-after:avoid}
.scroll{overflow:visible}
figure{border:0;padding:0}
figure svg{max-width:100%;max-height:215mm;width:auto}
figure.fit:not([data-figure=heatmap]) svg{max-width:105mm}
table{font-size:7.5pt}
}
`.trim();
