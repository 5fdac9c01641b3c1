import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from 'playwright/test'

type Violations = readonly { readonly id: string; readonly nodes: readonly AxeNode[] }[]
type AxeNode = { readonly target: readonly unknown[]; readonly failureSummary?: string }

/** The small form of axe: a browser takes longer to receive it than to check most pages. */
const axe = readFileSync(
  createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
)

/**
 * What axe reports about a page in its current state, one line each; empty if nothing. A live page may be caught half
 * drawn, without a title for a moment, so only lasting violations count. Adds one rule that axe omits by default: names
 * must contain the visible words, for people who use voice control (2.5.3).
 */
export const violations = (page: Page): Promise<string[]> =>
  lasting(async () => {
    await expect(page).toHaveTitle(/\S/)
    // axe only looks at this frame.
    expect(page.frames()).toHaveLength(1)
    return look(page, {
      rules: Object.fromEntries(
        ['label-content-name-mismatch', 'target-size'].map((id) => [id, { enabled: true }] as const),
      ),
    })
  })

/** What axe reports about the colours of a page that `violations` has checked, e.g. in the other theme. */
export const colourViolations = (page: Page): Promise<string[]> =>
  lasting(() => look(page, { runOnly: { type: 'rule', values: ['color-contrast'] } }))

/** Repeats until two consecutive looks find the same. */
async function lasting(look: () => Promise<string[]>): Promise<string[]> {
  for (let before = await look(); ; ) {
    if (before.length === 0) return before
    const now = await look()
    if (now.join() === before.join()) return now
    before = now
  }
}

/**
 * One run of axe. The two rules that take longest by far on a page that repeats its rows a hundred times, look at the elements that count:
 *
 * - The contrast of text, with up to three texts of each kind. Texts are of one kind when the computed styles of colour and
 *   size agree, their own and those of everything that they are in: they have the same contrast.
 * - Targets of at least 24 px, with the exceptions of WCAG 2.2, 2.5.8: axe leaves this rule out by default. It looks at those that
 *   overlap others, and at small ones with another near by: every other one is large or lies apart.
 */
async function look(page: Page, options: Readonly<Record<string, unknown>>): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe)
  const found = await page.evaluate(async (options) => {
    // What an anchor scrolled beneath the header counts as covered.
    window.scrollTo({ top: 0, behavior: 'instant' })
    const names = new Map<string, number>()
    const nameOf = (style: string): number => {
      const name = names.get(style) ?? names.size
      names.set(style, name)
      return name
    }
    const grounds = new Map<Element, number>()
    /** Names the background of an element. */
    const groundOf = (element: Element | null): number => {
      if (element === null) return -1
      const known = grounds.get(element)
      if (known !== undefined) return known
      const { backgroundColor, backgroundImage, opacity, filter, mixBlendMode } = getComputedStyle(element)
      const own = [backgroundColor, backgroundImage, opacity, filter, mixBlendMode]
      const ground = nameOf([groundOf(element.parentElement), ...own].join('|'))
      grounds.set(element, ground)
      return ground
    }
    const kinds = new Map<string, Element[]>()
    const add = (element: Element) => {
      // Asking for the size of folded content would lay it out.
      if (!element.checkVisibility()) return
      const { width, height } = element.getBoundingClientRect()
      // One pixel means screen readers only.
      if (width <= 1 || height <= 1) return
      const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element)
      const disabled = element.closest(':disabled, [aria-disabled=true]') !== null
      const kind = [groundOf(element), color, fontSize, fontWeight, textShadow, disabled].join('|')
      const like = kinds.get(kind)
      if (like === undefined) kinds.set(kind, [element])
      else if (like.length < 3 && !like.includes(element)) like.push(element)
    }
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode())
      if (/\S/.test(texts.currentNode.textContent ?? '') && texts.currentNode.parentElement)
        add(texts.currentNode.parentElement)
    for (const field of document.querySelectorAll('input, select, textarea')) add(field)
    const targets = [
      ...document.querySelectorAll('a[href], area, button, input, select, summary, textarea, [role][tabindex]'),
    ]
      .filter((element) => element.checkVisibility())
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
    const isSmall = ({ width, height }: DOMRect) => width < 24 || height < 24
    /**
     * Whether another target, or a 24 px circle around a small one, comes too close to the middle of a box, with a
     * pixel to spare.
     */
    const isNear = (box: DOMRect, other: DOMRect): boolean => {
      const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2]
      const [far, away] = [Math.abs(x - (other.left + other.right) / 2), Math.abs(y - (other.top + other.bottom) / 2)]
      if (isSmall(other) && far < 25 && away < 25) return true
      return other.left - 13 < x && x < other.right + 13 && other.top - 13 < y && y < other.bottom + 13
    }
    const overlap = (box: DOMRect, other: DOMRect): boolean =>
      box.left < other.right && other.left < box.right && box.top < other.bottom && other.top < box.bottom
    const tight = targets.filter(({ element, box }) => {
      const small = isSmall(box)
      return targets.some(
        (other) => other.element !== element && (overlap(box, other.box) || (small && isNear(box, other.box))),
      )
    })
    const chosen = [
      ['color-contrast', 'data-axe-text', [...kinds.values()].flat()],
      ['target-size', 'data-axe-target', tight.map(({ element }) => element)],
    ] as const
    for (const [, name, elements] of chosen) for (const element of elements) element.setAttribute(name, '')
    const axe = Reflect.get(window, 'axe')
    // Omits parts of the result that nobody reads, which cost more than most rules.
    axe.configure({ noHtml: true, rules: chosen.map(([id, name]) => ({ id, selector: `[${name}]` })) })
    const { violations } = await axe.run(document, { resultTypes: ['violations'], ...options })
    for (const [, name, elements] of chosen) for (const element of elements) element.removeAttribute(name)
    return violations as Violations
  }, options)
  return lines(found)
}

const lines = (found: Violations): string[] =>
  found.map(
    ({ id, nodes }) =>
      `${id} at ${nodes.map((node) => `${node.target.join(' ')}`).join(', ')} (${nodes[0]?.failureSummary})`,
  )
