import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync } from 'node:fs'
import { chromium } from 'playwright'
import { defineConfig } from 'playwright/test'
import { findBrowser } from './scripts/test-setup.mjs'
import { thorough } from './scripts/thorough.mjs'

// Every worker evaluates this file again: the first evaluation decides, and passes the result on in the environment.
const { PLAYWRIGHT_JSON_OUTPUT_FILE, CI, CHROMIUM_PATH } = process.env
const port = process.env.PAGES_PORT ?? freePort()
const dataDir = process.env.PAGES_DATA_DIR ?? freshFolder()
Object.assign(process.env, { PAGES_PORT: port, PAGES_DATA_DIR: dataDir })
const origin = `http://localhost:${port}`

const managed = chromium.executablePath()
const browser = findBrowser({ own: CHROMIUM_PATH, managed })
const root = process.getuid?.() === 0

export default defineConfig({
  testDir: 'e2e/pages',
  outputDir: 'test-results/pages',
  forbidOnly: CI !== undefined,
  // Recording a trace costs more than the test. A failed test runs again to record one, and still counts as failed.
  retries: 1,
  failOnFlakyTests: true,
  workers: 2,
  fullyParallel: true,
  // Nothing waits this long: they only say when to give up on a busy machine.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter:
    PLAYWRIGHT_JSON_OUTPUT_FILE === undefined
      ? 'list'
      : [['list'], ['json', { outputFile: PLAYWRIGHT_JSON_OUTPUT_FILE }]],
  use: {
    baseURL: origin,
    browserName: 'chromium',
    screenshot: 'only-on-failure',
    trace: 'on-first-retry',
    // A dot that pulses for ever costs as much as drawing the pages.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      ...(browser === undefined || browser === managed ? {} : { executablePath: browser }),
      // Chromium cannot use its sandbox as root.
      chromiumSandbox: !root,
      args: root ? ['--no-sandbox'] : [],
    },
  },
  // A test tagged `@desktop` or `@phone` checks what is the same at both widths, or sets its width itself, as the
  // scoreboard's do. One tagged `@day-desktop` or `@day-phone` checks behaviour, and runs at the other width by night.
  projects: [
    {
      name: 'phone',
      grepInvert: thorough ? /@desktop/ : /@desktop|@day-desktop/,
      testIgnore: /scoreboard\.spec/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
    {
      name: 'desktop',
      grepInvert: thorough ? /@phone/ : /@phone|@day-phone/,
      use: { viewport: { width: 1440, height: 900 } },
    },
  ],
  webServer: {
    command: 'node scripts/start.mjs',
    url: `${origin}/readyz`,
    timeout: 300_000,
    reuseExistingServer: false,
    stdout: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    env: {
      PORT: port,
      DATA_DIR: dataDir,
      BASE_URL: origin,
      HOST: '127.0.0.1',
      SESSION_RATE_LIMIT: '0',
      ADDRESS_MIB_PER_DAY: '0',
      LOG_LEVEL: 'warn',
      BUILT_IN_PIPELINES: 'off',
    },
  },
})

function freePort(): string {
  const script =
    "const s = require('node:net').createServer().listen(0, '127.0.0.1', () => { console.log(s.address().port); s.close() })"
  return execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' }).trim()
}

/** Next to the results, so that a failed run can be inspected. */
function freshFolder(): string {
  mkdirSync('test-results', { recursive: true })
  return mkdtempSync('test-results/data-')
}
