import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { LoTEProfile, validateLoTE, validateLoTEProfile } from '@owf/eudi-lote'
import fc from 'fast-check'
import { compactVerify, importJWK } from 'jose'
import { describe, expect, it } from 'vitest'
import { runs } from '@/scripts/thorough.mjs'
import type { Signer } from '../../../ports/ports'
import { addSeconds, epochMillis } from '../../../time/time'
import { zEtsiLote } from '../fixtures/lote-schema'
import type { LoteDocument } from '../lote'
import { isTrustListName, loteProfiles, type TrustListName, trustListNames } from '../profiles'
import { type ListMaking, listContent } from './list-content'
import { contentDigest, currentRelease, type ListRelease, loteDocument, signList } from './sign-list'

const now = epochMillis(Date.parse('2026-11-27T08:00:00.250Z'))
const sha256 = (data: Uint8Array | string): Uint8Array => createHash('sha256').update(data).digest()
const base64 = (text: string) => Buffer.from(text).toString('base64')
const certificates = {
  operator: base64('operator'),
  access: base64('access'),
  registrar: base64('registrar'),
  pid: base64('pid'),
  walletProvider: base64('wallet provider'),
}
function newSigner(certificate: string): Signer {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  return {
    kid: certificate,
    alg: 'ES256',
    x5c: [certificate],
    validFrom: null,
    publicJwk: { kty: 'EC', crv: 'P-256', x, y },
    sign: (data) => sign('sha256', data, { key: privateKey, dsaEncoding: 'ieee-p1363' }),
  }
}
const signer = newSigner(certificates.operator)
const anchor = (der: string) => ({ der, pem: '', sha256: '', publicJwk: signer.publicJwk })
const keys: ListMaking['keys'] = {
  operator: signer,
  anchor: (role) => anchor(certificates[role]),
  walletProvider: anchor(certificates.walletProvider),
}
const making: ListMaking = { baseUrl: 'https://capture.example', scope: { kind: 'installation' }, keys }
const release = currentRelease(null, { content: 'c', now, ttlSeconds: 86_400 })
const made = (list: TrustListName, of: ListMaking = making) => loteDocument(listContent(list, of), release)

const oracle = {
  'pid-providers': LoTEProfile.EUPIDProvidersList,
  'wallet-providers': LoTEProfile.EUWalletProvidersList,
  'access-certificate-providers': LoTEProfile.EUWRPACProvidersList,
  'registration-certificate-providers': LoTEProfile.EUWRPRCProvidersList,
} as const

describe('a list of trusted entities', () => {
  it.each(trustListNames)('%s keeps the ETSI schema and that of @owf/eudi-lote', (list) => {
    const document = made(list)
    expect(zEtsiLote.safeParse(document).error).toBeUndefined()
    expect(validateLoTE(document)).toEqual({ valid: true, errors: [] })
  })

  it.each(Object.entries(oracle))('%s keeps the EU profile of @owf/eudi-lote', (list, profile) => {
    if (!isTrustListName(list)) throw new Error(list)
    expect(validateLoTEProfile(made(list), profile)).toEqual({ valid: true, errors: [] })
  })

  // Version 0.2.0 of the oracle requires a quotation mark at the end of one URI, and rejects the status that table H.1
  // requires.
  it('that of public bodies keeps the EU profile but for two errors of the oracle', () => {
    const document = made('pub-eaa-providers')
    const { errors } = validateLoTEProfile(document, LoTEProfile.EUPubEAAProvidersList)
    expect([...new Set(errors.map(({ path }) => path.split('.').at(-1)))].sort()).toEqual(
      ['LoTEType', 'ServiceStatus', 'StatusDeterminationApproach', 'StatusStartingTime'].sort(),
    )
    expect(errors.find(({ path }) => path.endsWith('StatusDeterminationApproach'))?.message).toBe(
      `StatusDeterminationApproach must be ${loteProfiles['pub-eaa-providers'].statusDetermination}"`,
    )
    expect(document.LoTE.ListAndSchemeInformation.HistoricalInformationPeriod).toBe(65_535)
    expect(document.LoTE.ListAndSchemeInformation.PointersToOtherLoTE).toBeUndefined()
  })

  it('has the certificate of its role and no other, and the list of lists points to every other one', () => {
    const anchors = (list: TrustListName) => [
      ...new Set(
        made(list).LoTE.TrustedEntitiesList.flatMap(({ TrustedEntityServices }) =>
          TrustedEntityServices.flatMap(({ ServiceInformation }) =>
            ServiceInformation.ServiceTypeIdentifier === undefined
              ? []
              : ServiceInformation.ServiceDigitalIdentity.X509Certificates.map(({ val }) => val),
          ),
        ),
      ),
    ]
    expect(Object.fromEntries(trustListNames.map((list) => [list, anchors(list)]))).toEqual({
      'pid-providers': [certificates.pid],
      'wallet-providers': [certificates.walletProvider],
      'access-certificate-providers': [certificates.access],
      'registration-certificate-providers': [certificates.registrar],
      'pub-eaa-providers': [certificates.pid],
      registrars: [certificates.registrar],
      lists: [],
    })
    const scope = { kind: 'session', trustId: 'AAAAAAAAAAAAAAAAAAAAAA' } as const
    const pointers = made('lists', { ...making, scope }).LoTE.ListAndSchemeInformation.PointersToOtherLoTE ?? []
    expect(pointers.map(({ LoTELocation }) => LoTELocation)).toEqual(
      trustListNames.slice(0, -1).map((one) => `https://capture.example/trust/s/${scope.trustId}/lists/${one}.jwt`),
    )
  })
})

describe('a signed list', () => {
  const content = listContent('pid-providers', making)
  const verified = async (token: string, by: Signer = signer) =>
    compactVerify(token, await importJWK({ ...by.publicJwk }, 'ES256'))
  const payloadOf = async (token: string, by: Signer = signer): Promise<LoteDocument> =>
    JSON.parse(new TextDecoder().decode((await verified(token, by)).payload))

  it('is a JAdES signature of the operator that another library verifies', async () => {
    const token = signList(content, release, { signer, sha256 })
    const { protectedHeader } = await verified(token)
    expect(protectedHeader).toEqual({
      alg: 'ES256',
      typ: 'JWT',
      x5c: [certificates.operator],
      'x5t#S256': createHash('sha256').update('operator').digest('base64url'),
      iat: Math.floor(now / 1000),
    })
    expect((await payloadOf(token)).LoTE.ListAndSchemeInformation).toMatchObject({
      LoTESequenceNumber: 1,
      ListIssueDateTime: '2026-11-27T08:00:00Z',
      NextUpdate: '2026-11-28T08:00:00Z',
    })
  })

  it('is wrong in just the part that is to be wrong', async () => {
    const old = { ...release, sequence: 3, nextUpdate: addSeconds(now, -3600) }
    const expired = await payloadOf(signList(content, release, { signer, sha256, wrong: { release: () => old } }))
    expect(expired).toEqual(loteDocument(content, old))
    const stranger = newSigner(base64('stranger'))
    const foreign = signList(content, release, { signer, sha256, wrong: { signer: () => stranger } })
    expect(await payloadOf(foreign, stranger)).toEqual(loteDocument(content, release))
    await expect(verified(foreign)).rejects.toThrow()
    const broken = signList(content, release, {
      signer,
      sha256,
      wrong: { token: (right) => `${right.slice(0, -4)}AAAA` },
    })
    await expect(verified(broken)).rejects.toThrow()
  })

  it('has another digest when it says something else, or another one signs it', () => {
    const digest = contentDigest(content, signer, sha256)
    expect(contentDigest(listContent('pid-providers', making), signer, sha256)).toBe(digest)
    expect(contentDigest({ ...content, entities: [] }, signer, sha256)).not.toBe(digest)
    expect(contentDigest(content, { x5c: ['other'] }, sha256)).not.toBe(digest)
  })
})

describe('a release', () => {
  it('stays as long as the list says the same and half of its time is left', () => {
    const at = (seconds: number, content = 'c') =>
      currentRelease(release, { content, now: addSeconds(now, seconds), ttlSeconds: 86_400 })
    expect(at(0)).toBe(release)
    expect(at(43_000)).toBe(release)
    expect(at(43_300)).toMatchObject({ sequence: 2 })
    expect(at(1, 'other')).toMatchObject({ sequence: 2, content: 'other' })
    expect(at(-3600)).toMatchObject({ sequence: 2 })
  })

  it('has a number that never falls, and ends later than it is asked for, whatever happens', () => {
    const step = fc.record({
      seconds: fc.integer({ min: -100_000, max: 10_000_000 }),
      content: fc.constantFrom('a', 'b'),
      ttlSeconds: fc.integer({ min: 60, max: 14_400_000 }),
      sequenceMin: fc.integer({ min: 1, max: 5 }),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        let previous: ListRelease | null = null
        let instant = now
        for (const { seconds, ...asked } of steps) {
          instant = epochMillis(Math.max(0, addSeconds(instant, seconds)))
          const next: ListRelease = currentRelease(previous, { ...asked, now: instant })
          if (previous !== null) expect(next === previous || next.sequence > previous.sequence).toBe(true)
          expect(next.nextUpdate).toBeGreaterThan(instant)
          expect(next.issuedAt).toBeLessThanOrEqual(instant)
          previous = next
        }
      }),
      runs(200),
    )
  })
})
