import { expect, it } from 'vitest'
import { covers } from '@/lib/testing/covers'
import { redactStream } from './redact-stream'

covers('D9')
it('removes a token from what is written, as text and as bytes, and keeps the rest', () => {
  const written: unknown[] = []
  const stream = { write: (chunk: unknown) => written.push(chunk) > 0 } as unknown as NodeJS.WriteStream
  redactStream(stream, () => [])
  const token = `${Buffer.from('{"alg":"ES256"}').toString('base64url')}.${Buffer.from('{"sub":"x"}').toString('base64url')}.c2ln`
  stream.write(`Failed to find Server Action "${token}".\n`)
  stream.write(Buffer.from(`Failed to find Server Action "${token}".\n`))
  stream.write('ready\n')
  expect(written.join('')).not.toContain(token)
  expect(written[0]).toContain('Failed to find Server Action "[token:')
  expect(written.at(-1)).toBe('ready\n')
})

it('cuts what is longer than a text of the log, and searches no more of it', () => {
  const written: string[] = []
  const searched: string[] = []
  const stream = { write: (chunk: string) => written.push(chunk) > 0 } as unknown as NodeJS.WriteStream
  redactStream(stream, (text) => {
    searched.push(text)
    return []
  })
  stream.write(`${'word '.repeat(10_000)}\n`)
  expect(written[0]).toMatch(/^(?:word ){3276}word… \[truncated, 50001 characters\]\n$/)
  expect(searched.every((text) => text.length < 20_000)).toBe(true)
})

it('removes what the service made and still takes, however it is written there', () => {
  const written: string[] = []
  const stream = { write: (chunk: string) => written.push(chunk) > 0 } as unknown as NodeJS.WriteStream
  const value = 'opaque-value-of-the-service'
  redactStream(stream, (text) => {
    const from = text.indexOf(value)
    return from < 0 ? [] : [{ from, to: from + value.length }]
  })
  stream.write(`kid ${value}\n`)
  stream.write(`kid ${Buffer.from(value).toString('base64url')}\n`)
  expect(written).toEqual(['kid [redacted:27]\n', 'kid [redacted:36]\n'])
})
