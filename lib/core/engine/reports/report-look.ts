/** The look of a report in one file: in both themes, and on A4. */
export const reportStyle = `
:root{color-scheme:light dark;--line:#c9cdd3;--soft:#f3f4f6;--fail:#b42318;--warn:#8a5300;--pass:#1a6b3c;--dim:#565d68}
@media (prefers-color-scheme:dark){:root{--line:#3a4049;--soft:#1d2127;--fail:#ff8a7d;--warn:#f0b45b;--pass:#6fd39a;--dim:#a4abb6}}
*{box-sizing:border-box}body{margin:0 auto;max-width:62rem;padding:1.5rem 1rem 3rem;background:Canvas;color:CanvasText;font:15px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
h1{font-size:1.5rem;line-height:1.25;margin:0 0 .5rem}h2{font-size:1.15rem;margin:2rem 0 .5rem}h3{font-size:1rem;margin:0}
a{color:inherit}code,.wire{font:13px/1.5 ui-monospace,monospace}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.15rem 1rem;margin:0}dt{color:var(--dim)}dd{margin:0;min-width:0}
.verdict{font-weight:600;font-size:1.1rem}.fail{color:var(--fail)}.warn{color:var(--warn)}.pass{color:var(--pass)}.dim{color:var(--dim)}
article{border:1px solid var(--line);border-left:4px solid var(--fail);border-radius:6px;padding:.75rem 1rem;margin:.75rem 0}
article.warn-box{border-left-color:var(--warn)}
.scroll{overflow-x:auto}table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:top;padding:.3rem .6rem .3rem 0;border-bottom:1px solid var(--line);overflow-wrap:normal}td code,td.wire{overflow-wrap:anywhere}
th{color:var(--dim);font-weight:600}td.status{white-space:nowrap}
@page{size:A4;margin:14mm}
@media print{:root{color-scheme:light}body{max-width:none;padding:0;font-size:10pt}article,tr{break-inside:avoid}thead{display:table-header-group}h2,h3{break-after:avoid}.scroll{overflow:visible}}
`
