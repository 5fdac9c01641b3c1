import { describe, expect, it } from 'vitest'
import { coveredRows, readCoverage } from '@/scripts/coverage.mjs'

const { sections, tests, astray } = readCoverage()
const requirements = Object.values(sections).flatMap((rows) => Object.entries(rows))

describe('the requirements', () => {
  it('are each shown by a test, or say in a note why not', () => {
    const missing = requirements.filter(([row, { note }]) => tests[row] === undefined && note === undefined)
    expect(missing.map(([row]) => row)).toEqual([])
  })

  it('are all that tests name', () => {
    const rows = new Set(requirements.map(([row]) => row))
    expect(Object.keys(tests).filter((row) => !rows.has(row))).toEqual([])
  })

  it('are each listed once, and none has gone', () => {
    expect(requirements.map(([row]) => row)).toEqual([...new Set(requirements.map(([row]) => row))])
    const counts = requirements.map(([row]) => row.slice(0, 1))
    const of = (letter: string) => counts.filter((one) => one === letter).length
    expect({ A: of('A'), B: of('B'), C: of('C'), D: of('D'), S: of('S') }).toEqual({
      A: 112,
      B: 32,
      C: 4,
      D: 26,
      S: 77,
    })
  })

  it('are named right above a test', () => {
    expect(astray).toEqual([])
  })

  it('are read from calls above tests, groups and tables of tests', () => {
    const source = [
      "covers('A1.1', 'S2')\ndescribe('a', () => {\n  covers('S2')\n  // Why.\n  it.each([1])('b %s', () => {})",
      "  covers(\n    'A1.2',\n    'D4',\n  )\n  it('c', () => {})\n})\ncovers('S3')\nconst d = 1",
    ].join('\n')
    expect(coveredRows(source)).toEqual({
      rows: ['A1.1', 'S2', 'S2', 'A1.2', 'D4', 'S3'],
      astray: ["covers('S3')"],
    })
  })
})
