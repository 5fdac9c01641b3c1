import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fingerprint } from './fingerprint.mjs'

let root = ''
const write = (path: string, text: string) => writeFileSync(join(root, path), text)
const print = () => fingerprint(root, ['lib', 'app', 'package.json', 'absent'])

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'fingerprint-'))
  mkdirSync(join(root, 'lib/testing'), { recursive: true })
  mkdirSync(join(root, 'app'))
  write('lib/a.ts', 'a')
  write('package.json', '{}')
})
afterEach(() => rmSync(root, { recursive: true }))

describe('the fingerprint of the sources', () => {
  it('is the same for the same files, whatever their times', () => {
    const before = print()
    utimesSync(join(root, 'lib/a.ts'), 1, 1)
    expect(print()).toBe(before)
  })

  it('changes with a content, a new file, a name, a removed file', () => {
    const seen = [print()]
    write('lib/a.ts', 'b')
    seen.push(print())
    write('app/page.tsx', '')
    seen.push(print())
    renameSync(join(root, 'app/page.tsx'), join(root, 'app/pages.tsx'))
    seen.push(print())
    rmSync(join(root, 'package.json'))
    seen.push(print())
    expect(new Set(seen).size).toBe(5)
  })

  it('distinguishes content that only moved across a file boundary', () => {
    write('lib/b.ts', 'bc')
    const before = print()
    write('lib/a.ts', 'ab')
    write('lib/b.ts', 'c')
    expect(print()).not.toBe(before)
  })

  it('does not count tests and their aids', () => {
    const before = print()
    write('lib/a.test.ts', 'test')
    write('lib/testing/clock.ts', 'clock')
    expect(print()).toBe(before)
  })
})
