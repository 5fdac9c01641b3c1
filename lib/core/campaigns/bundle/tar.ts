import { utf8 } from '../../shared/values/base64url'
import { bundleBytesMax, bundleEntriesMax } from './bounds'
import { BundleProblem } from './verdict'

/** What varies in the header of a file. */
export interface TarHead {
  readonly name: string
  readonly bytes: number
  /** Seconds since 1970. */
  readonly modified: number
}

/** Everything in an archive is padded to a multiple of this many bytes. */
export const blockBytes = 512

/** Length of the name field. Longer names would need the prefix field, which we leave empty. */
const nameBytesMax = 100

/** The two empty blocks that end an archive. POSIX.1-2017, pax, "ustar Interchange Format" */
export const tarEnd = new Uint8Array(2 * blockBytes)

/** Padding of a file's last block. */
export const paddingOf = (bytes: number): number => (blockBytes - (bytes % blockBytes)) % blockBytes

/** Length of an archive with files of these lengths. */
export const tarBytes = (files: readonly number[]): number =>
  files.reduce((sum, bytes) => sum + blockBytes + bytes + paddingOf(bytes), tarEnd.length)

/**
 * The header of a world-readable regular file without an owner. Name, length and time determine it, so a reader can
 * rebuild it and find any changed byte.
 */
export function tarHeader({ name, bytes, modified }: TarHead): Uint8Array {
  const block = new Uint8Array(blockBytes)
  const put = (at: number, text: string) => block.set(utf8(text), at)
  put(0, name)
  put(100, octal(0o644, 8))
  put(108, octal(0, 8))
  put(116, octal(0, 8))
  put(124, octal(bytes, 12))
  put(136, octal(modified, 12))
  // The checksum is computed with its own field full of spaces.
  put(148, ' '.repeat(8))
  put(156, '0')
  put(257, 'ustar\x0000')
  put(148, `${octal(sumOf(block), 7)} `)
  return block
}

/** Octal digits that fill a field of this size, including the final NUL. */
const octal = (value: number, field: number): string => `${value.toString(8).padStart(field - 1, '0')}\0`

const sumOf = (block: Uint8Array): number => block.reduce((sum, byte) => sum + byte, 0)

/** A stranger's file, read in pieces: from disk, or chosen in a browser. */
export interface ByteSource {
  readonly bytes: number
  /** The bytes from `at` on; fewer only at the end of the file. */
  read(at: number, bytes: number): Promise<Uint8Array>
}

/** A file in the archive, and where its content is. */
export interface TarEntry extends TarHead {
  readonly at: number
}

/**
 * Whether this looks like a bundle: its first block says so in two places, so no single changed byte hides it. Reads
 * nothing else.
 */
export async function looksLikeTar(source: ByteSource): Promise<boolean> {
  if (source.bytes < blockBytes || source.bytes > bundleBytesMax) return false
  const block = await source.read(0, blockBytes)
  return textAt(block, 257, 5) === 'ustar' || textAt(block, 0, 10) === 'README.txt'
}

/**
 * Reads the files of an archive that `tarHeader` could have written, in order. Every byte outside a content (headers,
 * padding, end) must be the only possible one. Throws BundleProblem at the first that is not, and for a duplicate name.
 */
export async function* readTar(source: ByteSource): AsyncGenerator<TarEntry> {
  const names = new Set<string>()
  let at = 0
  let before: string | null = null
  for (;;) {
    const block = await source.read(at, blockBytes)
    if (block.length < blockBytes) throw new BundleProblem(null, `The archive ends within ${placeAfter(before)}.`)
    if (block.every((byte) => byte === 0)) break
    if (names.size === bundleEntriesMax) throw new BundleProblem(null, `There are more than ${bundleEntriesMax} files.`)
    const entry = readHeader(block, at + blockBytes, before)
    if (names.has(entry.name)) throw new BundleProblem(entry.name, 'The file comes twice.')
    names.add(entry.name)
    const filled = entry.at + entry.bytes + paddingOf(entry.bytes)
    if (filled > source.bytes) throw new BundleProblem(entry.name, 'The archive ends before the file does.')
    await expectEmpty(source, { from: entry.at + entry.bytes, to: filled, name: entry.name })
    yield entry
    before = entry.name
    at = filled
  }
  if (source.bytes !== at + tarEnd.length)
    throw new BundleProblem(null, 'The archive does not end after its last file.')
  await expectEmpty(source, { from: at, to: source.bytes, name: null })
}

/** Accepts only the one way to write a header, so it cannot mean two things. */
function readHeader(block: Uint8Array, at: number, before: string | null): TarEntry {
  const name = textAt(block, 0, nameBytesMax).replace(/\0.*$/s, '')
  const shown = isName(name) ? name : null
  const [bytes, modified] = [octalAt(block, 124), octalAt(block, 136)]
  if (shown === null) throw new BundleProblem(null, `The name of ${placeAfter(before)} is none that a bundle has.`)
  if (bytes === null || modified === null || !isSame(block, tarHeader({ name, bytes, modified })))
    throw new BundleProblem(name, 'Its header in the archive was changed.')
  return { name, bytes, modified, at }
}

/** Names that cannot escape the folder they are unpacked into. */
const isName = (name: string): boolean =>
  /^[A-Za-z0-9][\w.-]*(?:\/[A-Za-z0-9][\w.-]*){0,2}$/.test(name) && !name.includes('..')

const placeAfter = (before: string | null): string => (before === null ? 'the first file' : `the file after ${before}`)

const latin1 = new TextDecoder('latin1')

const textAt = (block: Uint8Array, at: number, bytes: number): string => latin1.decode(block.subarray(at, at + bytes))

/** An octal number of eleven digits and a NUL; `null` for anything else. */
function octalAt(block: Uint8Array, at: number): number | null {
  const text = textAt(block, at, 12)
  return /^[0-7]{11}\0$/.test(text) ? Number.parseInt(text, 8) : null
}

async function expectEmpty(
  source: ByteSource,
  { from, to, name }: { readonly from: number; readonly to: number; readonly name: string | null },
): Promise<void> {
  if (from === to) return
  const bytes = await source.read(from, to - from)
  if (bytes.length < to - from || bytes.some((byte) => byte !== 0))
    throw new BundleProblem(
      name,
      name === null
        ? 'There is something behind the last file.'
        : 'There is something between this file and the next one.',
    )
}

const isSame = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, index) => byte === other[index])
