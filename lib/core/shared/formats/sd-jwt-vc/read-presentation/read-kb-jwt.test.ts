import { describe, expect, it } from 'vitest'
import {
  holderKey,
  knownIssuerInput,
  type PresentationChanges,
  testKey,
} from '@/lib/testing/presented/make-presentation'
import { now, seconds } from '@/lib/testing/presented/presented-input'
import { readChanged } from '@/lib/testing/presented/read-changed'
import { epochMillis } from '../../../time/time'
import type { PresentationInput } from '../../reading-of-presentation'
import type { PresentKbJwt } from './sd-jwt-vc-reading'

const readKb = async (changes: PresentationChanges, input: Partial<PresentationInput> = {}): Promise<PresentKbJwt> => {
  const { kbJwt } = await readChanged(changes, input)
  if (!kbJwt.present) throw new Error('There is no Key Binding JWT.')
  return kbJwt
}

describe('the Key Binding JWT', () => {
  it('has a window for its time, and the time of the request', async () => {
    const iatOf = async (
      iat: unknown,
      firstDeliveredAt: PresentationInput['firstDeliveredAt'] = epochMillis(now - 30_000),
    ) => (await readKb({ kb: { claims: { iat } } }, { firstDeliveredAt })).iat
    expect(await iatOf(seconds + 60)).toMatchObject({ window: 'inside', beforeFirstDelivery: false })
    expect(await iatOf(seconds + 61)).toMatchObject({ window: 'in_future' })
    expect(await iatOf(seconds - 300)).toMatchObject({ window: 'inside', beforeFirstDelivery: true })
    expect(await iatOf(seconds - 301)).toMatchObject({ window: 'too_old' })
    expect(await iatOf(seconds - 90)).toMatchObject({ beforeFirstDelivery: false })
    expect(await iatOf(seconds - 91)).toMatchObject({ beforeFirstDelivery: true })
    expect(await iatOf(seconds, null)).toMatchObject({ beforeFirstDelivery: null })
    expect(await iatOf('now')).toMatchObject({ type: 'string', window: null, beforeFirstDelivery: null })
    expect(await iatOf(undefined)).toMatchObject({ present: false, window: null })
  })

  it.each<[unknown, object]>([
    [undefined, { type: 'absent', values: [], matches: false }],
    [7, { type: 'other', values: [], matches: false }],
    [['x', knownIssuerInput().clientId], { type: 'array', matches: true }],
    [[7], { type: 'array', values: [], matches: false }],
    [`${knownIssuerInput().clientId} `, { type: 'string', matches: false }],
  ])('may have the audience %j', async (aud, reading) => {
    expect((await readKb({ kb: { claims: { aud } } })).aud).toMatchObject(reading)
  })

  it('reports header, claims and validity that do not belong there', async () => {
    const kb = await readKb({
      kb: {
        header: { jwk: holderKey.jwk, kid: 'x', x5c: [], cty: 'a', crit: ['x'] },
        claims: {
          exp: seconds - 60,
          nbf: seconds + 61,
          jti: 'x',
          family_name: 'Fabbri',
          email: 'x',
          purpose: 1,
          transaction_data_hashes: ['x'],
        },
      },
    })
    expect(kb).toMatchObject({
      headerKeys: ['jwk', 'kid', 'x5c'],
      otherHeaderMembers: ['cty'],
      jws: { crit: ['x'] },
      signature: { result: 'unverified', unverifiedBecause: 'critical_header' },
      exp: { past: true },
      nbf: { inFuture: true },
      unknownClaims: ['family_name', 'email', 'purpose'],
      personalClaims: ['family_name', 'email'],
      transactionData: { hashes: ['x'], alg: undefined },
    })
    expect(await readKb({ kb: { claims: { exp: seconds - 59, nbf: seconds + 60 } } })).toMatchObject({
      exp: { past: false },
      nbf: { inFuture: false },
    })
  })

  it('is verified with the key of cnf only', async () => {
    const own = testKey()
    expect((await readKb({ kb: { key: own, header: { jwk: own.jwk } } })).signature.result).toBe('invalid')
    expect((await readKb({ kb: { header: { alg: 'none' } } })).signature).toMatchObject({
      unverifiedBecause: 'algorithm_not_supported',
    })
    expect((await readKb({ kb: { header: { alg: 'HS256' } } })).jws.alg).toMatchObject({
      asymmetric: false,
      allowed: false,
    })
  })

  it('may be unreadable', async () => {
    expect(await readKb({ kb: 'a.b' })).toMatchObject({
      jws: { unreadable: 'the token is not three parts separated by dots', header: null },
      signature: { result: 'unverified', unverifiedBecause: 'not_readable' },
      typ: { value: null, matches: false },
      nonce: { type: 'absent' },
    })
    expect((await readKb({ kb: 'W10.W10.AA' })).jws.unreadable).toEqual(
      'the header is not a JSON object; the payload is not a JSON object',
    )
  })

  it('reports names that it holds twice', async () => {
    const header = Buffer.from('{"alg":"ES256","typ":"kb+jwt","typ":"kb+jwt"}').toString('base64url')
    const claims = Buffer.from('{"nonce":"a","nonce":"b"}').toString('base64url')
    expect((await readKb({ kb: `${header}.${claims}.AA` })).jws.duplicates).toEqual(['header/typ', 'claims/nonce'])
  })
})
