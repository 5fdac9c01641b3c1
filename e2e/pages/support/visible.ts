import type { Page } from 'playwright/test'

/** The text that a reader sees on a page, folded parts excluded, on one line. */
export const visibleText = (page: Page): Promise<string> =>
  page.locator('main').evaluate((main) => {
    const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
    const texts: string[] = []
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const { parentElement: parent } = node
      const isSeen =
        parent?.checkVisibility({ contentVisibilityAuto: false, visibilityProperty: true }) === true &&
        parent.closest('.sr-only, script, style, noscript') === null
      if (isSeen) texts.push(node.textContent ?? '')
    }
    return texts.join(' ').replaceAll(/\s+/g, ' ').trim()
  })

/** Names of the elements that scroll vertically besides the document. */
export const scrollAreas = (page: Page): Promise<string[]> =>
  page.locator('main').evaluate((main) =>
    [...main.querySelectorAll<HTMLElement>('*')]
      .filter((element) => {
        const { overflowY } = getComputedStyle(element)
        return (overflowY === 'auto' || overflowY === 'scroll') && element.scrollHeight > element.clientHeight + 1
      })
      .map(({ tagName, className }) => `${tagName} ${className}`),
  )
