import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findBrowser, transformedModules } from './test-setup.mjs'

const managed = '/root/.cache/playwright/chrome'

const onMachine = (...paths: string[]) => ({ managed, exists: (path: string) => paths.includes(path) })

describe('the browser of the tests', () => {
  it('is the configured one, then that of Playwright, then that of the system', () => {
    const all = onMachine('/own', managed, '/usr/bin/chromium')
    expect(findBrowser({ ...all, own: '/own' })).toBe('/own')
    expect(findBrowser({ ...all, own: '' })).toBe(managed)
    expect(findBrowser(onMachine('/usr/bin/chromium'))).toBe('/usr/bin/chromium')
    expect(findBrowser(onMachine())).toBeUndefined()
  })

  it('is the Chromium without windows where the system has both', () => {
    const both = onMachine('/usr/bin/google-chrome', '/usr/bin/chromium', '/usr/bin/chromium-headless-shell')
    expect(findBrowser(both)).toBe('/usr/bin/chromium-headless-shell')
  })
})

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
