import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { transformedModules } from './test.mjs'

it('keeps modules while the list of files is the same, and those of another list are removed', () => {
  const root = mkdtempSync(join(tmpdir(), 'wallet-capture-modules-'))
  try {
    for (const folder of ['app', 'components', 'e2e', 'lib', 'pb_hooks', 'scripts']) mkdirSync(join(root, folder))
    writeFileSync(join(root, 'lib/one.ts'), '1')
    const first = transformedModules(root)
    mkdirSync(first, { recursive: true })
    writeFileSync(join(root, 'lib/one.ts'), '2')
    expect([transformedModules(root), existsSync(first)]).toEqual([first, true])
    writeFileSync(join(root, 'lib/two.ts'), '')
    expect(transformedModules(root)).not.toBe(first)
    expect(existsSync(first)).toBe(false)
  } finally {
    rmSync(root, { recursive: true })
  }
})
