import { utf8 } from '../../ground/values/base64url'

/** What the header of a file in the archive says. */
export interface TarHead {
  readonly name: string
  readonly bytes: number
  /** Whole seconds since 1970. */
  readonly modified: number
}

/** Everything in an archive is a multiple of this many bytes. */
export const blockBytes = 512

/** How many characters the name field has; longer names would need a field that we leave empty. */
export const nameBytesMax = 100

/** The two empty blocks that end an archive. POSIX.1-2017, pax, "ustar Interchange Format" */
export const tarEnd = new Uint8Array(2 * blockBytes)

/** The bytes that fill the last block of a file. */
export const paddingOf = (bytes: number): number => (blockBytes - (bytes % blockBytes)) % blockBytes

/** The length of an archive with files of these lengths. */
export const tarBytes = (files: readonly number[]): number =>
  files.reduce((sum, bytes) => sum + blockBytes + bytes + paddingOf(bytes), tarEnd.length)

/**
 * The header of a regular file that everybody may read and that belongs to nobody. There is one header for a name, length
 * and time, so that a reader makes it again and finds any byte that is not as it was.
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
  // The sum is taken over a header whose own field holds spaces.
  put(148, ' '.repeat(8))
  put(156, '0')
  put(257, 'ustar\x0000')
  put(148, `${octal(sumOf(block), 7)} `)
  return block
}

/** Octal digits that fill a field of this many bytes, with the NUL at its end. */
const octal = (value: number, field: number): string => `${value.toString(8).padStart(field - 1, '0')}\0`

const sumOf = (block: Uint8Array): number => block.reduce((sum, byte) => sum + byte, 0)
