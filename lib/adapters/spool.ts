import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ProtocolError } from '@/lib/core/ground/ports/errors'
import type { Spool } from '@/lib/core/ground/ports/ports'

/** How much is handed on at once: a stream keeps a few pieces until its client has read them. */
const pieceBytes = 64 * 1024

/** A file that nobody began to read for so long belongs to a process that ended, or to a response that was never sent. */
const lostMillis = 600_000

/**
 * Opens spools in a directory, which is made at first need, with files that this user alone may read. Files that got lost are
 * removed whenever the next one is opened. Throws what the file system does, and for a full disk a ProtocolError.
 */
export const createSpools =
  (directory: string, now: () => number): (() => Promise<Spool>) =>
  async () => {
    await mkdir(directory, { recursive: true, mode: 0o700 })
    await removeLost(directory, now() - lostMillis)
    const path = join(directory, `${randomUUID()}.spool`)
    const file = await open(path, 'wx', 0o600)
    let bytes = 0
    return {
      async write(content) {
        for (let at = 0; at < content.length; ) at += (await written(file, content, at)).bytesWritten
        bytes += content.length
      },
      async chunks() {
        await file.close()
        return piecesOf(path, bytes)
      },
      async discard() {
        await file.close()
        await rm(path, { force: true })
      },
    }
  }

const written = (file: FileHandle, content: Uint8Array, at: number) =>
  file.write(content, at, content.length - at).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOSPC' || error.code === 'EDQUOT'
      ? new ProtocolError('insufficient_storage', diskFull)
      : error
  })

const diskFull = 'The disk of this service is full: nothing of it can be exported until its operator frees space.'

async function removeLost(directory: string, before: number): Promise<void> {
  for (const name of await readdir(directory)) {
    const path = join(directory, name)
    // Whoever reads it may have removed it in between.
    const found = await stat(path).catch(() => null)
    if (found !== null && found.mtimeMs < before) await rm(path, { force: true })
  }
}

/**
 * The pieces of a file. Its name goes with the first piece, and what it takes of the disk with the last one, or once its reader
 * returns, be it before the first.
 */
function piecesOf(path: string, bytes: number): AsyncIterable<Uint8Array> {
  return {
    [Symbol.asyncIterator]() {
      const pieces = read(path, bytes)
      return {
        next: () => pieces.next(),
        async return() {
          await pieces.return(undefined)
          await rm(path, { force: true })
          return { done: true, value: undefined }
        },
      }
    },
  }
}

async function* read(path: string, bytes: number): AsyncGenerator<Uint8Array, undefined> {
  const file = await open(path)
  try {
    await rm(path)
    for (let left = bytes; left > 0; ) {
      const piece = await pieceOf(file, Math.min(left, pieceBytes))
      yield piece
      left -= piece.length
    }
  } finally {
    await file.close()
  }
}

async function pieceOf(file: FileHandle, bytes: number): Promise<Uint8Array> {
  const { buffer, bytesRead } = await file.read(new Uint8Array(bytes), 0, bytes)
  if (bytesRead === 0) throw new Error('A file of a bundle is shorter than what was written to it.')
  return buffer.subarray(0, bytesRead)
}
