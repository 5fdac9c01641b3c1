import { mkdtempSync, readdirSync, rmSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createSpools } from './spool'

let directory: string
beforeEach(() => {
  directory = join(mkdtempSync(join(tmpdir(), 'spool-')), 'bundles')
})
afterEach(() => rmSync(join(directory, '..'), { recursive: true, force: true }))

const spool = () => createSpools(directory, Date.now)()
const names = () => readdirSync(directory)

async function written(...contents: Uint8Array[]) {
  const opened = await spool()
  for (const content of contents) await opened.write(content)
  return opened
}

it('gives back what was written, and leaves nothing', async () => {
  const big = new Uint8Array(200_000).map((_, at) => at % 251)
  const opened = await written(new Uint8Array([1, 2, 3]), new Uint8Array(), big)
  const [name = ''] = names()
  expect(statSync(join(directory, name)).mode & 0o777).toBe(0o600)
  expect(statSync(directory).mode & 0o777).toBe(0o700)
  const chunks: Uint8Array[] = []
  for await (const chunk of await opened.chunks()) chunks.push(chunk)
  expect(Buffer.concat(chunks).equals(Buffer.concat([new Uint8Array([1, 2, 3]), big]))).toBe(true)
  expect(Math.max(...chunks.map(({ length }) => length))).toBe(64 * 1024)
  expect(names()).toEqual([])
})

it('leaves nothing where its reader goes before the first piece, or after it, or it is discarded', async () => {
  const unread = Readable.from(await (await written(new Uint8Array(10))).chunks())
  unread.destroy()
  await finished(unread).catch(() => {})
  expect(names()).toEqual([])
  for await (const _ of await (await written(new Uint8Array(200_000))).chunks()) break
  expect(names()).toEqual([])
  await (await written(new Uint8Array(10))).discard()
  expect(names()).toEqual([])
})

it('removes what a process before it left, and nothing that may be in use', async () => {
  const used = await written(new Uint8Array(10))
  const [name] = names()
  writeFileSync(join(directory, 'lost.spool'), 'left')
  utimesSync(join(directory, 'lost.spool'), 1, 1)
  await (await spool()).discard()
  expect(names()).toEqual([name])
  await used.discard()
})

it('throws where the file is shorter than what was written', async () => {
  const opened = await written(new Uint8Array(100))
  truncateSync(join(directory, names()[0] ?? ''), 50)
  const chunks = await opened.chunks()
  await expect(async () => {
    for await (const _ of chunks);
  }).rejects.toThrow(/shorter/)
})
