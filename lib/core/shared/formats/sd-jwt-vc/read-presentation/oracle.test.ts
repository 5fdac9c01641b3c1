import { createHash } from 'node:crypto'
import { SDJwtVcInstance } from '@sd-jwt/sd-jwt-vc'
import { describe, expect, it } from 'vitest'
import { random } from '@/lib/adapters/crypto/ports'
import {
  disclosure,
  disclosures,
  hashOf,
  holderKey,
  issuerKey,
  knownIssuerInput,
  makePresentation,
  type PresentationChanges,
  rawDisclosure,
  testKey,
} from '@/lib/testing/presented/make-presentation'
import { seconds } from '@/lib/testing/presented/presented-input'
import { verifyJwtSignature } from '../../../jose/jwt'
import { readPresentation } from './read-presentation'

const verifierOf =
  (jwk: object) =>
  (input: string, signature: string): Promise<boolean> =>
    verifyJwtSignature({
      jwt: { header: { alg: 'ES256' }, value: `${input}.${signature}` },
      jwk,
      algorithms: ['ES256'],
    })

/** An independent library that verifies SD-JWT VCs. */
const library = new SDJwtVcInstance({
  hashAlg: 'sha-256',
  hasher: async (data: string | ArrayBuffer) =>
    createHash('sha256')
      .update(typeof data === 'string' ? data : Buffer.from(data))
      .digest(),
  saltGenerator: async (length: number) => Buffer.from(random(length)).toString('base64url'),
  verifier: verifierOf(issuerKey.jwk),
  kbVerifier: verifierOf(holderKey.jwk),
})

/** The claims that the library returns; `null` if it refuses. */
const libraryClaims = async (text: string): Promise<unknown> => {
  try {
    const { payload: claims } = await library.verify(text, {
      currentDate: seconds,
      ...(text.endsWith('~') ? {} : { keyBindingNonce: knownIssuerInput().nonce }),
    })
    return claims
  } catch {
    return null
  }
}

/** True if no fact of the reading is an error. */
const isFine = ({
  issuerSignature,
  disclosures: all,
  repeatedDigests,
  kbJwt,
  exp,
  nbf,
}: Awaited<ReturnType<typeof readPresentation>>): boolean =>
  issuerSignature.result === 'valid' &&
  all.every(
    (one) =>
      one.errors.length === 0 &&
      one.position !== null &&
      one.repeats.length === 0 &&
      !one.kindMismatch &&
      !one.collides &&
      !one.reservedName,
  ) &&
  repeatedDigests.length === 0 &&
  (exp.fromNow ?? 1) > 0 &&
  (nbf.fromNow ?? 0) <= 0 &&
  (!kbJwt.present ||
    (kbJwt.signature.result === 'valid' && kbJwt.typ.matches && kbJwt.nonce.matches && kbJwt.sdHash.matches))

const { family_name, given_name, address, street, city, italian, french } = disclosures
const own = (...texts: string[]): PresentationChanges => ({
  payload: { _sd: texts.map((text) => hashOf(text)) },
  disclosures: texts,
})

const cases: [string, PresentationChanges][] = [
  ['two Disclosures', {}],
  ['none', { disclosures: [] }],
  ['all', { disclosures: Object.values(disclosures) }],
  ['some of them', { disclosures: [city, french, address] }],
  ['an element', { disclosures: [italian] }],
  ['one of four parts', own(rawDisclosure(['salt', 'name', 1, 2]))],
  ['no key binding', { kb: null }],
  ['key binding by another key', { kb: { key: testKey() } }],
  ['key binding for another nonce', { kb: { claims: { nonce: 'other' } } }],
  ['key binding over less', { hashedOver: (_, [jwt]) => `${jwt}~` }],
  ['another issuer key', { issuerKey: testKey() }],
  ['an end in the past', { payload: { exp: seconds - 600 } }],
  ['a start in the future', { payload: { nbf: seconds + 600 } }],
]

/** What RFC 9901 section 7.1 refuses in steps 3 to 5 but the library accepts. */
const onlyOurs: [string, PresentationChanges][] = [
  ['one that nobody refers to', { disclosures: [family_name, disclosure('email', 'x')] }],
  ['one without its parent', { disclosures: [street] }],
  ['one twice', { disclosures: [family_name, given_name, family_name] }],
  ['one called _sd', own(disclosure('_sd', ['x']))],
  ['one called ...', own(disclosure('...', 'x'))],
  ['one that replaces a claim', own(disclosure('sub', 'x'), disclosure('sub', 'y'))],
  ['an element in place of a claim', own(disclosure('x'))],
]

describe('a library by others', () => {
  it.each(cases)('thinks the same of a presentation with %s', async (_, changes) => {
    const text = makePresentation(changes)
    const reading = await readPresentation(text, knownIssuerInput())
    const claims = await libraryClaims(text)
    expect(isFine(reading)).toBe(claims !== null)
    if (claims !== null) expect(reading.claims).toEqual(claims)
  })

  it.each(onlyOurs)('does not see what is wrong with a presentation with %s', async (_, changes) => {
    const text = makePresentation(changes)
    expect(isFine(await readPresentation(text, knownIssuerInput()))).toBe(false)
    expect(await libraryClaims(text)).not.toBeNull()
  })
})
