import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { caseFacts } from '@/lib/core/campaigns/official-cases/case-facts'
import { officialCases } from '@/lib/core/campaigns/official-cases/cases'
import reviewNeeded from '@/lib/core/campaigns/official-cases/editions/2026-07/review-needed.json'
import { caseTextSha256 } from '@/lib/core/campaigns/statement/build-statement'
import { casesToReview, compareWith, reviewedCases } from './compare-cases.mjs'

const folder = mkdtempSync(join(tmpdir(), 'cases-'))
afterAll(() => rmSync(folder, { recursive: true }))

const checkout = join(folder, 'framework')
const ours = join(folder, 'ours')
const texts = join(checkout, 'docs/fcaf/suts/wallet_solution/relying_party/Area/Part')
const write = (name: string, text: string) => writeFileSync(join(texts, `${name}.md`), text)
const writeTable = (...ids: readonly string[]) =>
  writeFileSync(join(ours, 'cases.csv'), ['id,area', ...ids.map((id) => `${id},Area/Part`)].join('\n'))
const read = (name: string) => JSON.parse(readFileSync(join(ours, `${name}.json`), 'utf8')) as unknown

const caseOf = (id: string) => officialCases.find((one) => one.id === id)!

const git = (...parts: readonly string[]) =>
  execFileSync('git', ['-C', checkout, ...parts], { encoding: 'utf8' }).trim()
const commit = (day: string) => {
  git('add', '.')
  const who = ['-c', 'user.name=Framework', '-c', 'user.email=framework@example.org', '-c', 'commit.gpgsign=false']
  const at = `${day}T12:00:00Z`
  execFileSync('git', ['-C', checkout, ...who, 'commit', '-q', '-m', day], {
    env: { ...process.env, GIT_AUTHOR_DATE: at, GIT_COMMITTER_DATE: at },
  })
  return git('log', '-1', '--abbrev=8', '--format=%h')
}

/** An edition of four cases, reviewed. */
function reviewFirst(): string {
  for (const one of [checkout, ours]) rmSync(one, { recursive: true, force: true })
  mkdirSync(texts, { recursive: true })
  mkdirSync(ours)
  git('init', '-q')
  write('WS_RP_A__001', '# WS_RP_A__001\n\nStays\n')
  write('WS_RP_A__002', '# WS_RP_A_002\n\nThe wallet refuses.\nIt says why.\n')
  write('WS_RP_A__003', '# WS_RP_A__003\n\nGets another name\n')
  write('WS_RP_A__004', '# WS_RP_A__004\n\nGoes\n')
  write('README', 'No case')
  const first = commit('2030-01-02')
  writeTable('WS_RP_A_001', 'WS_RP_A_002', 'WS_RP_A_003', 'WS_RP_A_004')
  writeFileSync(join(ours, 'edition.json'), JSON.stringify({ name: 'Made up', commit: '', date: '' }))
  expect(compareWith([checkout, '--reviewed'], ours)).toEqual({ code: 0, lines: ['4 cases are reviewed.'] })
  return first
}

/** One case is changed, one added, one renamed, one removed. */
function change(): void {
  write('WS_RP_A__001', '# WS_RP_A__001  \r\nStays\r\n')
  write('WS_RP_A__002', '# WS_RP_A_002\n\nThe wallet warns.\nIt says why. \n')
  rmSync(join(texts, 'WS_RP_A__003.md'))
  write('WS_RP_B__003', '# WS_RP_B_003\n\nGets another name\n')
  rmSync(join(texts, 'WS_RP_A__004.md'))
  write('WS_RP_A__005', '# WS_RP_A__005\n\nComes\n')
}

describe('the reviewed edition', () => {
  it('has the text of every case of the table, and of no other', () => {
    const reviewed = reviewedCases()
    expect(Object.keys(reviewed).sort()).toEqual(officialCases.map(({ id }) => id).sort())
    for (const [id, hash] of Object.entries(reviewed)) {
      expect(hash).toMatch(/^[0-9a-f]{64}$/)
      expect(caseTextSha256(caseOf(id))).toBe(hash)
    }
  })

  it('has marked no case that the table does not have', () => {
    const ids = officialCases.map(({ id }) => id)
    expect(reviewNeeded.filter((id: string) => !ids.includes(id))).toEqual([])
    const marked = officialCases.map(caseFacts).filter((one) => one.review_needed)
    expect(marked.map(({ id }) => id)).toEqual(reviewNeeded)
  })
})

describe('the comparison of the official cases with a checkout', () => {
  beforeEach(reviewFirst)

  it('finds nothing where line ends and spaces alone differ', () => {
    write('WS_RP_A__001', '# WS_RP_A__001  \r\nStays\r\n')
    expect(compareWith([checkout], ours)).toEqual({ code: 0, lines: ['4 cases, none differs.'] })
  })

  it('names what was added, removed, changed and renamed, and the words', () => {
    change()
    const names = ['added WS_RP_A_005', 'removed WS_RP_A_004', 'changed WS_RP_A_002']
    const rest = ['renamed WS_RP_A_003 to WS_RP_B_003', '4 cases need a review.']
    expect(compareWith([checkout], ours)).toEqual({ code: 1, lines: [...names, ...rest] })
    expect(compareWith([checkout, '--diff'], ours).lines).toEqual([
      ...names,
      '    The wallet [-refuses-]{+warns+}.',
      ...rest,
    ])
    expect(read('review-needed')).toEqual([])
  })

  it('marks cases of ours whose text is no longer there', () => {
    change()
    expect(compareWith([checkout, '--mark'], ours).code).toBe(1)
    expect(read('review-needed')).toEqual(['WS_RP_A_002', 'WS_RP_A_003', 'WS_RP_A_004'])
    expect(casesToReview({ removed: [], changed: ['B'], renamed: [{ from: 'A', to: 'C' }] })).toEqual(['A', 'B'])
  })

  it('takes an edition as reviewed only with the table that fits it, and only as it was committed', () => {
    const before = read('texts')
    change()
    const second = commit('2031-03-04')
    expect(compareWith([checkout, '--reviewed'], ours)).toEqual({
      code: 1,
      lines: [
        'WS_RP_A_005 has no row in cases.csv.',
        'WS_RP_B_003 has no row in cases.csv.',
        'WS_RP_A_003 has a row in cases.csv, and the framework no case.',
        'WS_RP_A_004 has a row in cases.csv, and the framework no case.',
        'Nothing was written.',
      ],
    })
    writeTable('WS_RP_A_001', 'WS_RP_A_002', 'WS_RP_B_003', 'WS_RP_A_005')
    write('WS_RP_A__001', 'Nobody committed this.')
    expect(() => compareWith([checkout, '--reviewed'], ours)).toThrow('are not those of its commit')
    expect(read('texts')).toEqual(before)
    git('checkout', '-q', '.')
    compareWith([checkout, '--mark'], ours)
    expect(compareWith([checkout, '--reviewed'], ours)).toEqual({ code: 0, lines: ['4 cases are reviewed.'] })
    expect(read('edition')).toEqual({ name: 'Made up', commit: second, date: '2031-03-04' })
    expect(read('review-needed')).toEqual([])
    expect(compareWith([checkout], ours)).toEqual({ code: 0, lines: ['4 cases, none differs.'] })
  })

  it('says where there is nothing to compare', () => {
    expect(compareWith([], ours).code).toBe(2)
    expect(() => compareWith([join(folder, 'nowhere')], ours)).toThrow('is no checkout of the framework')
    const copy = join(folder, 'copy')
    cpSync(join(checkout, 'docs'), join(copy, 'docs'), { recursive: true })
    expect(() => compareWith([copy, '--reviewed'], ours)).toThrow('not a git repository')
  })
})
