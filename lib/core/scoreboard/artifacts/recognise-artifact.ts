export type ArtifactFamily = 'image' | 'video' | 'text'

/** A media type with its file extension. */
export interface ArtifactType {
  readonly family: ArtifactFamily
  readonly mediaType: string
  readonly extension: string
}

const png: ArtifactType = { family: 'image', mediaType: 'image/png', extension: 'png' }
const jpeg: ArtifactType = { family: 'image', mediaType: 'image/jpeg', extension: 'jpg' }
const webp: ArtifactType = { family: 'image', mediaType: 'image/webp', extension: 'webp' }
const mp4: ArtifactType = { family: 'video', mediaType: 'video/mp4', extension: 'mp4' }
const webm: ArtifactType = { family: 'video', mediaType: 'video/webm', extension: 'webm' }
const text: ArtifactType = { family: 'text', mediaType: 'text/plain', extension: 'txt' }
const types = [png, jpeg, webp, mp4, webm, text]

/** The type of a file by its extension, for files that this service named by their content; `null` for any other. */
export const typeByName = (name: string): ArtifactType | null =>
  types.find(({ extension }) => name.toLowerCase().endsWith(`.${extension}`)) ?? null

/** Maximum width and height of a picture, because even a thumbnail requires decoding all of it. */
const pixelsMax = 16_384
/** Maximum number of pixels: decoded, each takes four bytes, and a picture of one colour compresses to a thousandth. */
const areaMax = 33_554_432

/**
 * The type of a file by its content alone; its name and the sender's media type do not count. `null` for anything that
 * is not accepted, including a picture of more than 16384 pixels in either direction or more than 32 megapixels.
 */
export function recogniseArtifact(bytes: Uint8Array): ArtifactType | null {
  const type = types.find((candidate) => holds[candidate.extension]?.(bytes)) ?? null
  if (type?.family !== 'image') return type
  const size = sizeReaders[type.extension]?.(bytes) ?? null
  if (!size?.every((pixels) => pixels >= 1 && pixels <= pixelsMax)) return null
  return size[0] * size[1] <= areaMax ? type : null
}

const ascii = (bytes: Uint8Array, from: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(from, from + length))
const starts = (bytes: Uint8Array, ...signature: number[]): boolean =>
  signature.every((byte, index) => bytes[index] === byte)

const holds: Readonly<Record<string, (bytes: Uint8Array) => boolean>> = {
  // RFC 2083 section 3.1
  png: (bytes) => starts(bytes, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
  jpg: (bytes) => starts(bytes, 0xff, 0xd8, 0xff),
  // RFC 9649 section 2.4
  webp: (bytes) => ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 4) === 'WEBP',
  // An ISO base media file starts with the box that names its brands. ISO/IEC 14496-12 section 4.3
  mp4: (bytes) => ascii(bytes, 4, 4) === 'ftyp' && bytes.length >= 16,
  // An EBML header whose DocType is webm. RFC 8794 section 11.2.6
  webm: (bytes) => starts(bytes, 0x1a, 0x45, 0xdf, 0xa3) && ascii(bytes, 0, 64).includes('\x42\x82\x84webm'),
  txt: isText,
}

/** UTF-8 without control characters, except those in logs: tabs, line ends, form feeds, escapes for colours. */
function isText(bytes: Uint8Array): boolean {
  if (bytes.length === 0 || bytes.some((byte) => byte === 0x7f || (byte < 0x20 && !controls.has(byte)))) return false
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}
const controls: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0c, 0x0d, 0x1b])

type Size = readonly [width: number, height: number]
const view = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** Width and height according to the picture's header; `null` if it does not state them. */
const sizeReaders: Readonly<Record<string, (bytes: Uint8Array) => Size | null>> = {
  png: (bytes) =>
    bytes.length >= 24 && ascii(bytes, 12, 4) === 'IHDR' && isWholePng(bytes)
      ? [view(bytes).getUint32(16), view(bytes).getUint32(20)]
      : null,
  jpg: jpegSize,
  webp: webpSize,
}

/** True for a PNG that has image data and reaches its end: one that was cut short is no picture. RFC 2083 section 4.1 */
function isWholePng(bytes: Uint8Array): boolean {
  const data = view(bytes)
  let hasData = false
  // Length, type and checksum of a chunk: 12 bytes around its content.
  for (let at = 8; at + 12 <= bytes.length; at += 12 + data.getUint32(at)) {
    const type = ascii(bytes, at + 4, 4)
    if (type === 'IEND') return hasData
    hasData ||= type === 'IDAT'
  }
  return false
}

/** Walks the segments to the frame header. ITU-T T.81 section B.2.2 */
function jpegSize(bytes: Uint8Array): Size | null {
  const data = view(bytes)
  for (let at = 2; at + 9 <= bytes.length; ) {
    if (bytes[at] !== 0xff) return null
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xff) {
      at += 1
      continue
    }
    // Markers without a length: reading one would skip the frame header that decoders use. Table B.1
    if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)) {
      at += 2
      continue
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return [data.getUint16(at + 7), data.getUint16(at + 5)]
    const length = data.getUint16(at + 2)
    const hasNone = marker < 0xc0 || marker === 0xd8 || marker === 0xd9
    if (hasNone || length < 2) return null
    at += 2 + length
  }
  return null
}

/**
 * The largest width and height of the canvas and of every frame: a file may declare a small canvas and contain a larger
 * frame. RFC 9649 sections 2.3 and 2.5 to 2.7
 */
function webpSize(bytes: Uint8Array): Size | null {
  if (bytes.length < 30 || !Object.hasOwn(webpReaders, ascii(bytes, 12, 4))) return null
  const data = view(bytes)
  let largest: Size = [0, 0]
  for (let at = 12; at + 8 <= bytes.length; ) {
    const name = ascii(bytes, at, 4)
    const content = at + 8
    const reader = webpReaders[name]
    if (reader) {
      if (content + 10 > bytes.length) return null
      const [width, height] = reader(data, content)
      largest = [Math.max(largest[0], width), Math.max(largest[1], height)]
    }
    const length = data.getUint32(at + 4, true)
    // The sub-chunks of an animation frame follow its 16-byte header.
    at = content + (name === 'ANMF' ? 16 : length + (length % 2))
  }
  return largest
}

const size24 = (data: DataView, at: number): number => data.getUint16(at, true) + (data.getUint8(at + 2) << 16) + 1

/** The size at the start of a chunk's content. */
const webpReaders: Readonly<Record<string, (data: DataView, at: number) => Size>> = {
  'VP8 ': (data, at) => [data.getUint16(at + 6, true) & 0x3fff, data.getUint16(at + 8, true) & 0x3fff],
  VP8L: (data, at) => {
    const bits = data.getUint32(at + 1, true)
    return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1]
  },
  VP8X: (data, at) => [size24(data, at + 4), size24(data, at + 7)],
}
