import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

/** Rows of each part of the requirements; a part without numbers of its own uses its letter. */
const parts: Readonly<Record<string, number>> = {
  ...{ A1: 9, A2: 37, A3: 1, A4: 46, A5: 6, A6: 3, A7: 5, A8: 3, A9: 2 },
  ...{ B1: 10, B2: 6, B4: 10, B5: 5, B7: 1 },
  C: 4,
}
const rowIds = Object.entries(parts).flatMap(([part, count]) =>
  Array.from({ length: count }, (_, index) => (part === 'C' ? `C${index + 1}` : `${part}.${index + 1}`)),
)

const fileAt = (path: string): string => readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8')

interface Row {
  readonly id: string
  readonly shown: boolean
  readonly tests: readonly { readonly file: string; readonly title: string }[]
  /** Files that are not tests. */
  readonly words: string
}

const rows: readonly Row[] = fileAt('docs/coverage.md')
  .split('\n')
  .filter((line) => /^\| [ABC]\d/.test(line))
  .map((line) => {
    const [id = '', , mark = '', last = ''] = line
      .slice(2, -2)
      .split(' | ')
      .map((cell) => cell.trim())
    const references = [...last.matchAll(/`([^`]+\.ts)` "([^"]+)"/g)]
    return {
      id,
      shown: mark === 'x',
      tests: references.map(([, file = '', title = '']) => ({ file, title })),
      words: last.replace(/`[^`]+\.ts` "[^"]+"|<br>/g, '').trim(),
    }
  })

/** Whether the source contains a test or a group of tests with this title. */
const holds = (source: string, title: string): boolean =>
  new RegExp(`(?:\\b(?:it|describe|test)|\\))\\(\\s*(['"\`])${title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}\\1`).test(
    source,
  )

describe('docs/coverage.md', () => {
  it('has every row of what is demanded, once and in order', () => {
    expect(rows.map(({ id }) => id)).toEqual(rowIds)
  })

  it('ticks a row only with a test, and says of every other one why not', () => {
    const wrong = rows.filter(({ shown, tests, words }) => (shown ? tests.length === 0 : words === ''))
    expect(wrong.map(({ id }) => id)).toEqual([])
  })

  it('names tests that are there', () => {
    const references = rows.flatMap(({ id, tests }) => tests.map((test) => ({ id, ...test })))
    expect(references.length).toBeGreaterThan(150)
    expect(references.filter(({ file, title }) => !holds(fileAt(file), title))).toEqual([])
  })

  it('tells each difference from a row that is there, with its reason and a test', () => {
    const differences = fileAt('docs/coverage.md')
      .split('\n')
      .filter((line) => /^\| in /.test(line))
      .map((line) =>
        line
          .slice(2, -2)
          .split(' | ')
          .map((cell) => cell.trim()),
      )
    expect(differences.length).toBeGreaterThan(0)
    const wrong = differences.filter(([row = '', demands, instead, because, last = '']) => {
      const references = [...last.matchAll(/`([^`]+\.ts)` "([^"]+)"/g)]
      const gone = references.some(([, file = '', title = '']) => !holds(fileAt(file), title))
      return !rowIds.includes(row.slice(3)) || !demands || !instead || !because || references.length === 0 || gone
    })
    expect(wrong).toEqual([])
  })

  it('of the scoreboard names tests that are there, and says of every other case why there is none', () => {
    const cases = fileAt('docs/coverage-scoreboard.md')
      .split('\n')
      .filter((line) => /^\| S\d/.test(line))
    const numbers = cases.map((line) => Number(/^\| S(\d+) /.exec(line)?.[1]))
    const expected = [...Array(78).keys()].filter((n) => n > 0)
    expect(numbers).toEqual(expected)
    const wrong = cases.flatMap((line) => {
      const cell = line.slice(2, -2).split(' | ').at(-1)?.trim() ?? ''
      const references = [...cell.matchAll(/`([^`]+\.ts)` "([^"]+)"/g)]
      if (references.length === 0 && cell === '') return [line]
      return references.filter(([, file = '', title = '']) => !holds(fileAt(file), title)).map(([found]) => found)
    })
    expect(wrong).toEqual([])
  })

  it('of the doors has every row, once and in order, and names tests that are there', () => {
    const doors = fileAt('docs/coverage-doors.md')
      .split('\n')
      .filter((line) => /^\| D\d/.test(line))
    expect(doors.map((line) => Number(/^\| D(\d+) /.exec(line)?.[1]))).toEqual([...Array(26).keys()].map((n) => n + 1))
    const wrong = doors.flatMap((line) => {
      const references = [...line.matchAll(/`([^`]+\.ts)` "([^"]+)"/g)]
      if (references.length === 0) return [line]
      return references.filter(([, file = '', title = '']) => !holds(fileAt(file), title)).map(([found]) => found)
    })
    expect(wrong).toEqual([])
  })

  it('would miss a test that is gone', () => {
    const source =
      "describe('a', () => {\n  it.each([1])('b %s', () => {})\n  it(\n    'c (d)', () => {})\n})\nconst e = 'f'"
    expect(['a', 'b %s', 'c (d)'].filter((title) => !holds(source, title))).toEqual([])
    expect(['f', 'b', 'c', 'e'].filter((title) => holds(source, title))).toEqual([])
  })
})
