import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createSpools } from './spool'

let directory: string
let ended: number
beforeEach(() => {
  directory = join(mkdtempSync(join(tmpdir(), 'spool-')), 'bundles')
  ended = 0
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(join(directory, '..'), { recursive: true, force: true })
})

const spool = () =>
  createSpools(directory)(() => {
    ended++
  })

async function written(...contents: Uint8Array[]) {
  const opened = await spool()
  for (const content of contents) await opened.write(content)
  return opened
}

it('gives back what was written, of a file that nobody else can open', async () => {
  const big = new Uint8Array(200_000).map((_, at) => at % 251)
  const opened = await written(new Uint8Array([1, 2, 3]), new Uint8Array(), big)
  expect(readdirSync(directory)).toEqual([])
  expect(statSync(directory).mode & 0o777).toBe(0o700)
  const chunks: Uint8Array[] = []
  for await (const chunk of await opened.chunks()) {
    expect(ended).toBe(0)
    chunks.push(chunk)
  }
  expect(Buffer.concat(chunks).equals(Buffer.concat([new Uint8Array([1, 2, 3]), big]))).toBe(true)
  expect(Math.max(...chunks.map(({ length }) => length))).toBe(64 * 1024)
  expect(ended).toBe(1)
})

it('ends once where its reader goes before the first piece, or after it, or it is discarded', async () => {
  const unread = Readable.from(await (await written(new Uint8Array(10))).chunks())
  unread.destroy()
  await finished(unread).catch(() => {})
  await vi.waitFor(() => expect(ended).toBe(1))
  for await (const _ of await (await written(new Uint8Array(200_000))).chunks()) break
  expect(ended).toBe(2)
  const discarded = await written(new Uint8Array(10))
  await Promise.all([discarded.discard(), discarded.discard()])
  expect(ended).toBe(3)
})

it('leaves alone what else is in its directory, like that of a file system of its own', async () => {
  mkdirSync(join(directory, 'lost+found'), { recursive: true })
  await (await written(new Uint8Array(10))).discard()
  expect(readdirSync(directory)).toEqual(['lost+found'])
})

it('ends where it cannot be opened, and tells a full disk from other errors', async () => {
  writeFileSync(directory, '')
  await expect(spool()).rejects.toMatchObject({ code: 'EEXIST' })
  expect(ended).toBe(1)
  rmSync(directory)
  const opened = await written(new Uint8Array(10))
  const handles = await prototypeOfHandles()
  vi.spyOn(handles, 'write').mockRejectedValue(Object.assign(new Error('full'), { code: 'ENOSPC' }))
  await expect(opened.write(new Uint8Array(10))).rejects.toMatchObject({ code: 'insufficient_storage' })
  await opened.discard()
})

it('throws where the file is shorter than what was written', async () => {
  const opened = await written(new Uint8Array(100))
  const handles = await prototypeOfHandles()
  vi.spyOn(handles, 'read').mockResolvedValue({ bytesRead: 0, buffer: new Uint8Array() })
  const chunks = await opened.chunks()
  await expect(async () => {
    for await (const _ of chunks);
  }).rejects.toThrow(/shorter/)
  expect(ended).toBe(1)
})

/** What all handles of files share. */
async function prototypeOfHandles(): Promise<FileHandle> {
  const any = await open(join(directory, '..'))
  await any.close()
  return Object.getPrototypeOf(any) as FileHandle
}
