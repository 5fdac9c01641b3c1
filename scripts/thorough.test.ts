import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const root = new URL('../', import.meta.url)

/** What the helpers return in a process of its own, because they read the environment when they are loaded. */
function chosen(THOROUGH: string, day = 0): unknown {
  const file = JSON.stringify(new URL('./thorough.mjs', import.meta.url).href)
  const program = `const now = Date.now
    Date.now = () => now() + ${day} * 86_400_000
    const { fixedShare, inTurn, ofEachKind, ofEachKindAndShare, runs } = await import(${file})
    const values = ['one', 'two', 'three', 'four', 'five', 'six', 'seven']
    const counts = [12, 40, 100, 3000].map((full) => runs(full).numRuns)
    const kinds = ofEachKind(values, (value) => String(value.length))
    const share = fixedShare(values)
    const more = fixedShare([...values, 'eight', 'nine'])
    const rows = fixedShare(values.map((value, index) => [value, index])).map(([value]) => value)
    const objects = fixedShare(values.map((id) => ({ id }))).map(({ id }) => id)
    const fewest = fixedShare(['one', 'two'], 1_000_000)
    const both = ofEachKindAndShare(values, (value) => String(value.length))
    const turns = [0, 1, 2, 3].map((turn) => inTurn(values, turn))
    console.log(JSON.stringify({ counts, kinds, share, more, rows, objects, fewest, both, turns }))`
  const env = { ...process.env, THOROUGH }
  return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', program], { env, encoding: 'utf8' }))
}

describe('a test by itself', () => {
  it('takes a fifth of the runs and no fewer than twenty, one of each kind, and a share by name', () => {
    expect(chosen('')).toEqual({
      counts: [12, 20, 20, 600],
      kinds: ['one', 'three', 'four'],
      share: ['two', 'four'],
      more: ['two', 'four', 'eight', 'nine'],
      rows: ['two', 'four'],
      objects: ['two', 'four'],
      fewest: ['two'],
      both: ['one', 'two', 'three', 'four'],
      turns: [
        ['one', 'four', 'seven'],
        ['two', 'five'],
        ['three', 'six'],
        ['one', 'four', 'seven'],
      ],
    })
  })

  it('takes the same on any day', () => {
    const [first, ...others] = [0, 1, 2, 40].map((day) => chosen('', day))
    for (const other of others) expect(other).toEqual(first)
  })
})

it('a thorough test takes all', () => {
  const all = ['one', 'two', 'three', 'four', 'five', 'six', 'seven']
  expect(chosen('1')).toEqual({
    counts: [12, 40, 100, 3000],
    kinds: all,
    share: all,
    more: [...all, 'eight', 'nine'],
    rows: all,
    objects: all,
    fewest: ['one', 'two'],
    both: all,
    turns: [all, all, all, all],
  })
})

describe('no list of tests depends on the day or on chance', () => {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((name) =>
      /\.(test|spec)\.tsx?$|^(e2e|lib\/testing)\/.*\.tsx?$|^(vitest|playwright)\.config\.ts$/.test(name),
    )
  const texts = files.map((name) => [name, readFileSync(new URL(name, root), 'utf8')] as const)

  it('because no table of tests and no share is made with the clock or a random number', () => {
    const choosing =
      /\b(?:fixedShare|ofEachKind\w*|inTurn|runs|(?:it|test|describe)(?:\.\w+)*\.each)\((?:[^()]|\([^()]*\))*?(?:Date\.now\(|new Date\(\)|random\w*\()/
    expect(texts.filter(([, text]) => choosing.test(text)).map(([name]) => name)).toEqual([])
  })

  it('because nobody asks which day it is', () => {
    const day = /\bnew Date\(\)\.get\w+\(|Date\.now\(\)\s*[/%]\s*(?:86_?400_?000|DAY)/
    expect(texts.filter(([, text]) => day.test(text)).map(([name]) => name)).toEqual([])
  })

  it('because each property draws from the seed of `runs`', () => {
    const assertions = (text: string) => text.match(/\bfc\.assert\(/g)?.length ?? 0
    const seeded = (text: string) => text.match(/\bruns\(/g)?.length ?? 0
    expect(texts.filter(([, text]) => assertions(text) > seeded(text)).map(([name]) => name)).toEqual([])
  })
})
