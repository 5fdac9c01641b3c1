import { expect } from 'vitest'

/** An element of a page: the attributes of its start tag, and its visible text. */
interface Shown {
  readonly value: string
  readonly text: string
  readonly html: string
}

/** What the page of a session says, read from its HTML as a browser without JavaScript would. */
export interface ShownPage {
  /** Title of the tab. */
  readonly tab: string
  readonly pill: Shown
  /** `null` while the page shows the QR code and no verdict. */
  readonly headline: Shown | null
  /** What stands beside and under the headline. */
  readonly also: string
  /** The numbers in it by their labels, e.g. `passed`. */
  readonly counts: Readonly<Record<string, number>>
  /** What to do next and where the flow stands, wherever the page says it. */
  readonly now: readonly string[]
  /** The state of each step in the left rail. */
  readonly rail: readonly string[]
  /** Exchanges whose row says that they decided the outcome. */
  readonly decided: readonly string[]
  /** The ticks of the strip, counted by their labels. */
  readonly strip: Readonly<Record<string, number>>
  /** What was wrong, from the row of each check that the list shows as failed. */
  readonly failed: readonly string[]
}

/** Fetches the page of a session. Only the failed checks are unfolded below the verdict. */
export async function readShownPage(url: string): Promise<ShownPage> {
  const answer = await fetch(`${url}?status=fail&tab=facts`)
  expect(answer.status).toBe(200)
  const html = await answer.text()
  const [pill] = elements(html, 'data-pill')
  const [detail, counted] = ['data-also', 'data-counts'].map((name) => elements(html, name)[0]?.text ?? '')
  const also = `${detail} ${counted}`
  if (pill === undefined) throw new Error(`${url} shows no pill.`)
  return {
    tab: textOf(/<title>(.*?)<\/title>/s.exec(html)?.[1] ?? ''),
    pill,
    headline: elements(html, 'data-tone')[0] ?? null,
    also,
    counts: addUp([also]),
    now: elements(html, 'data-now').map(({ text }) => text),
    rail: elements(html, 'data-step').map(({ value }) => value),
    decided: elements(html, 'data-decided').map(({ value }) => value),
    strip: addUp(elements(html, 'data-strip').map(({ html: part }) => /aria-label="([^"]*)"/.exec(part)?.[1] ?? '')),
    failed: elements(html, 'data-check').map(({ text, html: row }) => {
      expect(text).toMatch(/^Failed/)
      return textOf(/<a [^>]*>(.*?)<\/a>/s.exec(row)?.[1] ?? '')
    }),
  }
}

/** The elements with an attribute. React writes well-formed tags, so the end tag is found by counting. */
function elements(html: string, attribute: string): Shown[] {
  return [...html.matchAll(new RegExp(`<(\\w+)(?: [^<>]*)? ${attribute}="([^"]*)"[^<>]*>`, 'g'))].map((start) => {
    const [tag, name, value = ''] = start
    const from = start.index + tag.length
    let depth = 1
    for (const { 0: found, index } of html.slice(from).matchAll(new RegExp(`</?${name}[ >]`, 'g'))) {
      depth += found.startsWith('</') ? -1 : 1
      if (depth === 0) {
        const inner = html.slice(from, from + index)
        return { value: textOf(value), text: textOf(inner), html: inner }
      }
    }
    throw new Error(`The element with ${attribute} has no end.`)
  })
}

const characters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }

/** The visible text of our HTML. */
export const textOf = (html: string): string =>
  html.replaceAll(/<[^>]*>/g, '').replaceAll(/&(#?\w+);/g, (whole, name) => characters[name] ?? whole)

/** Adds up texts such as `1 failed, 5 passed`, even without a separator between parts. */
function addUp(texts: readonly string[]): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const text of texts)
    for (const [, count, word = ''] of text.matchAll(/(\d+) (failed|warning|passed|not observed|not applicable)/g))
      sums[word] = (sums[word] ?? 0) + Number(count)
  return sums
}
