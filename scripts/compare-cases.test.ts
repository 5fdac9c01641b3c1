import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { officialCases } from '@/lib/core/campaigns/official-cases/cases'
import { listCases } from '@/lib/core/campaigns/official-cases/list-cases'
import reviewNeeded from '@/lib/core/campaigns/official-cases/review-needed.json'
import { casesToReview, compareCases, hashCases, reviewedCases } from './compare-cases.mjs'

const checkout = mkdtempSync(join(tmpdir(), 'cases-'))
afterAll(() => rmSync(checkout, { recursive: true }))

describe('the comparison of the official cases with a checkout', () => {
  it('knows the text of every case of the table, and of no other', () => {
    expect(Object.keys(reviewedCases()).sort()).toEqual(officialCases.map(({ id }) => id).sort())
  })

  it('names what was added, removed and changed, whatever its line ends', () => {
    const folder = join(checkout, 'docs/fcaf/suts/wallet_solution/relying_party/Area/Part')
    mkdirSync(folder, { recursive: true })
    const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
    write('WS_RP_A__001.md', '# A\n\nText\n')
    write('WS_RP_A__002.md', 'Text')
    write('README.md', 'Text')
    const before = hashCases(checkout)
    expect(Object.keys(before)).toEqual(['WS_RP_A_001', 'WS_RP_A_002'])
    write('WS_RP_A__001.md', '# A  \r\nText\r\n')
    expect(compareCases(before, hashCases(checkout))).toEqual({ added: [], removed: [], changed: [] })
    write('WS_RP_A__002.md', 'Another text')
    write('WS_RP_A__003.md', 'Text')
    const found = compareCases({ ...before, WS_RP_B_001: 'x' }, hashCases(checkout))
    expect(found).toEqual({ added: ['WS_RP_A_003'], removed: ['WS_RP_B_001'], changed: ['WS_RP_A_002'] })
    expect(casesToReview(found)).toEqual(['WS_RP_A_002', 'WS_RP_B_001'])
  })

  it('has marked no case that the table does not have', () => {
    const ids = officialCases.map(({ id }) => id)
    expect(reviewNeeded.filter((id: string) => !ids.includes(id))).toEqual([])
    expect(
      listCases()
        .cases.filter(({ review_needed }) => review_needed)
        .map(({ id }) => id),
    ).toEqual(reviewNeeded)
  })

  it('says where there is nothing to compare', () => {
    expect(() => hashCases(join(checkout, 'nowhere'))).toThrow('ENOENT')
  })
})
