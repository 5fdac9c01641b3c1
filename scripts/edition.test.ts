import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { caseFacts } from '@/lib/core/campaigns/official-cases/case-facts'
import { officialCases } from '@/lib/core/campaigns/official-cases/cases'
import reviewNeeded from '@/lib/core/campaigns/official-cases/editions/2026-07/review-needed.json'
import texts from '@/lib/core/campaigns/official-cases/editions/2026-07/texts.json'
import { verdicts, wrongLines } from '@/lib/core/campaigns/official-cases/parse-cases'
import { caseTextSha256 } from '@/lib/core/campaigns/statement/build-statement'
import { readTable, writeTable } from './edition/csv.mjs'
import { TABLE_COLUMNS } from './edition/decisions.mjs'
import { draftsIn } from './edition/drafts.mjs'
import { editionIds, factsModule, tablesModule } from './edition/listed.mjs'
import { runEdition } from './edition.mjs'

const folder = mkdtempSync(join(tmpdir(), 'edition-'))
afterAll(() => rmSync(folder, { recursive: true }))

const framework = join(folder, 'framework')
const former = join(folder, 'former')
const editions = join(folder, 'editions')
const target = join(editions, '2030-05')

let generated: string[] = []
const given = {
  folder: editions,
  generate: () => {
    generated = editionIds(editions)
    return true
  },
  today: '2030-05-06',
  known: async () => ({
    ...{ checks: new Set(['a.check']), presets: new Set(['a_preset']), verdicts, wrongLines },
  }),
}
const run = (...options: string[]) => runEdition(options, given)

/** A row of a table that fits, of a case that any presentation decides. */
const fitting = {
  ...{ area: 'Area', objective: 'Does what it has to', relevancy: 'required', channel: 'any', class: 'auto' },
  ...{ population: 'wallet', checks: 'a.check', preset: 'a_preset', kin: 'new' },
}

const area = 'docs/fcaf/suts/wallet_solution/relying_party/Area'
function write(checkout: string, name: string, objective: string, layout = '') {
  mkdirSync(join(checkout, area), { recursive: true })
  const text = `# ${name}\n${layout}\n## Objective\n${layout}\n${objective}\n\n## Steps\n\nThe wallet is asked.\n`
  writeFileSync(join(checkout, area, `${name}.md`), text)
}
const git = (...parts: readonly string[]) =>
  execFileSync('git', ['-C', framework, ...parts], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
function commit() {
  git('add', '.')
  git('-c', 'user.name=F', '-c', 'user.email=f@example.org', '-c', 'commit.gpgsign=false', 'commit', '-q', '-m', 'one')
}

const before: Readonly<Record<string, string>> = {
  WS_RP_A__001: 'Stays exactly where it stands',
  WS_RP_A__002: 'Numbers of lists become bullets',
  WS_RP_A__003: 'Refuses requests without audience',
  WS_RP_A__004: 'Discloses exactly those claims that the query names',
  WS_RP_A__005: 'Fetches objects through redirection',
  WS_RP_A__006: 'Shows identifiers of merchants',
  WS_RP_A__007: 'Encrypts responses with ephemeral elliptic curves',
  WS_RP_A__008: 'Encrypts responses with compressed elliptic curves',
  WS_RP_A__009: 'Vanishes without successors',
}
/** One case of each class. */
const after: Readonly<Record<string, string>> = {
  WS_RP_A__001: before.WS_RP_A__001 ?? '',
  WS_RP_A__002: before.WS_RP_A__002 ?? '',
  WS_RP_A__003: 'Refuses requests without nonce',
  WS_RP_A__004a: 'Discloses exactly those claims that the query names, as mdoc',
  WS_RP_B__005: before.WS_RP_A__005 ?? '',
  WS_RP_A__006a_UF: 'Ignores certificates from strangers',
  WS_RP_A__010: 'Encrypts responses with elliptic curves, compressed and ephemeral',
  WS_RP_A__011: 'Signs logouts',
}

const read = (name: string) => readFileSync(join(target, name), 'utf8')
const decisions = () => readTable(read('decisions.csv'))
const classes = () => Object.fromEntries(decisions().map((row) => [row.id, row.class]))
const row = (id: string) => decisions().find((one) => one.id === id)

/** Answers every open row, as a reviewer would. */
function decideAll() {
  const columns = Object.keys(decisions()[0] ?? {})
  const decided = decisions().map((one) =>
    one.verdict === ''
      ? {
          ...one,
          verdict: 'auto',
          checks: 'a.check',
          preset: 'a_preset',
          by: 'Ada',
          date: '2030-05-07',
          why: 'Read, too',
        }
      : one,
  )
  writeFileSync(join(target, 'decisions.csv'), writeTable(columns, decided))
  const rows = readTable(read('cases.csv'))
  const missing = decided.filter(({ id, class: kind }) => kind !== 'removed' && !rows.some((one) => one.id === id))
  writeFileSync(
    join(target, 'cases.csv'),
    writeTable(TABLE_COLUMNS, [
      ...rows,
      ...missing.map(({ id = '' }) => ({ ...fitting, id, baseline: id === 'WS_RP_A_011' ? 'y' : 'n' })),
    ]),
  )
}

beforeEach(() => {
  generated = []
  for (const one of [framework, former, editions]) rmSync(one, { recursive: true, force: true })
  for (const [name, objective] of Object.entries(before)) write(former, name, objective)
  for (const [name, objective] of Object.entries(after))
    write(framework, name, objective, name.endsWith('002') ? '\n' : '')
  writeFileSync(
    join(framework, area, 'WS_RP_A__002.md'),
    '# WS_RP_A__002\n## Steps\n1. The wallet is asked.\n## Objective\n- Numbers of lists become bullets\n',
  )
  writeFileSync(join(framework, 'docs', 'Baseline.md'), '- WS_RP_A__001\n- WS_RP_A__011\n')
  git('init', '-q')
  commit()
  mkdirSync(join(editions, '2029-01'), { recursive: true })
  const edition = { id: '2029-01', name: 'Made up', commit: '00000000', full_commit: '0'.repeat(40), complete: true }
  writeFileSync(join(editions, '2029-01', 'edition.json'), JSON.stringify(edition))
  const old = ['WS_RP_A_001', 'WS_RP_A_002'].map((id) => ({ ...fitting, id }))
  writeFileSync(join(editions, '2029-01', 'cases.csv'), writeTable(TABLE_COLUMNS, old))
  writeFileSync(join(editions, '2029-01', 'unrecorded.json'), JSON.stringify(['WS_RP_A_002', 'WS_RP_A_003']))
  writeFileSync(join(editions, 'frozen.json'), '{}')
})

describe('the first edition', () => {
  it('has the text of every case of the table, and marks no case that it does not have', () => {
    expect(Object.keys(texts).sort()).toEqual(officialCases.map(({ id }) => id).sort())
    const hashes: Record<string, { layout: string | null }> = texts
    for (const one of officialCases) expect(caseTextSha256(one)).toBe(hashes[one.id]?.layout)
    const marked = officialCases.map(caseFacts).filter((one) => one.review_needed)
    expect(marked.map(({ id }) => id)).toEqual(reviewNeeded)
  })
})

describe('a new edition', () => {
  it('names one case of each class, and carries what nobody has to decide', async () => {
    const { code, lines } = await run(framework, '--old', former)
    expect(code).toBe(0)
    expect(classes()).toEqual({
      WS_RP_A_001: 'same',
      WS_RP_A_002: 'layout',
      WS_RP_A_003: 'changed',
      WS_RP_A_004a: 'split',
      WS_RP_B_005: 'renamed',
      WS_RP_A_006a_UF: 'reused',
      WS_RP_A_010: 'merged',
      WS_RP_A_011: 'added',
      WS_RP_A_004: 'removed',
      WS_RP_A_006: 'removed',
      WS_RP_A_009: 'removed',
    })
    expect(row('WS_RP_A_001')).toMatchObject({ verdict: 'auto', checks: 'a.check', preset: 'a_preset', by: 'carried' })
    expect(row('WS_RP_A_002')).toMatchObject({ verdict: 'auto', by: 'carried' })
    expect(row('WS_RP_A_004a')).toMatchObject({ from: 'WS_RP_A_004', verdict: '', score: '1.00' })
    expect(row('WS_RP_A_006a_UF')).toMatchObject({ from: 'WS_RP_A_006', score: '0.00' })
    expect(row('WS_RP_A_010')?.from).toBe('WS_RP_A_007;WS_RP_A_008')
    expect(lines).toContain('renamed WS_RP_B_005 from WS_RP_A_005')
    expect(lines.slice(-2)).toEqual([
      'npm run generate lets the service show it as a draft.',
      '8 cases in the edition 2030-05, 3 of 2029-01 are gone, 6 to decide.',
    ])
    expect(readTable(read('cases.csv')).map(({ id, kin, baseline }) => [id, kin, baseline])).toEqual([
      ['WS_RP_A_001', 'same', 'y'],
      ['WS_RP_A_002', 'same', 'n'],
    ])
  })

  it('keeps what a person decided, and empties it where the text changed again', async () => {
    await run(framework, '--old', former)
    decideAll()
    const decided = read('decisions.csv')
    expect((await run(framework, '--old', former)).code).toBe(0)
    expect(read('decisions.csv')).toBe(decided)
    write(framework, 'WS_RP_A__011', 'Signs logouts twice')
    commit()
    await run(framework, '--old', former)
    expect(row('WS_RP_A_011')).toMatchObject({
      verdict: '',
      checks: '',
      why: 'The text changed again. Before: auto, a.check, a_preset, Ada, 2030-05-07, Read, too',
    })
    expect(row('WS_RP_A_003')).toMatchObject({ verdict: 'auto', by: 'Ada' })
  })

  it('takes texts only as they were committed, and shows the words that changed', async () => {
    const { lines } = await run(framework, '--old', former, '--diff')
    expect(lines).toContain('    Refuses requests without [-audience-]{+nonce+}')
    write(framework, 'WS_RP_A__001', 'Nobody committed this')
    await expect(run(framework, '--old', former)).rejects.toThrow('are not those of its commit')
    await expect(run(join(folder, 'nowhere'))).rejects.toThrow('is no checkout of the framework')
    expect((await run()).code).toBe(2)
    expect(await run('--help')).toEqual({ code: 0, lines: (await run()).lines })
  })

  it('does not call a text changed whose words nobody kept', async () => {
    const nothing = { words: null, layout: null }
    const kept = { WS_RP_A_001: nothing, WS_RP_A_003: nothing }
    writeFileSync(join(editions, '2029-01', 'texts.json'), JSON.stringify(kept))
    const { lines } = await run(framework)
    expect(classes()).toMatchObject({ WS_RP_A_001: 'unknown', WS_RP_A_003: 'unknown' })
    expect(row('WS_RP_A_001')?.verdict).toBe('')
    expect(lines).toContain(
      'Nobody kept the texts of 2029-01 of 2 cases. To compare them, give a checkout of it: --old.',
    )
  })

  it('compares with a text of the history where nobody kept its words', async () => {
    const nothing = { words: null, layout: null, commit: git('log', '-1', '--format=%H') }
    const kept = { WS_RP_A_001: nothing, WS_RP_A_003: nothing }
    writeFileSync(join(editions, '2029-01', 'texts.json'), JSON.stringify(kept))
    write(framework, 'WS_RP_A__003', 'Refuses requests without state')
    commit()
    await run(framework)
    expect(classes()).toMatchObject({ WS_RP_A_001: 'same', WS_RP_A_003: 'changed' })
  })

  it('is a partial one where texts could be had by their path alone, each with its commit', async () => {
    const loose = join(folder, 'loose')
    const hash = 'a'.repeat(40)
    write(join(loose, hash), 'WS_RP_A__003', 'Refuses requests without nonce')
    expect((await run('--texts', loose, '--old', former)).code).toBe(0)
    expect(JSON.parse(read('draft.json'))).toMatchObject({
      ...{ commit: 'a'.repeat(8), full_commit: hash, complete: false, previous: '2029-01' },
    })
    expect(JSON.parse(read('texts.json'))).toMatchObject({ WS_RP_A_003: { commit: hash } })
    expect(classes()).toEqual({ WS_RP_A_003: 'changed' })
  })
})

describe('the list of editions', () => {
  it('names each once, and reads nothing of a draft', async () => {
    await run(framework, '--old', former)
    expect(editionIds(editions)).toEqual(['2029-01'])
    expect(
      factsModule(['2030-05b', '2029-01']),
    ).toBe(`// Written by npm run generate from the folders of published editions.
import facts202901 from './2029-01/edition.json' with { type: 'json' }
import facts203005b from './2030-05b/edition.json' with { type: 'json' }

/** Each \`edition.json\`, newest first. */
export const factsOfEditions = [facts203005b, facts202901]
`)
    const modules = [true, false].map((has) => tablesModule(['2029-01'], () => has))
    expect(modules[0]).toContain("'2029-01': [cases202901, marked202901, texts202901, unrecorded202901],")
    expect(modules[1]).toContain("'2029-01': [cases202901, marked202901, texts202901, []],")
  })

  it('says so where the service could not take a published edition', async () => {
    await run(framework, '--old', former)
    decideAll()
    expect(await runEdition(['--publish'], { ...given, generate: () => false })).toEqual({
      code: 1,
      lines: ['The edition 2030-05 is published, and npm run generate failed: the service lacks it.'],
    })
  })
})

describe('the review of a new edition', () => {
  beforeEach(async () => void (await run(framework, '--old', former)))

  it('is not done while a row is open, has no case, or names what there is not', async () => {
    const open = await run('--check')
    expect(open.code).toBe(1)
    expect(open.lines).toContain('WS_RP_A_003 is not decided.')
    expect(open.lines).toContain('WS_RP_A_011 is in the baseline, and has no row in cases.csv.')
    decideAll()
    expect(await run('--check')).toEqual({ code: 0, lines: ['The edition 2030-05 can be published.'] })
    const [table, decided] = [read('cases.csv'), read('decisions.csv')]
    const checkWith = async (name: string, text: string) => {
      writeFileSync(join(target, name), text)
      const { code, lines } = await run('--check')
      writeFileSync(join(target, 'cases.csv'), table)
      writeFileSync(join(target, 'decisions.csv'), decided)
      return [code, ...lines]
    }
    const line = (text: string, id: string) => text.split('\n').find((one) => one.startsWith(`${id},`)) ?? ''
    const decide = (id: string, from: string, to: string) =>
      checkWith('decisions.csv', decided.replace(line(decided, id), line(decided, id).replace(from, to)))
    const judge = (id: string, from: string, to: string) =>
      checkWith('cases.csv', table.replace(line(table, id), line(table, id).replace(from, to)))
    const at = `cases.csv: line ${table.split('\n').findIndex((one) => one.startsWith('WS_RP_A_011,')) + 1}:`

    expect(await decide('WS_RP_A_011', 'a.check', 'b.check')).toEqual([
      1,
      'WS_RP_A_011: decisions.csv and cases.csv differ in checks.',
      'WS_RP_A_011 names the check b.check, which there is not.',
    ])
    expect(await judge('WS_RP_A_011', 'a_preset', 'b_preset')).toEqual([
      1,
      'WS_RP_A_011: decisions.csv and cases.csv differ in preset.',
      'WS_RP_A_011 names the preset b_preset, which there is not.',
    ])
    expect(await decide('WS_RP_A_011', 'auto', 'banana')).toEqual([
      1,
      `WS_RP_A_011 has the verdict banana, which is none of ${verdicts.join(', ')}.`,
      'WS_RP_A_011: decisions.csv and cases.csv differ in class.',
    ])
    expect(await decide('WS_RP_A_011', 'auto', 'auto_config')).toEqual([
      1,
      'WS_RP_A_011: decisions.csv and cases.csv differ in class.',
    ])
    expect(await decide('WS_RP_A_004', 'removed,,,carried', 'auto,,,carried')).toEqual([
      1,
      'WS_RP_A_004 has the verdict auto, which is none of removed.',
    ])
    expect(await decide('WS_RP_A_011', 'Ada,2030-05-07,"Read, too"', ',May,')).toEqual([
      1,
      'WS_RP_A_011 does not say by whom it was decided.',
      'WS_RP_A_011 does not say when it was decided, as in 2026-09-30.',
      'WS_RP_A_011 does not say why it was decided so.',
    ])
    expect(await decide('WS_RP_A_011', 'Ada', 'carried')).toEqual([
      1,
      'WS_RP_A_011 is said to be carried, and a person has to decide it: it is added.',
    ])
    expect(await checkWith('decisions.csv', `${decided}${line(decided, 'WS_RP_A_011')}\n`)).toEqual([
      1,
      'WS_RP_A_011 is in decisions.csv twice.',
    ])
    expect(await decide('WS_RP_A_003', 'WS_RP_A_003', 'WS_RP_A_099')).toEqual([
      1,
      'WS_RP_A_099 is decided, and has no row in cases.csv.',
      'WS_RP_A_099 is decided, and there is no such case.',
      'WS_RP_A_003 is a case, and has no row in decisions.csv.',
    ])

    const twin = (id: string) => line(table, 'WS_RP_A_011').replace('WS_RP_A_011', id)
    const last = `cases.csv: line ${table.split('\n').length}:`
    expect(await checkWith('cases.csv', `${table}${twin('WS_RP_A_011')}\n`)).toEqual([
      1,
      `${last} WS_RP_A_011 is there twice.`,
    ])
    expect(await checkWith('cases.csv', `${table}${twin('WS_RP_A_012')}\n`)).toEqual([
      1,
      'WS_RP_A_012 has a row in cases.csv, and there is no such case.',
    ])
    expect(await checkWith('cases.csv', `${table}${twin('WS_RP_A_009')}\n`)).toEqual([
      1,
      'WS_RP_A_009 was removed, and has a row in cases.csv.',
    ])
    expect((await checkWith('cases.csv', table.replace(/^WS_RP_A_011.*\n/m, ''))).slice(1)).toEqual([
      'WS_RP_A_011 is decided, and has no row in cases.csv.',
      'WS_RP_A_011 is in the baseline, and has no row in cases.csv.',
    ])
    expect((await judge('WS_RP_A_011', ',auto,', ',banana,')).slice(1)).toEqual([
      `${at} "banana" is none of ${verdicts.join(', ')}.`,
      'WS_RP_A_011: decisions.csv and cases.csv differ in class.',
    ])
    expect(await judge('WS_RP_A_011', ',y,,,', ',y,,sometimes,')).toEqual([
      1,
      `${at} "sometimes" is none of exact, coarse, strict.`,
    ])
    expect(await judge('WS_RP_A_011', ',,new,,y', ',,new,WS_RP_A_077,n')).toEqual([
      1,
      'WS_RP_A_011 follows from WS_RP_A_077, which the edition before does not have.',
      'WS_RP_A_011 is in the baseline, and its row does not say so.',
    ])
    expect(await judge('WS_RP_A_011', ',,,new', ',moonlight,,new')).toEqual([
      1,
      `${at} "moonlight" names nothing that is declared.`,
    ])
  })

  it('publishes it only then, and freezes its table', async () => {
    expect((await run('--publish')).code).toBe(1)
    decideAll()
    expect(draftsIn(editions).map(({ id, cases }) => [id, cases.length])).toEqual([['2030-05', 11]])
    expect(generated).toEqual([])
    expect((await run('--publish')).code).toBe(0)
    expect(generated).toEqual(['2030-05', '2029-01'])
    expect(draftsIn(editions)).toEqual([])
    expect(JSON.parse(read('unrecorded.json'))).toEqual(['WS_RP_A_002'])
    const edition = JSON.parse(read('edition.json'))
    expect(edition).toMatchObject({
      id: '2030-05',
      name: 'Made up',
      commit: git('log', '-1', '--abbrev=8', '--format=%h'),
      full_commit: git('log', '-1', '--format=%H'),
      complete: true,
      previous: '2029-01',
      sides: ['presentation'],
      baselines: ['presentation'],
    })
    expect(JSON.parse(readFileSync(join(editions, 'frozen.json'), 'utf8'))).toEqual({ '2030-05': edition.table_sha256 })
    expect((await run(framework, '--id', '2030-05')).lines).toEqual([
      'The edition 2030-05 is published: it stays as it is.',
    ])
  })
})
