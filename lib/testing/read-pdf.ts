/** The text of a PDF whose content is not compressed: its strings in order, with nothing between them. */
export function textOfPdf(pdf: string): string {
  const content = /stream\n([\s\S]*?)\nendstream/.exec(pdf)?.[1] ?? ''
  return [...content.matchAll(/\(((?:\\\d{3}|[^()\\])*)\) Tj/g)]
    .map(([, string = '']) =>
      string.replace(/\\(\d{3})/g, (_, octal: string) => characterOf(Number.parseInt(octal, 8))),
    )
    .join('')
}

/** Of Windows-1252, as far as tests have it. */
const characterOf = (code: number): string => (code === 0x85 ? '…' : String.fromCharCode(code))
