import { visibleText } from '../../shared/values/escape'

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Characters that XML cannot contain, not even as a reference. XML 1.0 section 2.2 */
const notXml = /\p{Cs}|[\ufffe\uffff]/gu

/**
 * Escapes a text for content or attribute values of HTML and XML. Invisible characters are shown by name; other
 * characters that XML cannot contain become U+FFFD.
 */
export const escapeMarkup = (text: string): string =>
  visibleText(text)
    .replace(notXml, '\ufffd')
    .replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)

/** Escapes a text so that Markdown shows it literally on one line, even inside a table and whatever the wallet sent. */
export const plainText = (text: string): string =>
  visibleText(text)
    .replace(/\s+/g, ' ')
    .replace(/[\\`*_{}[\]<>()#+!|~&@-]/g, (sign) => `\\${sign}`)

/** Returns a value as inline code, fenced by more backticks than it contains in a row. */
export function code(text: string): string {
  const line = visibleText(text).replace(/\s+/g, ' ')
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  const pad = longest > 0 ? ' ' : ''
  return line === '' ? '' : `${fence}${pad}${line}${pad}${fence}`
}

/** Inline code in a cell of a table: a `|` ends the cell even there, and only there a backslash before it is not shown. */
export const codeInCell = (text: string): string => code(text).replaceAll('|', '\\|')

/** Styles of a single-file report, for both themes and A4. */
export const reportStyle = `
:root{color-scheme:light dark;--line:#c9cdd3;--soft:#f3f4f6;--fail:#b42318;--warn:#8a5300;--pass:#1a6b3c;--dim:#565d68;--unseen:#7f8793}
@media (prefers-color-scheme:dark){:root{--line:#3a4049;--soft:#1d2127;--fail:#ff8a7d;--warn:#f0b45b;--pass:#6fd39a;--dim:#a4abb6;--unseen:#7f8793}}
*{box-sizing:border-box}body{margin:0 auto;max-width:62rem;padding:1.5rem 1rem 3rem;background:Canvas;color:CanvasText;font:15px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
h1{font-size:1.5rem;line-height:1.25;margin:0 0 .5rem}h2{font-size:1.15rem;margin:2rem 0 .5rem}h3{font-size:1rem;margin:0}
a{color:inherit}code,.wire{font:13px/1.5 ui-monospace,monospace}
dl{display:grid;grid-template-columns:fit-content(35%) 1fr;gap:.15rem 1rem;margin:0}dt{color:var(--dim)}dd{margin:0;min-width:0}
.verdict{font-weight:600;font-size:1.1rem}.fail{color:var(--fail)}.warn{color:var(--warn)}.pass{color:var(--pass)}.dim{color:var(--dim)}
article{border:1px solid var(--line);border-left:4px solid var(--fail);border-radius:6px;padding:.75rem 1rem;margin:.75rem 0}
article.warn-box{border-left-color:var(--warn)}
.scroll{overflow-x:auto}table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:top;padding:.3rem .6rem .3rem 0;border-bottom:1px solid var(--line);overflow-wrap:normal}td code,td.wire{overflow-wrap:anywhere}
th{color:var(--dim);font-weight:600}td.status{white-space:nowrap}
.cause{margin:.25rem 0}.strip{display:flex;flex-wrap:wrap;gap:6px 2px;align-items:flex-end;margin:1rem 0;padding:.75rem 0;border-block:1px solid var(--line)}
.strip i{width:3px;height:9px;border-radius:1px;background:var(--pass)}.strip .fail{width:5px;height:16px;background:var(--fail)}.strip .warn{height:12px;background:var(--warn)}
.strip .not_observed{height:7px;background:none;border:1px solid var(--unseen)}.strip .not_applicable{height:2px;background:var(--unseen)}
.steps th[scope=row]{color:inherit;font-weight:400}.steps :is(td,th[scope=col]:not(:first-child)){text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
.steps td{color:var(--dim)}.steps .fail{color:var(--fail);font-weight:600}.steps .warn{color:var(--warn);font-weight:600}.steps .pass{color:var(--pass)}.steps .sum :is(th,td){font-weight:600;border-bottom:0}
details{border-top:1px solid var(--line)}details:last-of-type{border-bottom:1px solid var(--line)}summary{cursor:pointer;padding:.6rem 0}summary h2{display:inline;font-size:1rem;margin:0 0 0 .25rem}
@media screen and (max-width:40rem){.steps th[scope=col]:not(:first-child){writing-mode:vertical-rl;transform:rotate(180deg);text-align:left;padding:.3rem 0}.steps :is(td,th){padding-right:.4rem}}
@page{size:A4;margin:14mm}
@media print{:root{color-scheme:light}body{max-width:none;padding:0;font-size:10pt}article,tr{break-inside:avoid}thead{display:table-header-group}h2,h3{break-after:avoid}.scroll{overflow:visible}
details::details-content{content-visibility:visible;height:auto}.strip i{print-color-adjust:exact}}
`
