import { expect, test } from '@playwright/test'
import { everyPage } from './support/every-page'

const widths = [320, 390, 768, 1024, 1180, 1440, 1920]

test('no page scrolls sideways from 320 to 1920 px', async ({ page, request }) => {
  test.setTimeout(240_000)
  const tooWide: string[] = []
  for (const { name, open } of everyPage) {
    await page.goto(await open(request))
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      if (excess > 0) tooWide.push(`${name} at ${width} px: ${excess} px too wide`)
    }
  }
  expect(tooWide).toEqual([])
})

test('no word is broken for want of room from 320 to 1920 px', async ({ page, request }) => {
  test.setTimeout(300_000)
  const broken: string[] = []
  for (const { name, open } of everyPage) {
    await page.goto(await open(request))
    for (const width of [320, 480, 768, 860, 960, ...widths.slice(3)]) {
      await page.setViewportSize({ width, height: 900 })
      const words = await page.evaluate(() => {
        const found: string[] = []
        const range = document.createRange()
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
        while (walker.nextNode()) {
          const { currentNode: node } = walker
          const parent = node.parentElement
          // Identifiers and addresses have no place of their own to break at, nor have their parts.
          if (!parent?.checkVisibility() || parent.closest('.wire, code, pre, textarea, select, option')) continue
          for (const { 0: word, index } of (node.textContent ?? '').matchAll(
            /(?<![\p{L}\p{N}_./:-])\p{L}{3,16}(?![\p{L}\p{N}_./:-])/gu,
          )) {
            range.setStart(node, index)
            range.setEnd(node, index + word.length)
            if (new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top))).size > 1) found.push(word)
          }
        }
        return found
      })
      broken.push(...[...new Set(words)].slice(0, 5).map((word) => `${name} at ${width} px: ${word}`))
    }
  }
  expect(broken).toEqual([])
})

test('no text is smaller than 12 px', async ({ page, request }) => {
  test.setTimeout(120_000)
  const small: string[] = []
  for (const { name, open } of everyPage) {
    await page.goto(await open(request))
    const found = await page.evaluate(() => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      const texts: string[] = []
      while (walker.nextNode()) {
        const parent = walker.currentNode.parentElement
        if (!parent?.checkVisibility() || !walker.currentNode.textContent?.trim()) continue
        if (Number.parseFloat(getComputedStyle(parent).fontSize) < 11.99) texts.push(walker.currentNode.textContent)
      }
      return texts
    })
    small.push(...found.map((text) => `${name}: ${text}`))
  }
  expect(small).toEqual([])
})
