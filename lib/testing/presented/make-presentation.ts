import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto'
import type { Json } from '@/lib/core/shared/values/json'
import { presentationInput, seconds } from './presented-input'

type Members = { readonly [name: string]: unknown }

/** A private P-256 key with its public JWK. */
export interface TestKey {
  readonly privateKey: KeyObject
  readonly jwk: { readonly [name: string]: string }
}

export function testKey(namedCurve = 'P-256'): TestKey {
  const pem = generateKeyPairSync('ec', {
    namedCurve,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const { kty = '', crv = '', x = '', y = '' } = createPublicKey(pem.publicKey).export({ format: 'jwk' })
  return { privateKey: createPrivateKey(pem.privateKey), jwk: { kty, crv, x, y } }
}

export const issuer = 'https://issuer.example/pid'
export const issuerKey = testKey()
export const holderKey = testKey()

/** An input that knows the issuer of `makePresentation`. */
export const knownIssuerInput = (changes: Parameters<typeof presentationInput>[0] = {}) =>
  presentationInput({
    issuerKeys: [{ issuer, source: 'own_issuer', keys: [{ ...issuerKey.jwk, kid: 'one' }] }],
    ...changes,
  })

const encode = (value: Buffer | string): string => Buffer.from(value).toString('base64url')
export const hashOf = (text: string, algorithm = 'sha256'): string =>
  createHash(algorithm).update(text).digest('base64url')

/** A compact JWS with any header and claims, signed with ES256. */
export function jws(header: unknown, claims: unknown, { privateKey }: TestKey, der = false): string {
  const input = `${encode(JSON.stringify(header))}.${encode(JSON.stringify(claims))}`
  const signature = sign('sha256', Buffer.from(input), { key: privateKey, dsaEncoding: der ? 'der' : 'ieee-p1363' })
  return `${input}.${encode(signature)}`
}

/** A Disclosure with any content after a fresh salt. */
export const disclosure = (...content: Json[]): string => rawDisclosure([encode(randomBytes(16)), ...content])
export const rawDisclosure = (content: Json): string => encode(JSON.stringify(content))

const street = disclosure('street_address', 'Via Europa 1')
const city = disclosure('locality', 'Bologna')

/** The Disclosures of the credential, by name. `street` and `city` are nested in `address`. */
export const disclosures = {
  family_name: disclosure('family_name', 'Fabbri'),
  given_name: disclosure('given_name', 'Elena'),
  address: disclosure('address', { _sd: [hashOf(street), hashOf(city)] }),
  street,
  city,
  italian: disclosure('IT'),
  french: disclosure('FR'),
}

/** What the issuer signs, before changes. */
export const payload: Members = {
  iss: issuer,
  vct: 'urn:eudi:pid:1',
  iat: seconds - 3600,
  nbf: seconds - 3600,
  exp: seconds + 3600,
  cnf: { jwk: holderKey.jwk },
  _sd_alg: 'sha-256',
  _sd: [disclosures.family_name, disclosures.given_name, disclosures.address].map((one) => hashOf(one)),
  nationalities: [{ '...': hashOf(disclosures.italian) }, { '...': hashOf(disclosures.french) }],
}

/** What the holder signs, before changes. */
const keyBinding: Members = { iat: seconds - 1, aud: presentationInput().clientId, nonce: presentationInput().nonce }

/** Changes of a correct presentation of `family_name` and `given_name`. */
export interface PresentationChanges {
  readonly header?: Members
  readonly payload?: Members
  readonly issuerKey?: TestKey
  readonly issuerDer?: boolean
  readonly disclosures?: readonly string[]
  /** `null` for no Key Binding JWT; a string replaces it. */
  readonly kb?:
    | null
    | string
    | { readonly header?: Members; readonly claims?: Members; readonly key?: TestKey; readonly der?: boolean }
  /** Returns the text that `sd_hash` covers, given the correct one and its parts. */
  readonly hashedOver?: (sdJwt: string, parts: readonly string[]) => string
}

/** Makes a presentation without using the code under test. Omits members that are undefined. */
export function makePresentation(changes: PresentationChanges = {}): string {
  const issuerJwt = jws(
    { alg: 'ES256', typ: 'dc+sd-jwt', kid: 'one', ...changes.header },
    { ...payload, ...changes.payload },
    changes.issuerKey ?? issuerKey,
    changes.issuerDer,
  )
  const parts = [issuerJwt, ...(changes.disclosures ?? [disclosures.family_name, disclosures.given_name])]
  const sdJwt = `${parts.join('~')}~`
  const { kb = {} } = changes
  if (kb === null) return sdJwt
  if (typeof kb === 'string') return sdJwt + kb
  const hashed = changes.hashedOver?.(sdJwt, parts) ?? sdJwt
  return (
    sdJwt +
    jws(
      { alg: 'ES256', typ: 'kb+jwt', ...kb.header },
      { ...keyBinding, sd_hash: hashOf(hashed), ...kb.claims },
      kb.key ?? holderKey,
      kb.der,
    )
  )
}
