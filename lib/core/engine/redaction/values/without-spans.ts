import type { Span } from '../../../ground/ports/made-in'
import { removed } from './redact-text'

/** Replaces these parts of a text with marks, by default with one that says the length. Parts that overlap share a mark. */
export function withoutSpans(
  text: string,
  spans: readonly Span[],
  markOf: (found: string) => string = (found) => removed('redacted', found.length),
): string {
  let result = ''
  let done = 0
  let open: Span | null = null
  const close = (): void => {
    if (open === null) return
    result += text.slice(done, open.from) + markOf(text.slice(open.from, open.to))
    done = open.to
  }
  for (const span of spans.toSorted((left, right) => left.from - right.from || right.to - left.to)) {
    if (open !== null && span.from < (open as Span).to)
      open = { from: (open as Span).from, to: Math.max((open as Span).to, span.to) }
    else {
      close()
      open = span
    }
  }
  close()
  return result + text.slice(done)
}
