/** Minimal files of each kind that executions store, with the sizes that their headers state. */

const text = (value: string): number[] => [...new TextEncoder().encode(value)]
const big = (value: number, bytes: number): number[] =>
  Array.from({ length: bytes }, (_, index) => (value >>> (8 * (bytes - 1 - index))) & 0xff)
const little = (value: number, bytes: number): number[] => big(value, bytes).reverse()

/** A drawable PNG of one pixel; only the header states other sizes. */
export function png(width = 1, height = 1): Uint8Array {
  const bytes = new Uint8Array(
    Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    ),
  )
  bytes.set([...big(width, 4), ...big(height, 4)], 16)
  return bytes
}

/** The beginning of a JPEG: a comment, then the frame header. */
export const jpeg = (width = 2, height = 3): Uint8Array =>
  new Uint8Array([
    ...[0xff, 0xd8, 0xff, 0xfe, 0, 4, 0x68, 0x69, 0xff, 0xff, 0xc0, 0, 11, 8],
    ...big(height, 2),
    ...big(width, 2),
    ...[1, 1, 0x11, 0, 0xff, 0xd9],
  ])

/** The header of a WebP in one of its variants. */
export function webp(form: 'VP8 ' | 'VP8L' | 'VP8X', width = 2, height = 3): Uint8Array {
  const start = [...text('RIFF'), ...little(100, 4), ...text('WEBP'), ...text(form), ...little(80, 4)]
  const rest = {
    'VP8 ': [0, 0, 0, 0x9d, 0x01, 0x2a, ...little(width, 2), ...little(height, 2)],
    VP8L: [0x2f, ...little((width - 1) | ((height - 1) << 14), 4), 0, 0, 0, 0, 0],
    VP8X: [0, 0, 0, 0, ...little(width - 1, 3), ...little(height - 1, 3)],
  }[form]
  return new Uint8Array([...start, ...rest])
}

/** A WebP with a canvas of one pixel whose frame states another size: alone, or as the only frame of an animation. */
export function webpOfFrame(form: 'VP8 ' | 'VP8L', width: number, height: number, kind = 'still'): Uint8Array {
  const canvas = [...webp('VP8X', 1, 1)]
  canvas.splice(16, 4, ...little(10, 4))
  const frame = [...webp(form, width, height)].slice(12)
  frame.splice(4, 4, ...little(frame.length - 8, 4))
  const animation = [...text('ANMF'), ...little(16 + frame.length, 4), ...little(0, 16)]
  return new Uint8Array([...canvas, ...(kind === 'animated' ? animation : []), ...frame])
}

/** The first box of an MP4, followed by some bytes. */
export const mp4 = (bytes = 24): Uint8Array => {
  const file = new Uint8Array(Math.max(24, bytes)).map((_, index) => index % 251)
  file.set([...big(24, 4), ...text('ftypisom'), 0, 0, 2, 0, ...text('isomavc1')])
  return file
}

/** The EBML header of a WebM. */
export const webm = (): Uint8Array =>
  new Uint8Array([0x1a, 0x45, 0xdf, 0xa3, 0x87, 0x42, 0x82, 0x84, ...text('webm'), 0x18, 0x53, 0x80, 0x67])
