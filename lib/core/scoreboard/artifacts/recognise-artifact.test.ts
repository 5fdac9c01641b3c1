import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jpeg, mp4, png, webm, webp, webpOfFrame } from '@/lib/testing/artifacts'
import { covers } from '@/lib/testing/covers'
import { runs } from '@/scripts/thorough.mjs'
import { readOwnFile } from './artifact-address'
import { recogniseArtifact, typeByName } from './recognise-artifact'

const text = (value: string): Uint8Array => new TextEncoder().encode(value)
const extensionOf = (bytes: Uint8Array): string | null => recogniseArtifact(bytes)?.extension ?? null

describe('what a file is', () => {
  it('is recognised by its content', () => {
    expect(extensionOf(png())).toBe('png')
    expect(extensionOf(jpeg())).toBe('jpg')
    for (const form of ['VP8 ', 'VP8L', 'VP8X'] as const) expect(extensionOf(webp(form))).toBe('webp')
    expect(extensionOf(mp4())).toBe('mp4')
    expect(extensionOf(webm())).toBe('webm')
    expect(extensionOf(text('12:00 ok \u001b[32mgreen\u001b[0m\r\n\tnächste Zeile\n'))).toBe('txt')
  })

  it.each([
    ['nothing', new Uint8Array()],
    ['bytes of no kind', new Uint8Array([0, 1, 2, 3])],
    ['text with a NUL', text('a\u0000b')],
    ['text that is not UTF-8', new Uint8Array([0x61, 0xff, 0x62])],
    ['a GIF', new Uint8Array([...text('GIF89a'), 1, 0, 1, 0, 0, 0])],
    ['a program', new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0])],
    ['an archive', new Uint8Array([0x50, 0x4b, 3, 4, 0, 0])],
    [
      'a Matroska file that is not a WebM',
      new Uint8Array([0x1a, 0x45, 0xdf, 0xa3, 0x8b, 0x42, 0x82, 0x88, ...text('matroska')]),
    ],
    ['a PNG that is cut short', png().subarray(0, 20)],
    ['a PNG of a header alone', png().subarray(0, 33)],
    ['a PNG without its end', png().subarray(0, -12)],
    ['a PNG without image data', new Uint8Array([...png().subarray(0, 33), ...png().subarray(-12)])],
    ['a JPEG without a frame', new Uint8Array([0xff, 0xd8, 0xff, 0xd9])],
  ])('%s is taken for nothing', (_what, bytes) => {
    expect(recogniseArtifact(bytes)).toBeNull()
  })

  covers('D12')
  it('is not a picture that says it is larger than anybody could unpack', () => {
    expect(extensionOf(png(16_384, 1))).toBe('png')
    expect(extensionOf(png(16_384, 2048))).toBe('png')
    for (const [width, height] of [
      [16_385, 1],
      [1, 65_536],
      [0, 5],
      [16_384, 2049],
    ] as const)
      expect(recogniseArtifact(png(width, height))).toBeNull()
    expect(recogniseArtifact(jpeg(20_000, 4))).toBeNull()
    expect(recogniseArtifact(webp('VP8X', 100_000, 4))).toBeNull()
  })

  it.each(['VP8 ', 'VP8L'] as const)('is not a WebP with a %s frame larger than that within a small canvas', (form) => {
    expect(extensionOf(webpOfFrame(form, 16_383, 2000))).toBe('webp')
    expect(recogniseArtifact(webpOfFrame(form, 16_383, 16_383))).toBeNull()
    expect(extensionOf(webpOfFrame(form, 16_383, 2000, 'animated'))).toBe('webp')
    expect(recogniseArtifact(webpOfFrame(form, 16_383, 16_383, 'animated'))).toBeNull()
  })

  covers('D12')
  it('is not a JPEG that hides its frame behind a marker without a length', () => {
    // Misread as a length, the next marker leads to a second frame header with a one-pixel picture.
    for (const marker of [0x01, 0xd0, 0xd7]) {
      const bytes = new Uint8Array(66_000)
      const [large, small] = [jpeg(60_000, 60_000).subarray(9), jpeg(1, 1).subarray(9)]
      bytes.set([0xff, 0xd8, 0xff, marker, ...large])
      bytes.set(small, 4 + 0xffc0)
      expect(recogniseArtifact(bytes)).toBeNull()
    }
    expect(recogniseArtifact(new Uint8Array([0xff, 0xd8, 0xff, 0xd8, ...jpeg().subarray(2)]))).toBeNull()
  })

  it('never throws, whatever comes', () => {
    const beginnings = [png(), jpeg(), webp('VP8 '), webp('VP8L'), webp('VP8X'), mp4(), webm()]
    fc.assert(
      fc.property(
        fc.constantFrom(...beginnings),
        fc.nat(64),
        fc.uint8Array({ maxLength: 64 }),
        (start, length, rest) => {
          recogniseArtifact(new Uint8Array([...start.subarray(0, length), ...rest]))
        },
      ),
      runs(),
    )
  })

  it('is read from a name only where we gave it', () => {
    expect(typeByName('screenshots-1_ab12.png')?.mediaType).toBe('image/png')
    for (const name of ['page.html', 'logo.svg', 'png', 'x.png.html', '']) expect(typeByName(name)).toBeNull()
  })
})

describe('the address of a file of ours', () => {
  it('is known with and without our origin, and nothing else is', () => {
    const own = { kind: 'executions', id: 'abc', name: 'x.png' }
    expect(readOwnFile('https://us.example/media/executions/abc/x.png', 'https://us.example')).toEqual(own)
    expect(readOwnFile('/media/executions/abc/x.png', 'https://us.example')).toEqual(own)
    for (const address of [
      'https://other.example/media/executions/abc/x.png',
      'https://us.example.other/media/executions/abc/x.png',
      'http://us.example/media/executions/abc/x.png',
      '//us.example/media/executions/abc/x.png',
      '/media/executions/abc/x.png?y',
      '/media/executions/abc/x/y.png',
      '/media/executions/abc/%',
      '/media/pipelines/abc/x.png',
      '',
    ])
      expect(readOwnFile(address, 'https://us.example')).toBeNull()
  })
})
