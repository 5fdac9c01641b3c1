import { escapeMarkup as text } from '../../engine/reports/markup'
import { barHeight, blockSizes, layOut, leading, page } from './summary-layout'
import { helveticaWidth } from './summary-pdf'
import { type SummaryBlock, summaryBlocks } from './summary-words'
import type { Summary } from './z-summary'

/** A browser may take another font than Helvetica: this much wider at most. */
const widthOf = (one: string): number => (one < '\u0100' ? 1.15 * helveticaWidth(one) : 1400)

const tags: Readonly<Record<SummaryBlock['kind'], string>> = {
  ...{ title: 'h1', heading: 'h2', strong: 'p', text: 'p', small: 'p' },
}

/** Renders a summary as one self-contained HTML file without scripts, which prints on one A4 page. */
export function summaryHtml(summary: Summary): string {
  const blocks = summaryBlocks(summary)
  const { scale } = layOut(blocks, widthOf)
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text(`Summary: ${summary.wallet.name} ${summary.wallet.version}`)}</title>
<style>${style(scale)}</style>
<main>
${blocks.map(blockHtml).join('\n')}
</main>
</html>
`
}

const blockHtml = ({ kind, text: words, bar }: SummaryBlock): string =>
  `<${tags[kind]} class="${kind}" dir="auto">${text(words)}</${tags[kind]}>${bar === undefined ? '' : barHtml(bar)}`

/** The words beside it say the same, so no reader hears it. */
const barHtml = (bar: NonNullable<SummaryBlock['bar']>): string =>
  `<div class="bar" aria-hidden="true">${(['passed', 'failed', 'inconclusive', 'not_run'] as const)
    .map((part) => (bar[part] === 0 ? '' : `<i class="${part}" style="flex-grow:${bar[part]}"></i>`))
    .join('')}</div>`

/** Sizes are those of the PDF, in parts of its text; printed, the text is as small as it has to be. */
const style = (scale: number): string => `
:root{color-scheme:light}*{box-sizing:border-box}
html{font-size:16px;background:#fff;color:#000}body{margin:0}
main{max-width:42rem;margin:0 auto;padding:1.5rem 1rem;font:1rem/${leading} Helvetica,Arial,"Liberation Sans",sans-serif;overflow-wrap:anywhere}
h1,h2,p{margin:0;font-weight:400}.title,.heading,.strong{font-weight:700}
${Object.entries(blockSizes)
  .map(([kind, { size, above }]) => `.${kind}{font-size:${size / 10}rem;padding-top:${above / 10}rem}`)
  .join('')}
.bar{display:flex;height:${barHeight.bar / 10}rem;margin-top:${barHeight.above / 10}rem;border:1px solid #000;print-color-adjust:exact;-webkit-print-color-adjust:exact}
.bar i{flex:0 0 0}.passed{background:#404040}.failed{background:repeating-linear-gradient(135deg,#000 0 2px,#fff 2px 5px)}.inconclusive{background:#bfbfbf}
@page{size:A4 portrait;margin:${page.margin}pt}
@media print{html{font-size:${scale * 10}pt}main{max-width:none;padding:0;max-height:${page.height - 2 * page.margin}pt;overflow:hidden}}
`
