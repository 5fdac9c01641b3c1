import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { CheckId } from '@/lib/core/shared/ports/check-id'
import type { Finding } from '@/lib/core/shared/ports/finding'
import { packFindings, usualFindings } from './stored-findings'
import { usualEdition, usualEditions, usualIn } from './usual-edition'

const finding = (id: string, changes: Partial<Finding> = {}): Finding => ({
  id: id as CheckId,
  status: 'pass',
  expected: null,
  actual: null,
  hint: null,
  error: null,
  rejected: false,
  ...changes,
})
const because = (text: string): Partial<Finding> => ({ status: 'not_applicable', actual: { because: text } })
const stored = JSON.parse(readFileSync('pb_hooks/evidence/usual-findings.json', 'utf8'))

describe('usual findings', () => {
  it('are those of two rounds that say the same, without values that are others each time', () => {
    const of = (time: number, reason: string) => [
      finding('a', { actual: 'GET' }),
      finding('b', { actual: time }),
      finding('c', because(reason)),
      finding('d', { actual: ['one', 'two'] }),
      finding('size', { actual: '3576 bytes' }),
      finding('e', { subject: { queryId: 'pid', index: 0 }, ...because('There is none.') }),
    ]
    expect(usualIn([of(1, 'It is 1.')], [of(2, 'It is 2.')])).toEqual([
      [
        finding('a', { actual: 'GET' }),
        finding('b'),
        finding('d'),
        finding('size'),
        finding('e', because('There is none.')),
      ],
    ])
  })

  it('are not compared where the rounds had other requests', () => {
    expect(() => usualIn([[]], [])).toThrow('not of the same requests')
  })
})

describe('an edition', () => {
  const first = ['a', 'b', 'c', 'd', 'e'].map((id) => finding(id))
  const second = first.map((one, index) => (index === 2 ? { ...one, ...because('There is none.') } : one))

  it('names the findings of a request by their places, and what a later one has too is in it once', () => {
    const groups = usualEdition([first, first, first.slice(1, 3)])
    expect(groups).toEqual([{ ids: ['a', 'b', 'c', 'd', 'e'] }])
    expect(packFindings(first, usualFindings(7, groups))).toEqual([{ usual: [7, 0, 4] }])
  })

  it('has what only a later request says together with the finding after it, so that both have places', () => {
    const groups = usualEdition([first, second])
    expect(groups).toEqual([
      { ids: ['a', 'b', 'c', 'd', 'e'] },
      { ids: ['c'], ...because('There is none.') },
      { ids: ['d'] },
    ])
    const usual = usualFindings(7, groups)
    expect(packFindings(first, usual)).toEqual([{ usual: [7, 0, 4] }])
    expect(packFindings(second, usual)).toEqual([{ usual: [7, 0, 1] }, { usual: [7, 5, 6] }, { ids: ['e'] }])
  })

  it('is added at the end where rows would grow by more than a half, and the earlier ones stay as they are', () => {
    const requests = [['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((id) => finding(id, because(`About ${id}.`)))]
    const editions = usualEditions(stored, requests)
    expect(JSON.stringify(editions.slice(0, -1))).toBe(JSON.stringify(stored))
    expect(editions.at(-1)).toEqual(usualEdition(requests))
    expect(usualEditions([...stored, usualEdition(requests)], requests)).toHaveLength(stored.length + 1)
  })

  it('is not added for one new reason among many', () => {
    const requests = [Array.from({ length: 40 }, (_, index) => finding(`a${index}`, because('There is none.')))]
    const before = [usualEdition(requests)]
    expect(usualEditions(before, [...Array(20).fill(requests[0]), [finding('new'), ...(requests[0] ?? [])]])).toBe(
      before,
    )
  })
})
