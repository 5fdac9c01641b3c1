import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { signer } from '@/lib/adapters/crypto/signer'
import { type EpochMillis, fromIso, toIso } from '../time/time'
import { credentialExpiry, credentialStart } from './credential-validity'

const at = (text: string): EpochMillis => fromIso(text)!
const key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
const signerSince = (text: string | null) => signer(key, [], text === null ? null : at(text))
const start = (now: string, since: string | null) => toIso(credentialStart(at(now), signerSince(since)))

describe('validity of a credential', () => {
  it('is the same for all that are issued on a day, so that its instants find no holder again (RFC 9901 section 10.1)', () => {
    const instants = ['2026-11-20T00:00:00.000Z', '2026-11-20T09:31:07.250Z', '2026-11-20T23:59:59.999Z']
    expect(instants.map((now) => start(now, null))).toEqual(Array(3).fill('2026-11-20T00:00:00.000Z'))
    expect(instants.map((now) => toIso(credentialExpiry(at(now))))).toEqual(Array(3).fill('2026-12-04T00:00:00.000Z'))
    expect(start('2026-11-21T00:00:00.000Z', null)).toBe('2026-11-21T00:00:00.000Z')
  })

  it('counts from the hour if it is short, and from the second only if that would leave too little of it', () => {
    const end = (seconds: number) => toIso(credentialExpiry(at('2026-11-20T09:31:07.250Z'), seconds))
    expect(end(2 * 86_400)).toBe('2026-11-22T00:00:00.000Z')
    expect(end(2 * 86_400 - 1)).toBe('2026-11-22T08:59:59.000Z')
    expect(end(7200)).toBe('2026-11-20T11:00:00.000Z')
    expect(end(60)).toBe('2026-11-20T09:32:07.000Z')
  })

  it('starts no earlier than the certificates of its signer', () => {
    expect(start('2026-11-20T12:00:00.900Z', '2026-11-20T11:00:00.000Z')).toBe('2026-11-20T11:00:00.000Z')
    expect(start('2026-11-20T12:00:00.900Z', '2026-11-19T11:00:00.000Z')).toBe('2026-11-20T00:00:00.000Z')
  })

  it('has always started when it is issued, even under a certificate that is not valid yet', () => {
    expect(start('2026-11-20T12:00:00.900Z', '2026-11-20T13:00:00.000Z')).toBe('2026-11-20T00:00:00.000Z')
  })
})
