import { expect } from 'vitest'
import { expectAllowedOrigin } from './allowed-origin'
import type { HttpAnswer } from './http-client'

/** RFC 4122 text form, lower case. */
export const uuidShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
/** RFC 3339 date-time in UTC. */
export const dateTimeShape = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/
/** At least 32 random bytes, base64url. */
export const randomShape = /^[\w-]{43,}$/

/** Member names of an object, sorted, to compare whole sets. */
export const membersOf = (value: object): string[] => Object.keys(value).sort()

/**
 * Asserts what every JSON response has in common: media type, never cached, readable by other origins as its path
 * requires.
 */
export function expectJson(answer: HttpAnswer, status: number): void {
  expect({ status: answer.status, body: answer.status === status ? '' : answer.body }).toEqual({ status, body: '' })
  expect(answer.header('content-type')).toBe('application/json')
  expect(answer.header('cache-control')).toBe('no-store')
  expectAllowedOrigin(answer)
  if (answer.header('access-control-allow-origin') !== null)
    expect(answer.header('access-control-expose-headers')?.split(/,\s*/)).toEqual(
      expect.arrayContaining(['DPoP-Nonce', 'WWW-Authenticate']),
    )
  expect(Number(answer.header('content-length'))).toBe(Buffer.byteLength(answer.body))
}
