import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '@/scripts/thorough.mjs'
import { type DocumentMembers, deviatingBytesMax, holdSecondsMax, type ServedDocument } from './issuer-deviation'
import { issuerMetadataDeviations } from './issuer-metadata'
import { secondAddress, withSecondAddresses } from './second-addresses'

const identifier = 'https://issuer.example/lab/AAAAAAAAAAAAAAAAAAAAAA'
const served: ServedDocument = {
  identifier,
  baseUrl: 'https://issuer.example',
  sharedIssuer: 'https://issuer.example/issuers/one',
  sharedMetadata: 'https://issuer.example/.well-known/openid-credential-issuer/issuers/one',
  offered: 'pid',
  earlierFetches: 1,
  address: 'https://issuer.example/.well-known/openid-credential-issuer/lab/AAAAAAAAAAAAAAAAAAAAAA',
  query: null,
  isSigned: false,
}
const right: DocumentMembers = {
  credential_issuer: identifier,
  credential_endpoint: `${identifier}/credential`,
  nonce_endpoint: `${identifier}/nonce`,
  credential_request_encryption: { encryption_required: false },
  credential_response_encryption: { encryption_required: false },
  credential_configurations_supported: {
    pid: { format: 'dc+sd-jwt', proof_types_supported: { jwt: { proof_signing_alg_values_supported: ['ES256'] } } },
    other: { format: 'mso_mdoc' },
  },
}
const frozen = <Value>(value: Value): Value => {
  if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) frozen(inner)
  return Object.freeze(value)
}
const changeOf = (id: string, metadata = right) =>
  issuerMetadataDeviations
    .find((one) => one.id === `issuer_metadata_${id}`)
    ?.changes.issuerMetadata?.(frozen(metadata), served)
const bodyOf = (id: string): DocumentMembers => {
  const body = changeOf(id)?.body
  if (typeof body !== 'object') throw new Error(`${id} has no members`)
  return body
}

describe('altered issuer metadata', () => {
  it('differ from the right ones, stay within the bounds, and leave the right ones as they were', () => {
    for (const { id, changes } of issuerMetadataDeviations) {
      const instead = changes.issuerMetadata?.(frozen(right), served)
      const { status = 200, mediaType, holdSeconds = 0, body } = instead ?? {}
      expect([id, status, mediaType, holdSeconds, body]).not.toEqual([id, 200, undefined, 0, right])
      expect(holdSeconds).toBeLessThanOrEqual(holdSecondsMax)
      expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThanOrEqual(deviatingBytesMax)
    }
  })

  it.each([
    ['other_issuer', { credential_issuer: 'https://issuer.example/issuers/one' }],
    ['other_host', { credential_issuer: identifier.replace('issuer.example', 'another-issuer.example') }],
    ['other_port', { credential_issuer: identifier.replace('issuer.example', 'issuer.example:65535') }],
    ['trailing_slash', { credential_issuer: `${identifier}/` }],
    ['http_endpoint', { credential_endpoint: `${identifier}/credential`.replace('https', 'http') }],
    ['http_nonce', { nonce_endpoint: `${identifier}/nonce`.replace('https', 'http') }],
    ['batch_one', { batch_credential_issuance: { batch_size: 1 } }],
    ['changed', { credential_endpoint: `${identifier}/v2/credential`, nonce_endpoint: `${identifier}/v2/nonce` }],
  ])('have with %s nothing else wrong', (id, members) => {
    expect(changeOf(id)?.body).toEqual({ ...right, ...members })
  })

  it('alter the offered configuration alone', () => {
    const configurations = (id: string) => bodyOf(id).credential_configurations_supported
    expect(configurations('without_offered')).toEqual({ other: { format: 'mso_mdoc' } })
    expect(configurations('unknown_format')).toMatchObject({
      pid: { format: 'x-unknown' },
      other: { format: 'mso_mdoc' },
    })
    expect(configurations('no_proof_types')).toEqual({ pid: { format: 'dc+sd-jwt' }, other: { format: 'mso_mdoc' } })
  })

  it('name no configuration and no proof type more where they have unknown members', () => {
    const body = bodyOf('extra_members')
    const configurations = body.credential_configurations_supported as Record<string, DocumentMembers>
    expect(body.wallet_capture_unknown).toBe('ignore-me')
    expect(Object.keys(configurations)).toEqual(['pid', 'other'])
    expect(configurations.pid?.wallet_capture_unknown).toBe('ignore-me')
    expect(Object.keys(configurations.pid?.proof_types_supported ?? {})).toEqual(['jwt'])
  })
})

it('a second address is of an endpoint below the issuer, and of nothing else', () => {
  const members = fc.dictionary(fc.string(), fc.jsonValue())
  fc.assert(
    fc.property(members, fc.webUrl(), (metadata, url) => {
      expect(secondAddress(identifier, url)).toBe(url)
      expect(withSecondAddresses(metadata, identifier)).toEqual(metadata)
    }),
    runs(100),
  )
  expect(secondAddress(identifier, `${identifier}/nonce`)).toBe(`${identifier}/v2/nonce`)
})
