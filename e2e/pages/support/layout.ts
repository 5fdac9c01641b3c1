import type { Page } from 'playwright/test'

/** Of a phone held either way, and of windows: 320 px are what is left of a wide one at 400 percent. */
const widthsOf = (isMobile: boolean) => (isMobile ? [320, 390, 480, 768] : [320, 768, 860, 960, 1024, 1180, 1440, 1920])

/**
 * What of a page scrolls sideways, breaks a word because there is no room or has text below 12 px, at each width from
 * 320 to 1920 px; empty if nothing. Leaves the page at the last width.
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
  }
  return errors
}

/** Repeats until two consecutive pictures of the page show the same errors. */
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
      // No word is broken in a text of one line, as most are, and asking for each word costs far more.
      range.selectNodeContents(node)
      if (lines() < 2) continue
      const parent = node.parentElement
      // Identifiers and URLs have no natural place to break, nor have their parts.
      if (!parent?.checkVisibility() || parent.closest('.wire, code, pre, textarea, select, option')) continue
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
