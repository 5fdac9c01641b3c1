import { expect, it } from 'vitest'
import { redactStream } from './redact-stream'

it('removes a token from what is written, as text and as bytes, and keeps the rest', () => {
  const written: unknown[] = []
  const stream = { write: (chunk: unknown) => written.push(chunk) > 0 } as unknown as NodeJS.WriteStream
  redactStream(stream)
  const token = `${Buffer.from('{"alg":"ES256"}').toString('base64url')}.${Buffer.from('{"sub":"x"}').toString('base64url')}.c2ln`
  stream.write(`Failed to find Server Action "${token}".\n`)
  stream.write(Buffer.from(`Failed to find Server Action "${token}".\n`))
  stream.write('ready\n')
  expect(written.join('')).not.toContain(token)
  expect(written[0]).toContain('Failed to find Server Action "[token:')
  expect(written.at(-1)).toBe('ready\n')
})
