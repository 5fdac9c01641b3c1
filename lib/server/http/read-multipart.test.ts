import { describe, expect, it, vi } from 'vitest'
import { covers } from '@/lib/testing/covers'
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
