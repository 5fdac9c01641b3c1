import { type Page, test } from 'playwright/test'
import { fixedShare } from '@/scripts/thorough.mjs'

/**
 * Widths of a phone held either way, and of windows: 320 px are what is left of a wide one at 400 percent. `npm test`
 * takes the ends, the usual width, and a share of those between by the name of the test, so that all tests together try
 * each width. At 1500 px the scoreboard no longer scrolls sideways by itself.
 */
export const widthsOf = (isMobile: boolean): readonly number[] => [
  320,
  ...(isMobile ? [390, ...shareOf([480, 768], 2)] : [...shareOf([768, 860, 960, 1024, 1180, 1500], 3), 1440, 1920]),
]

const shareOf = (widths: readonly number[], step: number) =>
  fixedShare(
    widths.map((width) => [`${test.info().title}, ${width} px`, width] as const),
    step,
  ).map(([, width]) => width)

/** The usual width of a desktop or phone. */
const usualWidthOf = (isMobile: boolean) => (isMobile ? 390 : 1440)

/**
 * Whatever on a page scrolls sideways, breaks a word for lack of room, or has text below 12 px, at widths from 320 to
 * 1920 px, plus small controls and cut-off placeholders at the usual width; empty if nothing. Leaves the page at the
 * last width.
 */
export async function layoutErrors(page: Page, isMobile: boolean): Promise<string[]> {
  await page.evaluate(() => document.fonts.ready)
  const errors = (await smallTexts(page)).map((text) => `${text} is smaller than 12 px`)
  for (const width of widthsOf(isMobile)) {
    await page.setViewportSize({ width, height: 900 })
    let found = await tooTight(page)
    // A page that has just changed may be rendered again: only lasting errors count.
    if (found.length > 0) found = await settled(page, found)
    errors.push(...found.map((error) => `at ${width} px: ${error}`))
    if (width === usualWidthOf(isMobile))
      errors.push(
        ...(await smallTargets(page)),
        ...(await cutPlaceholders(page)).map((words) => `“${words}” is cut off`),
      )
  }
  return errors
}

/** Repeats until two consecutive looks find the same errors. */
async function settled(page: Page, first: readonly string[]): Promise<string[]> {
  for (let before = first; ; ) {
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 200))))
    const now = await tooTight(page)
    if (now.join() === before.join()) return now
    before = now
  }
}

function tooTight(page: Page): Promise<string[]> {
  return page.evaluate((width) => {
    // A phone zooms out of a page that is too wide, and then reports a larger width.
    const excess = document.documentElement.scrollWidth - width
    const words = new Set<string>()
    const range = document.createRange()
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const lines = () => new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top))).size
    while (walker.nextNode()) {
      const { currentNode: node } = walker
      const parent = node.parentElement
      // Asking for the lines of folded content would lay it out.
      if (!parent?.checkVisibility()) continue
      // A single line, as most texts are, breaks no word, and asking for each word costs far more.
      range.selectNodeContents(node)
      if (lines() < 2) continue
      // Identifiers and URLs have no natural place to break, and neither do their parts.
      if (parent.closest('.wire, code, pre, textarea, select, option')) continue
      for (const { 0: word, index } of (node.textContent ?? '').matchAll(
        /(?<![\p{L}\p{N}_./:-])\p{L}{3,16}(?![\p{L}\p{N}_./:-])/gu,
      )) {
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        if (lines() > 1) words.add(word)
      }
    }
    return [
      ...(excess > 0 ? [`${excess} px too wide`] : []),
      ...[...words].slice(0, 5).map((word) => `the word ${word} is broken`),
    ]
  }, page.viewportSize()?.width ?? 0)
}

function smallTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts: string[] = []
    while (walker.nextNode()) {
      const parent = walker.currentNode.parentElement
      if (!parent?.checkVisibility() || !walker.currentNode.textContent?.trim()) continue
      if (Number.parseFloat(getComputedStyle(parent).fontSize) < 11.99) texts.push(walker.currentNode.textContent)
    }
    return texts
  })
}

/**
 * Controls that are lower or narrower than 24 px, whatever room is around them. A link in a sentence is as high as its
 * line. WCAG 2.2, 2.5.8
 */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const selector = 'a[href], button, summary, input:not([type=hidden]), select, textarea'
    const isInline = (element: Element) => getComputedStyle(element).display === 'inline'
    /** Whether other words share its line. */
    const isInSentence = (control: Element) => {
      if (!isInline(control)) return false
      let block = control.parentElement
      while (block && isInline(block)) block = block.parentElement
      const words = block?.cloneNode(true) as Element
      for (const other of words.querySelectorAll(`${selector}, .sr-only`)) other.remove()
      return /\p{L}{2}/u.test(words.textContent ?? '')
    }
    /** A link may cover its whole row. */
    const isCovering = (control: Element) => {
      const { content, position } = getComputedStyle(control, '::after')
      return content !== 'none' && position === 'absolute'
    }
    const areaOf = (control: Element) =>
      control.closest('label') ?? (isCovering(control) ? (control as HTMLElement).offsetParent : null) ?? control
    return Array.from(document.querySelectorAll(selector)).flatMap((control) => {
      if (!control.checkVisibility({ visibilityProperty: true })) return []
      const { width, height } = areaOf(control).getBoundingClientRect()
      // One pixel means screen readers only; half a pixel is rounding.
      if (width <= 1 || (width >= 23.5 && height >= 23.5) || isInSentence(control)) return []
      const name = control.textContent?.trim() || control.getAttribute('aria-label') || control.outerHTML.slice(0, 120)
      return `${control.tagName.toLowerCase()} “${name}” is ${Math.round(width)} × ${Math.round(height)} px`
    })
  })
}

/** Placeholders of single-line fields that do not fit. */
export function cutPlaceholders(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const pen = document.createElement('canvas').getContext('2d')
    if (pen === null) throw new Error('The browser draws no text on a canvas.')
    return Array.from(document.querySelectorAll<HTMLInputElement>('input[placeholder]'))
      .filter((field) => field.checkVisibility({ visibilityProperty: true }))
      .filter((field) => {
        const { font, paddingLeft, paddingRight } = getComputedStyle(field)
        pen.font = font
        const room = field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
        return pen.measureText(field.placeholder).width > room
      })
      .map(({ placeholder }) => placeholder)
  })
}
