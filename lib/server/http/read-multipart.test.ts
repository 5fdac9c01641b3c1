import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { covers } from '@/lib/testing/covers'
import { runs } from '@/scripts/thorough.mjs'
import { readMultipart } from './read-multipart'

const formOf = (parts: number, boundary = 'limit'): Uint8Array => {
  const part = `--${boundary}\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n`
  return Buffer.from(`${part.repeat(parts)}--${boundary}--\r\n`)
}
const read = (body: Uint8Array, boundary = 'limit') =>
  readMultipart(body, `multipart/form-data; boundary=${boundary}`, 200)

describe('a form of several parts', () => {
  it('is read up to its bound', async () => {
    expect(await read(formOf(200))).toHaveLength(200)
    expect(await read(formOf(201))).toBeNull()
    expect(await read(formOf(3, 'a b'), '"a b"')).toHaveLength(3)
    expect(await read(Buffer.from('no form'))).toBeNull()
  })

  it('is refused before it is read if it has a hundred thousand parts', async () => {
    const parser = vi.spyOn(Response.prototype, 'formData')
    expect(await read(formOf(100_000))).toBeNull()
    expect(parser).not.toHaveBeenCalled()
    parser.mockRestore()
  })

  it.each([
    ['this is a partial run', 'part'],
    ['a --part of it', 'part'],
    ['a\r\npart\r\n-part', 'part'],
    ['bytes zz', 'zz'],
  ])('keeps a text that has its boundary within a line: %j', async (text, boundary) => {
    const body = `--${boundary}\r\nContent-Disposition: form-data; name="execution"\r\n\r\n${text}\r\n--${boundary} \r\nContent-Disposition: form-data; name="log"; filename="partial.txt"\r\nContent-Type: text/plain\r\n\r\n${text}\r\n--${boundary}--`
    const parts = await read(Buffer.from(`a preamble\r\n${body}\r\nan epilogue`), boundary)
    expect(parts?.map(({ name, bytes }) => [name, Buffer.from(bytes).toString()])).toEqual([
      ['execution', text],
      ['log', text],
    ])
    expect(await read(Buffer.from(body.slice(0, -2)), boundary)).toBeNull()
    expect(await read(Buffer.from(body.replace(' \r\n', 'x\r\n')), boundary)).toBeNull()
  })

  it('returns any bytes as they were sent', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 5 }), async (files) => {
        const part = (bytes: Uint8Array) =>
          Buffer.concat([
            Buffer.from('--a-b\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\n'),
            bytes,
            Buffer.from('\r\n'),
          ])
        const sent = files.filter((bytes) => !Buffer.from(bytes).includes('\r\n--a-b'))
        const parts = await read(Buffer.concat([...sent.map(part), Buffer.from('--a-b--\r\n')]), 'a-b')
        expect(parts?.map(({ bytes }) => Buffer.from(bytes).toString('hex'))).toEqual(
          sent.map((bytes) => Buffer.from(bytes).toString('hex')),
        )
      }),
      runs(100),
    )
  })

  covers('D12')
  it.each([
    'multipart/form-data; x="; boundary=other"; boundary=limit',
    'multipart/form-data; boundary=other, multipart/form-data; boundary=limit',
    'multipart/form-data; boundary=other; boundary=limit',
  ])('has its parts counted by the boundary that it is read by: %s', async (contentType) => {
    const parse = vi.spyOn(Response.prototype, 'formData')
    expect(await readMultipart(formOf(300), contentType, 200)).toBeNull()
    for (const { value } of parse.mock.settledResults) expect(value).not.toBeInstanceOf(FormData)
    parse.mockRestore()
  })
})
