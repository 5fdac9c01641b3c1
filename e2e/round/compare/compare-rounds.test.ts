import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { compareRounds } from './compare-rounds'
import { diffLines } from './diff-lines'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

function round(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'round-'))
  folders.push(folder)
  mkdirSync(join(folder, 'part'))
  for (const [name, text] of Object.entries({ 'round.json': '{}', ...files })) writeFileSync(join(folder, name), text)
  return folder
}

function compared(before: Readonly<Record<string, string>>, after: Readonly<Record<string, string>>, most = 20) {
  const printed: string[] = []
  const code = compareRounds(round(before), round(after), {
    differencesMax: most,
    print: (text) => void printed.push(text),
  })
  return { code, printed, last: printed.at(-1) }
}

describe('a comparison of two rounds', () => {
  it('ends with 0 if nothing differs, and says how much was compared', () => {
    const files = { 'part/a.txt': 'one\ntwo\n' }
    expect(compared(files, files)).toMatchObject({
      code: 0,
      last: 'Compared 2 files with 4 lines: 0 differences in 0 files.',
    })
  })

  it('ends with 1 if one character differs, and shows the line', () => {
    const { code, printed } = compared({ 'part/a.txt': 'one\ntwo\n' }, { 'part/a.txt': 'one\ntwO\n' })
    expect(code).toBe(1)
    expect(printed[0]).toBe('part/a.txt\n  one\n- two\n+ twO\n')
  })

  it('names a file that only one of them has', () => {
    const { code, printed } = compared({ 'part/a.txt': 'x' }, { 'part/b.txt': 'x' })
    expect(code).toBe(1)
    expect(printed.join()).toContain('part/a.txt\n- is missing in the second round')
    expect(printed.join()).toContain('part/b.txt\n+ is missing in the first round')
  })

  it('counts what it does not print', () => {
    const { printed, last } = compared({ a: '1\n=\n2\n=\n3' }, { a: 'x\n=\ny\n=\nz' }, 1)
    expect(printed).toHaveLength(2)
    expect(last).toContain('3 differences in 1 files')
  })

  it('refuses a round that did not finish', () => {
    const folder = mkdtempSync(join(tmpdir(), 'round-'))
    folders.push(folder)
    expect(() => compareRounds(folder, round({}), { differencesMax: 1, print: () => undefined })).toThrow(
      /no finished round/,
    )
  })
})

describe('a difference of lines', () => {
  it('ends where both go on alike', () => {
    const places = diffLines(['a', 'b', 'c', 'd'], ['a', 'x', 'y', 'c', 'd'])
    expect(places).toEqual([
      [
        { sign: ' ', text: 'a' },
        { sign: '-', text: 'b' },
        { sign: '+', text: 'x' },
        { sign: '+', text: 'y' },
      ],
    ])
  })
})
