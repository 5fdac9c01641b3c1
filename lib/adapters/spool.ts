import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ProtocolError } from '@/lib/core/shared/ports/errors'
import type { Spool } from '@/lib/core/shared/ports/ports'

/** Whether the file system has no room, or the user's quota is reached. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')

/** Bytes per read: a stream buffers a few pieces until its client has read them. */
const pieceBytes = 64 * 1024

/**
 * Opens spools in a directory, which is created on first use. The file is unlinked before anything is written to it:
 * nobody else can open it, and it disappears with this process. Calls `onEnd` once it no longer takes disk space, or
 * could not be opened. Throws file system errors, and a ProtocolError for a full disk.
 */
export const createSpools =
  (directory: string) =>
  async (onEnd: () => void): Promise<Spool> => {
    const file = await openNameless(directory).catch((error: unknown) => {
      onEnd()
      throw told(error)
    })
    let bytes = 0
    let end: Promise<void> | null = null
    const discard = () => {
      end ??= file.close().finally(onEnd)
      return end
    }
    return {
      async write(content) {
        for (let at = 0; at < content.length; ) at += await written(file, content.subarray(at), bytes + at)
        bytes += content.length
      },
      chunks: async () => piecesOf(file, bytes, discard),
      discard,
    }
  }

async function openNameless(directory: string): Promise<FileHandle> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const path = join(directory, `${randomUUID()}.spool`)
  const file = await open(path, 'wx+', 0o600)
  try {
    await rm(path)
  } catch (error) {
    await file.close()
    throw error
  }
  return file
}

const written = (file: FileHandle, content: Uint8Array, position: number): Promise<number> =>
  file.write(content, 0, content.length, position).then(
    ({ bytesWritten }) => bytesWritten,
    (error: unknown) => {
      throw told(error)
    },
  )

/** Translates the error of a full disk for the client; others are unchanged. */
const told = (error: unknown): unknown =>
  isDiskFull(error) ? new ProtocolError('insufficient_storage', diskFull) : error

const diskFull = 'The disk of this service is full: nothing of it can be exported until its operator frees space.'

/** The pieces of a file, which is discarded after the last one, or when its reader returns early. */
function piecesOf(file: FileHandle, bytes: number, discard: () => Promise<void>): AsyncIterable<Uint8Array> {
  return {
    [Symbol.asyncIterator]() {
      const pieces = read(file, bytes, discard)
      return {
        next: () => pieces.next(),
        async return() {
          await pieces.return(undefined)
          await discard()
          return { done: true, value: undefined }
        },
      }
    },
  }
}

async function* read(
  file: FileHandle,
  bytes: number,
  discard: () => Promise<void>,
): AsyncGenerator<Uint8Array, undefined> {
  try {
    for (let at = 0; at < bytes; ) {
      const piece = await pieceOf(file, at, Math.min(bytes - at, pieceBytes))
      yield piece
      at += piece.length
    }
  } finally {
    await discard()
  }
}

async function pieceOf(file: FileHandle, position: number, bytes: number): Promise<Uint8Array> {
  const { buffer, bytesRead } = await file.read(new Uint8Array(bytes), 0, bytes, position)
  if (bytesRead === 0) throw new Error('A file of a bundle is shorter than what was written to it.')
  return buffer.subarray(0, bytesRead)
}
