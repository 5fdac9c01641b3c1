import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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
const kept = () => join(cacheDir(env), `temporal-1.5.1-${process.platform}-${process.arch}-verified`, 'temporal')

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

  it('is built in the background where the start has its turn first', async () => {
    // What a shell inherits: how nice it is to others.
    const order = join(dir, 'order')
    const usual = String(execFileSync('nice')).trim()
    // It is told once it runs, so it looks a few times.
    const look = `i=0; while [ $i -lt 500 ] && [ "$(/usr/bin/nice)" = ${usual} ]; do i=$((i + 1)); done`
    const script = `echo $1 >> ${order}; if [ "$1" = install ]; then ${look}; /usr/bin/nice > "$GOBIN/temporal"; fi`
    place(join(dir, 'bin/go'), `#!/bin/sh\n${script}\n`)
    let begin = () => {}
    const turn = new Promise<void>((resolve) => {
      begin = resolve
    })
    const made = temporalProgram({ env, turn })
    await vi.waitFor(() => expect(existsSync(order)).toBe(true), { interval: 200 })
    appendFileSync(order, 'turn\n')
    begin()
    expect(Number(readFileSync(await made, 'utf8'))).toBeGreaterThan(Number(usual))
    expect(readFileSync(order, 'utf8')).toBe('version\nturn\ninstall\n')
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

describe('an archive that is downloaded', () => {
  const platform = `${process.platform}-${process.arch}`
  let archive: Buffer
  let table: Record<string, { name: string; sha256: string }>
  let asked: string[]
  beforeEach(() => {
    place(join(dir, 'packed/temporal'), 'the program')
    place(join(dir, 'packed/../packed/other'), 'not asked for')
    spawnSync('tar', ['-czf', join(dir, 'a.tar.gz'), '-C', join(dir, 'packed'), 'temporal', 'other'])
    archive = readFileSync(join(dir, 'a.tar.gz'))
    table = { [platform]: { name: 'here', sha256: createHash('sha256').update(archive).digest('hex') } }
    asked = []
    // `tar` has to be found.
    env.PATH = `${env.PATH}:${process.env.PATH}`
  })
  const answers = (...given: (() => Response)[]) =>
    vi.stubGlobal('fetch', async (address: URL) => {
      asked.push(String(address))
      const answer = given[Math.min(asked.length, given.length) - 1]
      if (answer === undefined) throw new TypeError('fetch failed')
      return answer()
    })
  const whole = () => new Response(new Uint8Array(archive))
  const leadsTo = (location: string) => () => new Response(null, { status: 302, headers: { location } })

  it('comes from one address, over redirects to https, and only the program is unpacked and kept', async () => {
    answers(leadsTo('https://assets.example/a.tar.gz'), whole)
    expect(await temporalProgram({ env, archives: table })).toBe(kept())
    expect(asked).toEqual([
      'https://github.com/temporalio/cli/releases/download/v1.5.1/temporal_cli_1.5.1_here.tar.gz',
      'https://assets.example/a.tar.gz',
    ])
    expect(readFileSync(kept(), 'utf8')).toBe('the program')
    expect(existsSync(join(dirname(kept()), 'other'))).toBe(false)
  })

  it.each<[string, () => void, RegExp]>([
    ['other bytes', () => answers(() => new Response('something else')), /not the archive whose hash is known/],
    ['a way without https', () => answers(leadsTo('http://assets.example/a.tar.gz'), whole), /without https/],
    ['redirects without an end', () => answers(leadsTo('https://assets.example/again')), /again and again/],
    ['an answer that says no', () => answers(() => new Response('', { status: 404 })), /responded with 404/],
  ])('is not used: %s', async (_name, given, words) => {
    given()
    place(join(dir, 'bin/go'), '#!/bin/sh\nexit 1\n')
    await expect(temporalProgram({ env, archives: table })).rejects.toThrow(words)
    expect(existsSync(kept())).toBe(false)
  })

  it('is asked for nowhere without a known hash, and that is said', async () => {
    answers(whole)
    place(join(dir, 'bin/go'), '#!/bin/sh\nexit 1\n')
    await expect(temporalProgram({ env, archives: {} })).rejects.toThrow(
      `no hash of an official archive for ${platform} is known`,
    )
    expect(asked).toEqual([])
  })
})

it('Go compares what it fetches with its checksums, whatever the environment says', async () => {
  const script = '#!/bin/sh\nif [ "$1" = install ]; then /usr/bin/env > "$GOBIN/temporal"; fi\n'
  place(join(dir, 'bin/go'), script)
  const off = { GOSUMDB: 'off', GONOSUMDB: '*', GOINSECURE: '*', GOPRIVATE: '*' }
  const made = readFileSync(await temporalProgram({ env: { ...env, ...off } }), 'utf8')
  expect(made).toMatch(/^GOSUMDB=sum\.golang\.org$/m)
  for (const name of ['GONOSUMDB', 'GOINSECURE', 'GOPRIVATE'])
    expect(made).toMatch(new RegExp(`^${name}=none\\.invalid$`, 'm'))
})
