import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSupervisor, mayRestart, type Service } from './supervisor.mjs'

let folder = ''
let said: string[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'supervisor-'))
  said = []
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/**
 * A real process that writes `up` to a file once it runs, and exits on SIGTERM after writing a word. All processes
 * write to the same file, which keeps the order of events; lines from several pipes may arrive out of order.
 */
const script = (name: string) => `
  const fs = require('node:fs')
  const tell = (what) => { fs.appendFileSync('order', '${name} ' + what + '\\n'); console.log('${name} ' + what) }
  process.on('SIGTERM', () => { fs.rmSync('${name}.up', { force: true }); tell('ends'); process.exit(0) })
  setInterval(() => {}, 1000)
  tell('starts')
  fs.writeFileSync('${name}.up', String(process.pid))`

function service(name: string, more: Partial<Service> = {}): Service {
  return {
    name,
    command: process.execPath,
    args: ['-e', script(name)],
    env: { NODE_ENV: 'test' },
    cwd: folder,
    marker: name,
    ready: async () => (existsSync(join(folder, `${name}.up`)) ? '' : 'no file yet'),
    readyTimeoutMs: 10_000,
    stopGraceMs: 5_000,
    show: (line) => line,
    ...more,
  }
}

function supervise(services: Service[]) {
  const pids = new Map<string, number>()
  const supervisor = createSupervisor(services, {
    say: (line) => void said.push(line),
    onChildren: (children) => {
      for (const { name, pid } of children) pids.set(name, pid)
    },
  })
  const kill = (name: string) => {
    rmSync(join(folder, `${name}.up`), { force: true })
    process.kill(pids.get(name)!, 'SIGKILL')
  }
  return { ...supervisor, pids, kill }
}

describe('the supervisor', () => {
  it('starts a service when those it needs are ready, and stops all in reverse order', async () => {
    const { start, stop } = supervise([service('a'), service('b', { needs: ['a'] }), service('c', { needs: ['b'] })])
    await start()
    await stop()
    expect(readFileSync(join(folder, 'order'), 'utf8').trim().split('\n')).toEqual([
      'a starts',
      'b starts',
      'c starts',
      'c ends',
      'b ends',
      'a ends',
    ])
  })

  it('says in one message why a service could not be started, with its last words', async () => {
    const broken = service('a', { args: ['-e', 'console.error("out of luck"); process.exit(3)'] })
    const { start, stop } = supervise([broken])
    await expect(start()).rejects.toThrow(/^a ended \(code 3\) before it was ready:\nout of luck$/)
    await stop()
  })

  it('gives up on a service that never gets ready, and leaves no process', async () => {
    const { start, stop, pids } = supervise([
      service('a', { ready: async () => 'still thinking', readyTimeoutMs: 300 }),
    ])
    await expect(start()).rejects.toThrow('a is not ready after 0.3 s: still thinking.')
    await stop()
    expect(() => process.kill(pids.get('a')!, 0)).toThrow()
  })

  it('names a program that does not exist instead of crashing', async () => {
    const { start, stop } = supervise([service('a', { command: join(folder, 'nothing') })])
    await expect(start()).rejects.toThrow(/^a ended \(it could not be started\)/)
    await stop()
  })

  it('starts a service again that was killed', async () => {
    const { start, stop, kill, pids } = supervise([service('a')])
    await start()
    const first = pids.get('a')
    kill('a')
    await vi.waitFor(() => expect(said).toContain('a is ready again.'), 30_000)
    expect(pids.get('a')).not.toBe(first)
    await stop()
  })

  it('reports a required service that keeps dying', async () => {
    const { start, stop, kill, failed } = supervise([service('a')])
    await start()
    for (let crash = 1; crash <= 4; crash++) {
      kill('a')
      if (crash < 4)
        await vi.waitFor(() => expect(said.filter((line) => line === 'a is ready again.')).toHaveLength(crash), 30_000)
    }
    expect(await failed).toBe('a ended 4 times within 60 s.')
    await stop()
  }, 120_000)

  it('continues without an optional service, and without what needs it', async () => {
    const broken = service('extra', { optional: true, args: ['-e', 'process.exit(1)'] })
    const { start, stop } = supervise([service('a'), broken, service('worker', { optional: true, needs: ['extra'] })])
    await start()
    await vi.waitFor(() => expect(said.filter((line) => line.includes('continues without'))).toHaveLength(2), 30_000)
    expect(existsSync(join(folder, 'a.up'))).toBe(true)
    await stop()
  })

  it('tells when everything is up, and waits for what is optional without a word once it serves', async () => {
    let isReady = false
    const late = service('late', { optional: true, ready: async () => (isReady ? '' : 'not yet'), needs: ['a'] })
    const { start, everything, stop, pids } = supervise([service('a'), late])
    await start()
    await vi.waitFor(() => expect(pids.has('late')).toBe(true), 30_000)
    isReady = true
    expect(await everything()).toBe(true)
    expect(said.filter((line) => line.startsWith('Waiting for'))).toEqual(['Waiting for a …'])
    await stop()
    const broken = supervise([service('b', { optional: true, prepare: async () => Promise.reject(new Error('no')) })])
    await broken.start()
    expect(await broken.everything()).toBe(false)
  })

  it('insists when a service ignores the request to end', async () => {
    const stubborn = `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); require('node:fs').writeFileSync('a.up', '')`
    const { start, stop, pids } = supervise([service('a', { args: ['-e', stubborn], stopGraceMs: 200 })])
    await start()
    await stop()
    expect(() => process.kill(pids.get('a')!, 0)).toThrow()
  })

  it('stops while a service is still starting', async () => {
    const { start, stop, pids } = supervise([service('a', { ready: async () => 'never' })])
    const starting = start()
    await vi.waitFor(() => expect(pids.size).toBe(1), 30_000)
    await stop()
    await starting
    expect(() => process.kill(pids.get('a')!, 0)).toThrow()
  })

  it('prepares a service before it runs', async () => {
    const prepare = async () => writeFileSync(join(folder, 'prepared'), '')
    const { start, stop } = supervise([
      service('a', { prepare, args: ['-e', `require('node:fs').accessSync('prepared');${script('a')}`] }),
    ])
    await start()
    await stop()
    expect(said).toContain('a ends')
  })
})

describe('the crash policy', () => {
  it('allows three restarts in a minute', () => {
    expect(mayRestart([1_000], 1_000)).toBe(true)
    expect(mayRestart([1_000, 2_000, 3_000], 3_000)).toBe(true)
    expect(mayRestart([1_000, 2_000, 3_000, 4_000], 4_000)).toBe(false)
    expect(mayRestart([1_000, 2_000, 3_000, 61_000], 61_000)).toBe(true)
  })
})
