import { beforeAll, describe, expect, it } from 'vitest'
import { generateKey } from '../../jose/key'
import { createMdocMaker, type MdocMaker, type MdocOptions } from '../../testing/mdoc-maker'
import { type ExpectedMdoc, verifyMsoMdoc } from './verify'

const nowMillis = Date.UTC(2030, 0, 1)
const dayMillis = 86_400_000
const holder = generateKey()
let maker: MdocMaker
let other: MdocMaker
beforeAll(async () => {
  maker = await createMdocMaker(nowMillis)
  other = await createMdocMaker(nowMillis)
})

const held = (changes: Partial<ExpectedMdoc> = {}): ExpectedMdoc => ({
  nowMillis,
  doctype: 'eu.europa.ec.eudi.pid.1',
  holderThumbprints: new Set([holder.thumbprint]),
  trustAnchors: [maker.rootPem],
  ...changes,
})
const make = (changes: Partial<MdocOptions> = {}) => maker.make({ holder: holder.publicJwk, ...changes })

describe('an mdoc', () => {
  it('of an independent library is verified, with its elements in plain words', async () => {
    expect(verifyMsoMdoc(await make(), held())).toMatchObject({
      format: 'mso_mdoc',
      type: 'eu.europa.ec.eudi.pid.1',
      claims: {
        'eu.europa.ec.eudi.pid.1': {
          family_name: 'Brontë',
          birth_date: '1990-04-12',
          portrait: '/9j/2Q==',
          nationality: ['IT'],
          issuing_country: 'IT',
        },
      },
      verified: {
        holderThumbprint: holder.thumbprint,
        signedBy: 'x5c',
        chainTrusted: true,
        disclosures: 5,
        expiresAt: (nowMillis + dayMillis) / 1000,
      },
    })
  })

  it('is verified without anchors, and then nothing is said about trust', async () => {
    expect(verifyMsoMdoc(await make(), held({ trustAnchors: [] })).verified.chainTrusted).toBeNull()
  })

  it('with any byte changed is refused', async () => {
    const bytes = Buffer.from(await make(), 'base64url')
    for (let index = 0; index < bytes.length; index += 7) {
      const changed = Buffer.from(bytes)
      changed.writeUInt8(changed.readUInt8(index) ^ 1, index)
      expect(() => verifyMsoMdoc(changed.toString('base64url'), held()), `byte ${index}`).toThrow()
    }
  })

  it.each<[string, () => Partial<MdocOptions>, Partial<ExpectedMdoc>]>([
    ['signed by another key than its certificate', () => ({ signingKey: generateKey() }), {}],
    ['is not the one asked for', () => ({ doctype: 'org.iso.18013.5.1.mDL' }), {}],
    ['not bound to a key of this wallet', () => ({ holder: generateKey().publicJwk }), {}],
    ['is expired', () => ({ validUntil: nowMillis - 1000 }), {}],
    ['issued in the future', () => ({ signedAt: nowMillis + 300_000 }), {}],
    ['not valid yet', () => ({ validFrom: nowMillis + 300_000 }), {}],
    ['signed after its validity began', () => ({ validFrom: nowMillis - 1000 }), {}],
    ['outside the validity of its certificate', () => ({ signedAt: nowMillis - 2 * dayMillis }), {}],
    ['not the country of its certificate', () => ({ elements: { issuing_country: 'FR' } }), {}],
    ['not one for signing mobile documents', () => ({ certificates: [maker.otherCertificate] }), {}],
    ['does not chain to a trust anchor', () => ({}), { trustAnchors: ['other'] }],
  ])('that %s is refused', async (sentence, options, expected) => {
    const anchors = expected.trustAnchors === undefined ? {} : { trustAnchors: [other.rootPem] }
    const words = sentence.startsWith('signed by') ? 'signature of the mdoc does not verify' : sentence
    expect(() => verifyMsoMdoc('', held())).toThrow()
    const mdoc = await make(options())
    expect(() => verifyMsoMdoc(mdoc, held(anchors))).toThrow(words)
  })

  it('in another form than base64url without padding is refused', async () => {
    const padded = Buffer.from(await make(), 'base64url').toString('base64')
    expect(() => verifyMsoMdoc(`${padded}=`, held())).toThrow('base64url')
    expect(() => verifyMsoMdoc('', held())).toThrow('base64url')
  })
})
