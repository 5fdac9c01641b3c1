import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { cacheDir, temporalProgram } from './temporal-program.mjs'

let dir: string
let env: { PATH: string; XDG_CACHE_HOME: string }
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'wallet-capture-program-'))
  mkdirSync(join(dir, 'bin'))
  env = { PATH: join(dir, 'bin'), XDG_CACHE_HOME: join(dir, 'cache') }
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } })))
})
afterEach(() => {
  vi.unstubAllGlobals()
  rmSync(dir, { recursive: true, force: true })
})

const place = (file: string, text = '') => {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text, { mode: 0o755 })
  return file
}
const kept = () => join(cacheDir(env), `temporal-1.5.1-${process.platform}-${process.arch}`, 'temporal')

describe('the Temporal program', () => {
  it('is one of your own before any other, and one that is not there stops with its name', async () => {
    place(join(dir, 'bin/temporal'))
    const own = place(join(dir, 'own'))
    expect(await temporalProgram({ own, env })).toBe(own)
    await expect(temporalProgram({ own: '/not/there', env })).rejects.toThrow('TEMPORAL_CLI_PATH names /not/there')
  })

  it('is the one on the path before the kept copy', async () => {
    place(kept())
    expect(await temporalProgram({ env })).toBe(kept())
    const found = place(join(dir, 'bin/temporal'))
    expect(await temporalProgram({ env })).toBe(found)
  })

  it('is built with the Go tools where it cannot be downloaded, and kept', async () => {
    const script = '#!/bin/sh\nif [ "$1" = install ]; then echo "$2" > "$GOBIN/temporal"; fi\n'
    place(join(dir, 'bin/go'), script.replaceAll('echo', '/bin/echo'))
    expect(await temporalProgram({ env })).toBe(kept())
    expect(existsSync(kept())).toBe(true)
  })

  it('that cannot be had by any way is told in one sentence, and leaves nothing behind', async () => {
    await expect(temporalProgram({ env })).rejects.toThrow(
      /^There is no Temporal server: the official download cannot be reached \(ECONNREFUSED\); no Go tools are installed to build it\. Set TEMPORAL_ADDRESS/,
    )
    place(join(dir, 'bin/go'), '#!/bin/sh\n[ "$1" = version ]\n')
    await expect(temporalProgram({ env })).rejects.toThrow(/its build failed/)
    expect(existsSync(kept())).toBe(false)
  })
})
