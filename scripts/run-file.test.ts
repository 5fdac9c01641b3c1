import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runs } from '@/scripts/thorough.mjs'
import { parseRunFile, type RunFile, runningService, supervisorRuns, survivors, takeRunFile } from './run-file.mjs'

const run: RunFile = {
  pid: 100,
  token: 'boot:1',
  url: 'http://localhost:3000',
  children: [
    { name: 'PocketBase', pid: 101, marker: '--dir=/data/pocketbase' },
    { name: 'the web server', pid: 102, marker: '--data-dir=/data' },
  ],
}
const table = (lines: Record<number, string>, token = 'boot:1') => ({
  commandLine: (pid: number) => lines[pid],
  startToken: () => token,
})

describe('who works on a data directory', () => {
  it('is the supervisor while it runs', () => {
    expect(supervisorRuns(run, table({ 100: 'node scripts/start.mjs' }))).toBe(true)
  })

  it('is nobody once it is gone, or its pid belongs to another program or another start', () => {
    expect(supervisorRuns(run, table({}))).toBe(false)
    expect(supervisorRuns(run, table({ 100: 'vim notes.txt' }))).toBe(false)
    expect(supervisorRuns(run, table({ 100: 'node scripts/start.mjs' }, 'boot:2'))).toBe(false)
  })
})

describe('the address of the service that runs', () => {
  it('is that of the supervisor while it runs, and none otherwise', () => {
    const folder = mkdtempSync(join(tmpdir(), 'run-file-'))
    try {
      expect(runningService(folder, table({}))).toBeUndefined()
      writeFileSync(join(folder, 'run.json'), JSON.stringify({ ...run, url: 'https://192.168.1.20:3000' }))
      expect(runningService(folder, table({ 100: 'node scripts/start.mjs' }))).toBe('https://192.168.1.20:3000')
      expect(runningService(folder, table({}))).toBeUndefined()
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})

describe('what a killed supervisor left behind', () => {
  it('is each child whose command line is still ours', () => {
    const lines = {
      101: 'pocketbase serve --dir=/data/pocketbase --dev=false',
      102: 'node server.mjs --data-dir=/data',
    }
    expect(survivors(run, table(lines)).map(({ pid }) => pid)).toEqual([101, 102])
  })

  it('never is a process that took over a pid, not even one of another data directory', () => {
    expect(survivors(run, table({ 101: 'sshd', 102: 'node server.mjs --data-dir=/data2' }))).toEqual([])
    expect(survivors(run, table({ 101: 'pocketbase serve --dir=/data/pocketbase2' }))).toEqual([])
  })

  it('never is process 1, a whole group, or anything by an empty mark', () => {
    const children = [1, 0, -1, 103].map((pid) => ({
      name: 'x',
      pid,
      marker: pid === 103 ? '' : '--dir=/data/pocketbase',
    }))
    const lines = Object.fromEntries(children.map(({ pid }) => [pid, 'x --dir=/data/pocketbase']))
    expect(survivors({ ...run, children }, table(lines))).toEqual([])
  })
})

describe('reading run.json', () => {
  it('gives back what was written', () => {
    expect(parseRunFile(JSON.stringify(run))).toEqual(run)
  })

  it('takes nothing else for a run file, and never throws', () => {
    for (const text of ['', '{', 'null', '[]', '{"pid":1}', JSON.stringify({ ...run, children: [{ pid: 'x' }] })]) {
      expect(parseRunFile(text)).toBeUndefined()
    }
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => void parseRunFile(text)),
      runs(),
    )
  })
})

describe('taking a data directory', () => {
  let folder = ''
  const take = () => takeRunFile({ file: join(folder, 'run.json'), url: run.url, say: () => {} })
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'run-file-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  it('leaves nothing in it after release', async () => {
    const held = await take()
    const written = () => parseRunFile(readFileSync(join(folder, 'run.json'), 'utf8'))
    const parts = {
      temporal: { address: '127.0.0.1:7233', namespaces: ['default', 'acme'] },
      pocketbase: { url: 'http://127.0.0.1:4000', dashboard: 'http://127.0.0.1:4000/_/' },
    }
    held.tell(parts)
    held.update(run.children)
    expect(written()).toMatchObject({ children: run.children, parts })
    held.update([])
    expect(written()).toMatchObject({ children: [], parts })
    expect(statSync(join(folder, 'run.json')).mode & 0o777).toBe(0o600)
    held.release()
    expect(readdirSync(folder)).toEqual([])
  })

  it.each([
    ['of a process that is gone', JSON.stringify({ ...run, pid: 2 ** 30 })],
    ['that was cut off', '{"pid":'],
    ['that is empty', ''],
  ])('replaces a file %s', async (_, text) => {
    writeFileSync(join(folder, 'run.json'), text)
    const held = await take()
    expect(parseRunFile(readFileSync(join(folder, 'run.json'), 'utf8'))?.pid).toBe(process.pid)
    held.release()
  })
})
