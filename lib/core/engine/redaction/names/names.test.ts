import { describe, expect, it } from 'vitest'
import { issuerRedaction } from '../../../issuer/redaction/issuer-redaction'
import { plainName, remembered } from './names'

const { isGuessable, isSensitive, isVisible } = issuerRedaction.names

const sensitive = [
  ...['access_token', 'refresh_token', 'id_token', 'token', 'vp_token', 'any_token', 'tokens'],
  ...['code', 'authorization_code', 'pre-authorized_code', 'tx_code', 'user_pin', 'code_verifier', 'device_code'],
  ...['client_secret', 'any_secret', 'secret', 'password', 'client_assertion', 'any_assertion', 'assertion'],
  ...['request', 'request_uri', 'state', 'jwt', 'proof', 'proofs', 'attestation', 'key_attestation', 'any_attestation'],
  ...['credential', 'c_nonce', 'nonce', 'dpop_nonce', 'attestation_challenge', 'notification_id', 'transaction_id'],
  ...['email', 'phone_number', 'secret_key', 'session_key', 'private_key', 'api_key', 'bearer', 'csrf', 'csrf_token'],
  ...[
    'issuer_state',
    'oauth_state',
    'my_pin',
    'login_pwd',
    'session',
    'auth',
    'credentials',
    'x-request-uri',
    'x-proof',
  ],
]

const harmless = [
  ...['client_id', 'redirect_uri', 'scope', 'response_type', 'grant_type', 'code_challenge'],
  ...['code_challenge_method', 'client_assertion_type', 'token_type', 'credential_configuration_id', 'dpop_jkt'],
  ...['authorization_details', 'expires_in', 'error', 'error_description', 'enc', 'alg', 'kid'],
  ...['user-agent', 'accept', 'accept-language', 'content-type', 'host', 'c_nonce_expires_in', 'nonce_endpoint'],
  ...['token_endpoint', 'credential_endpoint', 'proof_types_supported', 'status', 'error_code'],
]

describe('isSensitive', () => {
  it.each(sensitive)('%s is sensitive in every spelling', (name) => {
    const camelCase = name.replace(/[_-](.)/g, (_, letter: string) => letter.toUpperCase())
    const encoded = name.replace(/[a-z]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`)
    for (const spelling of [
      name,
      name.toUpperCase(),
      camelCase,
      encoded,
      encoded.replaceAll('%', '%25'),
      ` ${name} `,
      `${name}[]`,
    ]) {
      expect(isSensitive(spelling), spelling).toBe(true)
    }
  })
  it.each(harmless)('%s is not', (name) => {
    expect(isSensitive(name)).toBe(false)
    expect(isSensitive(name.toUpperCase())).toBe(false)
  })
  it('looks into each part of a composed name', () => {
    expect(isSensitive('proofs[jwt][0]')).toBe(true)
    expect(isSensitive('body.code')).toBe(true)
    expect(isSensitive('body.scope')).toBe(false)
  })
})

describe('isVisible', () => {
  it('never holds for a sensitive name', () => {
    expect(sensitive.filter(isVisible)).toEqual([])
  })
})

describe('isGuessable', () => {
  it('names what may have no fingerprint', () => {
    const names = ['tx_code', 'TX_CODE', 'user_pin', 'password', 'client_secret', 'email', 'phone_number']
    expect(names.filter((name) => !isGuessable(name))).toEqual([])
    expect(['code', 'access_token', 'c_nonce'].filter(isGuessable)).toEqual([])
  })
})

describe('plainName', () => {
  it('survives what is not percent-encoding', () => {
    expect(plainName('%zz%e0%a4%co_de')).toBe('zzcode')
  })
})

/** A cached function that counts its calls. */
function counting() {
  const names: string[] = []
  const work = remembered((name) => {
    names.push(name)
    return name.toUpperCase()
  })
  return { names, work }
}

describe('a remembered function of a name', () => {
  it('works once for each name, and says the same again, a false result too', () => {
    const { names, work } = counting()
    for (let round = 0; round < 3; round++) expect(['a', 'b', ''].map(work)).toEqual(['A', 'B', ''])
    expect(names).toEqual(['a', 'b', ''])
    let worked = 0
    const isLong = remembered((name) => {
      worked += 1
      return name.length > 3
    })
    expect([isLong('a'), isLong('a'), isLong('abcd'), isLong('abcd')]).toEqual([false, false, true, true])
    expect(worked).toBe(2)
  })

  it('distinguishes names that only objects take for the same', () => {
    const { work } = counting()
    for (const name of ['__proto__', 'constructor', 'toString', 'A', 'a', 'a '])
      expect(work(name)).toBe(name.toUpperCase())
    expect(work('__proto__')).toBe('__PROTO__')
  })

  it('keeps no name of more than 64 characters', () => {
    const { names, work } = counting()
    for (const length of [64, 64, 65, 65]) expect(work('x'.repeat(length))).toBe('X'.repeat(length))
    expect(names.map(({ length }) => length)).toEqual([64, 65, 65])
  })

  it('keeps a thousand names, and starts again with the next one', () => {
    const { names, work } = counting()
    const thousand = Array.from({ length: 1000 }, (_, index) => `n${index}`)
    for (const name of [...thousand, ...thousand]) work(name)
    expect(names).toEqual(thousand)
    expect(work('another')).toBe('ANOTHER')
    expect(work('n0')).toBe('N0')
    expect(work('another')).toBe('ANOTHER')
    expect(names.slice(1000)).toEqual(['another', 'n0'])
  })
})
