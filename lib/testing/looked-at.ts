// biome-ignore-all lint/suspicious/noExplicitAny: functions of the platform, of every kind

type Original = (...args: any[]) => any
/** Wraps a platform function so that it notes how much it looks at. */
type Wrap = (original: Original, note: (count: number) => void) => Original

const textIndexOf = String.prototype.indexOf

/** A search: up to the end of what it finds, or all that is left. */
const search: Wrap = (original, note) =>
  function (this: string, sought: unknown, from?: number) {
    const at = textIndexOf.call(this, String(sought), from)
    note((at < 0 ? this.length : at + String(sought).length) - (from ?? 0))
    return original.call(this, sought, from)
  }

/** An execution: up to its match. Backtracking is not seen; see linear-expressions.test.ts. */
const execution: Wrap = (original, note) =>
  function (this: RegExp, text: unknown) {
    const from = this.global || this.sticky ? this.lastIndex : 0
    const found = original.call(this, text)
    note((found === null ? String(text).length : found.index + found[0].length) - from)
    return found
  }

/** Passes over everything it is called on. */
const pass: Wrap = (original, note) =>
  function (this: { readonly length: number }, ...args: unknown[]) {
    note(this.length)
    return original.apply(this, args)
  }

/** Calls back for each element until it is done. */
const elements: Wrap = (original, note) =>
  function (this: unknown, callback: Original, ...more: unknown[]) {
    let count = 0
    const counted: Original = (...args) => {
      count += 1
      return callback(...args)
    }
    const result = original.call(this, counted, ...more)
    note(count)
    return result
  }

const wraps: readonly (readonly [prototype: object, wrap: Wrap, names: readonly string[]])[] = [
  [String.prototype, search, ['includes', 'indexOf']],
  [String.prototype, pass, ['normalize', 'replace', 'replaceAll', 'split', 'toLowerCase', 'toUpperCase', 'trim']],
  [RegExp.prototype, execution, ['exec']],
  [Array.prototype, pass, ['includes', 'indexOf', 'join', 'sort', 'toSorted']],
  [Array.prototype, elements, ['every', 'filter', 'find', 'findIndex', 'flatMap', 'forEach', 'map', 'reduce', 'some']],
]

/**
 * How many characters and elements platform functions look at while `work` runs: the same on every machine, however
 * busy. Loops of our own are not counted.
 */
export async function lookedAt(work: () => unknown): Promise<number> {
  let sum = 0
  const note = (count: number): void => {
    sum += count
  }
  const undo: (() => void)[] = []
  for (const [prototype, wrap, names] of wraps)
    for (const name of names) {
      const own = Object.getOwnPropertyDescriptor(prototype, name) as PropertyDescriptor
      undo[undo.length] = () => Object.defineProperty(prototype, name, own)
      Object.defineProperty(prototype, name, { ...own, value: wrap(own.value, note) })
    }
  try {
    await work()
  } finally {
    for (const restore of undo) restore()
  }
  return sum
}
