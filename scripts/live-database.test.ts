import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { dashboardAddress } from './live-database.mjs'

let dataDir: string

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'dashboard-'))
})

afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const marker = '--dir=/data/pocketbase'

const running = (line: string) => ({ commandLine: (pid: number) => (pid === 101 ? line : undefined) })

const writeRun = (text: string) => writeFileSync(join(dataDir, 'run.json'), text)

const run = { pid: 100, token: '', url: 'http://localhost:3000', children: [{ name: 'PocketBase', pid: 101, marker }] }

it('the dashboard is at the address of the PocketBase that runs for the data directory', () => {
  writeRun(JSON.stringify(run))
  const line = `pocketbase serve --http=127.0.0.1:40123 ${marker}`
  expect(dashboardAddress(dataDir, running(line))).toBe('http://127.0.0.1:40123/_/')
})

it('there is none where none runs, or another program has its process id by now', () => {
  expect(dashboardAddress(dataDir, running(''))).toBeUndefined()
  writeRun('{')
  expect(dashboardAddress(dataDir, running(''))).toBeUndefined()
  writeRun(JSON.stringify(run))
  expect(dashboardAddress(dataDir, { commandLine: () => undefined })).toBeUndefined()
  expect(dashboardAddress(dataDir, running('other --http=127.0.0.1:1 --dir=/elsewhere'))).toBeUndefined()
})
