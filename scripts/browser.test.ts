import { describe, expect, it } from 'vitest'
import { findBrowser } from './browser.mjs'

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
