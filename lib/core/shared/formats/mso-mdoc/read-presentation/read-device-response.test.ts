import { createPublicKey, X509Certificate } from 'node:crypto'
import { cborEncode, DateOnly } from '@owf/mdoc'
import { describe, expect, it } from 'vitest'
import { decrypter } from '@/lib/adapters/crypto/decrypter'
import { certificateReader } from '@/lib/adapters/crypto/read-certificates'
import { lookedAt } from '@/lib/testing/looked-at'
import {
  embedded,
  type MdocChanges,
  makeDeviceResponse,
  makeDeviceResponseBytes,
  mdocParties,
  pidNamespace,
  transcriptOf,
} from '@/lib/testing/presented/make-device-response'
import { testKey } from '@/lib/testing/presented/make-presentation'
import { now, presentationInput } from '@/lib/testing/presented/presented-input'
import { bind, evaluate } from '../../../../engine/checks/evaluate'
import { mdocMatch, presented } from '../../../../verifier/checks/fixtures/response'
import { mdocChecks } from '../../../../verifier/checks/mdoc'
import { judgeForRequest, madeFor, proofKey } from '../../../../verifier/judgements/signatures'
import type { CborItem } from '../../../cbor/cbor-item'
import { cborBytesMax, cborValueItemsMax } from '../../../cbor/read-cbor'
import { createMatchBudget } from '../../../dcql/match-budget'
import { readDcqlQuery } from '../../../dcql/read-dcql-query'
import { thumbprint } from '../../../jose/jwk'
import { fromBase64url } from '../../../values/base64url'
import { rendered } from '../../../values/wording'
import { explainedDocumentsMax, type PresentationInput } from '../../reading-of-presentation'
import { matchDeviceResponse } from '../mso-mdoc'
import { readDeviceResponse } from './read-device-response'
import { verificationsMax } from './session-transcript'

const parties = await mdocParties()
const anchors = certificateReader([new X509Certificate(parties.rootDer)], { now: () => now })
const inputWith = (changes: Partial<PresentationInput> = {}) =>
  presentationInput({ readCertificates: anchors, ...changes })

const read = (changes: MdocChanges = {}, input: Partial<PresentationInput> = {}) =>
  readDeviceResponse(makeDeviceResponse(parties, changes), inputWith(input))

/** Ids of failed checks, marking those that refuse. */
async function errors(text: string, input: Partial<PresentationInput> = {}): Promise<string[]> {
  const reading = await readDeviceResponse(text, inputWith(input))
  const subject = presented({ reading, match: mdocMatch }, { now })
  return evaluate(
    bind(mdocChecks, () => subject),
    null,
  )
    .filter(({ status }) => status === 'fail' || status === 'warn')
    .map(({ id, error }) => `${id.slice('vp.mdoc.'.length)}${error === null ? '' : '!'}`)
}
const errorsOf = (changes: MdocChanges, input: Partial<PresentationInput> = {}) =>
  errors(makeDeviceResponse(parties, changes), input)
const variantOf = async (changes: MdocChanges, input: Partial<PresentationInput> = {}) =>
  (await read(changes, input)).documents[0]?.device.signature

const deviceMap = (parts: unknown): Map<string, unknown> => parts as Map<string, unknown>

describe('a presented mdoc', () => {
  it('is read in every part, and nothing is wrong with a good one', async () => {
    expect(await errorsOf({})).toEqual([])
    const reading = await read()
    expect(reading).toMatchObject({ version: '1.0', status: 0, documentCount: 1, isMap: true })
    expect(reading.documents[0]).toMatchObject({
      docType: pidNamespace,
      issuerTrusted: true,
      issuerSignature: { result: 'valid' },
      mso: { docType: pidNamespace, digestCounts: [{ namespace: pidNamespace, count: 3 }] },
      elements: [
        { name: 'family_name', digest: 'matches', randomBytes: 16 },
        { name: 'birth_date', digest: 'matches' },
      ],
      device: { methods: ['deviceSignature'], signature: { verdict: { result: 'valid' }, variant: 'openid4vp' } },
    })
    expect(reading.holderKey).toBe(await thumbprint(parties.deviceKey.jwk))
  })

  it('is read whole where a portrait is a map of 18,000 members', async () => {
    const portrait = new Map(Array.from({ length: 18_000 }, (_, at) => [at, at & 255]))
    const changes = { elements: { family_name: 'Rossi', birth_date: '1990-01-01', portrait } }
    const input = inputWith()
    const reading = await readDeviceResponse(makeDeviceResponse(parties, changes), input)
    expect(reading.cbor.error).toBeNull()
    const found = reading.documents[0]?.elements.find(({ name }) => name === 'portrait')
    expect(found).toMatchObject({ digest: 'matches', value: { kind: 'map' } })
    expect(found?.value?.kind === 'map' && found.value.entries.length).toBe(18_000)
    expect(input.budget.cbor.values).toBe(cborValueItemsMax - 36_000)
  })

  it('is the same instance however often it is shown, and another one when it is another', async () => {
    const one = makeDeviceResponseBytes(parties)
    const text = Buffer.from(one).toString('base64url')
    const [first, again, other] = await Promise.all([
      readDeviceResponse(text, inputWith()),
      readDeviceResponse(text, inputWith()),
      read(),
    ])
    expect(again.instance).toBe(first.instance)
    expect(other.instance).not.toBe(first.instance)
  })

  it('is not trusted without its root, and then that alone is told', async () => {
    expect(
      await errorsOf(
        {},
        {
          readCertificates: certificateReader([new X509Certificate((await mdocParties()).rootDer)], { now: () => now }),
        },
      ),
    ).toEqual(['issuer_trusted'])
  })

  it('takes SHA-384 and SHA-512 for its digests', async () => {
    const reading = await read({ mso: (mso) => mso.set('digestAlgorithm', 'SHA-512') })
    // The issuer used SHA-256, so the digests now differ.
    expect(reading.documents[0]?.elements.map(({ digest }) => digest)).toEqual(['differs', 'differs'])
  })
})

describe('every error of a presented mdoc is told, and hides no other', () => {
  const setIn =
    (name: string, value: unknown) =>
    (members: Map<string | number, unknown>): void => {
      members.set(name, value)
    }
  const validity = (changes: Record<string, unknown>): MdocChanges => ({
    mso: (mso) => {
      const info = deviceMap(mso.get('validityInfo'))
      for (const [name, value] of Object.entries(changes)) info.set(name, value)
    },
  })
  const at = (minutes: number): Date => new Date(now + minutes * 60_000)
  const signed = (document: Map<string | number, unknown>): Map<string, unknown> =>
    deviceMap(document.get('deviceSigned'))

  it.each<[string, MdocChanges, string[]]>([
    ['version', { response: setIn('version', '2.0') }, ['version']],
    ['no version', { response: (response) => response.delete('version') }, ['version']],
    ['status', { response: setIn('status', 10) }, ['status!']],
    ['no documents', { response: (response) => response.delete('documents') }, ['documents!']],
    ['an empty list of documents', { documents: (documents) => documents.splice(0) }, ['documents!']],
    ['two documents', { documents: (documents) => documents.push(documents[0]) }, ['documents', 'one_document']],
    ['eleven documents', { documents: (all) => all.push(...Array(10).fill(all[0])) }, ['documents!', 'one_document']],
    ['document errors', { response: setIn('documentErrors', [new Map([['x', 0]])]) }, ['no_document_errors']],
    ['errors', { document: setIn('errors', new Map([['ns', new Map([['x', 0]])]])) }, ['no_document_errors']],
    [
      'no issuerAuth',
      { document: (document) => deviceMap(document.get('issuerSigned')).delete('issuerAuth') },
      ['issuer_auth!'],
    ],
    [
      'alg outside the protected header',
      {
        issuerAuth: (parts) => {
          parts[0] = cborEncode(new Map())
          deviceMap(parts[1]).set(1 as unknown as string, -7)
        },
      },
      ['issuer_auth!', 'issuer_signature!'],
    ],
    [
      'an unknown alg',
      { issuerAuth: (parts) => (parts[0] = cborEncode(new Map([[1, -257]]))) },
      ['issuer_alg!', 'issuer_signature!'],
    ],
    ['another alg', { issuerAuth: (parts) => (parts[0] = cborEncode(new Map([[1, -35]]))) }, ['issuer_alg!']],
    [
      'crit',
      {
        issuerAuth: (parts) => {
          parts[0] = cborEncode(
            new Map<number, unknown>([
              [1, -7],
              [2, [99]],
            ]),
          )
        },
      },
      ['issuer_signature!'],
    ],
    ['no x5chain', { issuerAuth: (parts) => (parts[1] = new Map()) }, ['x5chain!']],
    ['an x5chain of text', { issuerAuth: (parts) => (parts[1] = new Map([[33, 'x']])) }, ['x5chain!']],
    ['an x5chain of nothing', { issuerAuth: (parts) => (parts[1] = new Map([[33, new Uint8Array(8)]])) }, ['x5chain!']],
    ['an array of one', { issuerAuth: (parts) => (parts[1] = new Map([[33, [parties.certificate]]])) }, ['x5chain']],
    [
      'the root in x5chain',
      { issuerAuth: (parts) => (parts[1] = new Map([[33, [parties.certificate, parties.rootDer]]])) },
      ['x5chain_leaf_not_self_signed'],
    ],
    [
      'the root as the signer',
      { issuerAuth: (parts) => (parts[1] = new Map([[33, parties.rootDer]])) },
      ['issuer_signature!', 'x5chain_leaf_not_self_signed', 'document_signer'],
    ],
    ['another signer', { issuerKey: testKey() }, ['issuer_signature!']],
    ['the version of the MSO', { mso: setIn('version', '9') }, ['mso_version']],
    ['an unknown digest', { mso: setIn('digestAlgorithm', 'MD5') }, ['digest_alg!', 'digest_alg_sha256']],
    ['another type in the MSO', { mso: setIn('docType', 'org.iso.18013.5.1.mDL') }, ['doctype_mso!']],
    ['a type that is not text', { document: setIn('docType', 7) }, ['doctype_mso!']],
    ['expired', validity({ validUntil: at(-5) }), ['validity!']],
    ['not yet valid', validity({ validFrom: at(5) }), ['validity!']],
    ['signed in the future', validity({ signed: at(5), validFrom: at(5) }), ['validity!']],
    ['valid before it was signed', validity({ validFrom: at(-20) }), ['validity!']],
    ['an instant that is text', validity({ signed: '2026-11-20T11:00:00Z' }), ['validity!']],
    ['an instant of nonsense', validity({ signed: 7 }), ['validity!']],
    ['signed before its certificate', validity({ signed: at(-100_000) }), ['cert_validity!']],
    ['no device key', { mso: (mso) => mso.set('deviceKeyInfo', new Map()) }, ['device_key!']],
    [
      'a private device key',
      {
        mso: (mso) =>
          deviceMap(deviceMap(mso.get('deviceKeyInfo')).get('deviceKey')).set(
            -4 as unknown as string,
            new Uint8Array(32),
          ),
      },
      ['device_key!'],
    ],
    [
      'a device key off its curve',
      {
        mso: (mso) =>
          deviceMap(deviceMap(mso.get('deviceKeyInfo')).get('deviceKey')).set(
            -2 as unknown as string,
            new Uint8Array(32),
          ),
      },
      ['device_key!'],
    ],
    ['a status that cannot be read', { mso: setIn('status', new Map([['status_list', new Map()]])) }, ['mso_status']],
    ['a status of another kind', { mso: setIn('status', new Map([['other', 1]])) }, ['mso_status']],
    ['a changed element', { items: (items) => (items[0] = embedded(changed(items[0]))) }, ['digests!']],
    [
      'an element without digest',
      {
        items: (items) =>
          items.push(
            embedded(
              cborEncode(
                new Map<string, unknown>([
                  ['digestID', 99],
                  ['random', new Uint8Array(16)],
                  ['elementIdentifier', 'sex'],
                  ['elementValue', 1],
                ]),
              ),
            ),
          ),
      },
      ['digests!'],
    ],
    ['an element twice', { items: (items) => items.push(items[0]) }, ['items_unique!']],
    ['a short salt', { item: setIn('random', new Uint8Array(8)) }, ['item_structure!']],
    ['no salt', { item: (item) => item.delete('random') }, ['item_structure!']],
    [
      'elements that are no embedded CBOR',
      { items: (items) => (items[0] = new Map([['digestID', 0]])) },
      ['item_structure!', 'digests!'],
    ],
    [
      'an element that is not CBOR',
      { items: (items) => (items[0] = embedded(Uint8Array.of(0x82, 0x01))) },
      ['cbor!', 'item_structure!', 'digests!'],
    ],
    [
      'namespaces that are no arrays',
      { document: (document) => deviceMap(document.get('issuerSigned')).set('nameSpaces', new Map([['ns', 7]])) },
      ['item_structure!'],
    ],
    ['dates as text', { elements: { birth_date: '1990-04-12' } }, ['element_types']],
    ['another country', { elements: { issuing_country: 'FR' } }, ['document_signer']],
    ['nothing from the device', { document: (document) => document.delete('deviceSigned') }, ['device_signed!']],
    ['no deviceAuth', { document: (document) => signed(document).delete('deviceAuth') }, ['device_signed!']],
    [
      'no namespaces of the device',
      { document: (document) => signed(document).delete('nameSpaces') },
      ['device_signed!'],
    ],
    ['neither signature nor MAC', { deviceAuth: (auth) => auth.clear() }, ['device_auth_one!']],
    [
      'both',
      {
        deviceAuth: (auth) =>
          auth.set('deviceMac', [cborEncode(new Map([[1, 5]])), new Map(), null, new Uint8Array(32)]),
      },
      ['device_auth_one!', 'device_mac!'],
    ],
    ['another key', { deviceKey: testKey() }, ['device_signature!']],
    ['an alg that is not offered', { deviceAlg: -35 }, ['device_alg!']],
    [
      'a payload',
      { deviceAuth: (auth) => ((auth.get('deviceSignature') as unknown[])[2] = new Uint8Array(4)) },
      ['device_payload_detached!'],
    ],
    ['a signature that is not COSE', { deviceAuth: (auth) => auth.set('deviceSignature', 'x') }, ['device_alg!']],
    [
      'elements of its own',
      { deviceNamespaces: new Map([['org.example', new Map([['amount', 7]])]]) },
      ['device_namespaces_empty', 'key_authorized!'],
    ],
  ])('%s', async (_what, changes, expected) => {
    expect(await errorsOf(changes)).toEqual(expected)
  })

  it('elements of the device are fine where the issuer allows them', async () => {
    const allowed = (member: string, value: unknown): MdocChanges => ({
      deviceNamespaces: new Map([['org.example', new Map([['amount', 7]])]]),
      mso: (mso) => deviceMap(mso.get('deviceKeyInfo')).set('keyAuthorizations', new Map([[member, value]])),
    })
    expect(await errorsOf(allowed('nameSpaces', ['org.example']))).toEqual([])
    expect(await errorsOf(allowed('dataElements', new Map([['org.example', ['amount']]])))).toEqual([])
    expect(await errorsOf(allowed('nameSpaces', ['org.other']))).not.toEqual([])
  })

  it('several at once', async () => {
    expect(
      await errorsOf({
        response: (response) => response.set('status', 7),
        issuerKey: testKey(),
        deviceKey: testKey(),
        items: (items) => (items[0] = embedded(changed(items[0]))),
        ...validity({ validUntil: at(-5) }),
      }),
    ).toEqual(['status!', 'issuer_signature!', 'digests!', 'validity!', 'device_signature!'])
  })
})

describe('the text of a presented mdoc', () => {
  const good = makeDeviceResponse(parties)
  const bytes = Buffer.from(good, 'base64url')

  it('is told when it is base64 of another spelling, and is read nevertheless', async () => {
    expect(await errors(`${good}==`)).toEqual(['base64url'])
    expect(await errors(bytes.toString('base64').replace(/=*$/, ''))).toEqual(expect.arrayContaining([]))
    expect(await errors(`${good.slice(0, 8)}\n${good.slice(8)}`)).toEqual(['base64url'])
  })

  it('is refused when it is none', async () => {
    expect(await errors('!')).toEqual(['base64url!'])
    expect(await errors('A')).toEqual(['base64url!'])
  })

  it.each<[string, Uint8Array]>([
    ['empty', new Uint8Array()],
    ['truncated', bytes.subarray(0, 100)],
    ['with bytes after it', Buffer.concat([bytes, Buffer.from([0])])],
    ['of another type', cborEncode([1])],
    ['deep', new Uint8Array(100_000).fill(0x81)],
    ['deep in tags', new Uint8Array(100_000).fill(0xd8)],
    ['wide', new Uint8Array(1_000_000).fill(0x9f, 0, 1)],
    ['of a length that is not there', Uint8Array.of(0xbb, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff)],
    ['larger than the bound', new Uint8Array(cborBytesMax + 1)],
    [
      'with a name twice',
      Buffer.concat([
        Buffer.from([0xa4]),
        bytes.subarray(1),
        Buffer.from([0x66]),
        Buffer.from('status'),
        Buffer.from([0]),
      ]),
    ],
  ])('is refused when it is %s', async (_what, value) => {
    expect(await errors(Buffer.from(value).toString('base64url'))).toContain('cbor!')
  })

  it('cut off or changed anywhere is refused, and never throws', async () => {
    for (let end = 0; end < bytes.length; end += 13) {
      expect(await errors(bytes.subarray(0, end).toString('base64url')), `cut at ${end}`).toContain('cbor!')
      const other = Buffer.from(bytes)
      other.writeUInt8(other.readUInt8(end) ^ 0x21, end)
      const text = other.toString('base64url')
      const { documents } = await readDeviceResponse(text, inputWith())
      // Without any known name there are no elements, so the query is not answered.
      const nothingShown = documents.every(({ elements }) => elements.length === 0)
      expect(nothingShown || (await errors(text)).length > 0, `changed at ${end}`).toBe(true)
    }
  })
})

describe('a device signature for something else', () => {
  const other = presentationInput()
  const thumbprint32 = new Uint8Array(32).fill(7)
  const responseKey = { thumbprint: thumbprint32, deriveKey: () => null }

  it('is right with the thumbprint of the key that the response was encrypted to', async () => {
    expect(await errorsOf({ transcript: transcriptOf({ thumbprint: thumbprint32 }) }, { responseKey })).toEqual([])
    expect(await errorsOf({ transcript: transcriptOf({ thumbprint: thumbprint32 }) })).toEqual(['device_signature!'])
  })

  it.each<[string, MdocChanges, Partial<PresentationInput>]>([
    ['without_thumbprint', {}, { responseKey }],
    [
      'client_id_without_prefix',
      { transcript: transcriptOf({ clientId: other.clientId.replace('x509_hash:', '') }) },
      {},
    ],
    ['not_embedded', { notEmbedded: true }, {}],
    ['iso_18013_7', { transcript: isoTranscript('mdoc-nonce') }, { partyInfo: ['x', 'mdoc-nonce'] }],
    ['dc_api', { transcript: dcTranscript(['https://verifier.example', other.nonce, null]) }, {}],
    ['dc_api_draft_24', { transcript: dcTranscript(['https://verifier.example', other.clientId, other.nonce]) }, {}],
    ['signed_with_issuer_key', { deviceKey: parties.issuerKey }, {}],
    ['state_for_nonce', { transcript: transcriptOf({ nonce: other.state }) }, {}],
    ['slash_at_response_uri', { transcript: transcriptOf({ responseUri: `${other.responseUri}/` }) }, {}],
    ['origin_for_response_uri', { transcript: transcriptOf({ responseUri: 'https://verifier.example' }) }, {}],
    ['thumbprint_as_text', { transcript: transcriptOf({ thumbprint: '07'.repeat(32) }) }, { responseKey }],
    [
      'thumbprint_as_text',
      { transcript: transcriptOf({ thumbprint: Buffer.from(thumbprint32).toString('base64url') }) },
      { responseKey },
    ],
  ])('is refused, and told: %s', async (variant, changes, input) => {
    expect(await variantOf(changes, input)).toMatchObject({ verdict: { result: 'invalid' }, variant })
    expect(await errorsOf(changes, input)).toEqual(['device_signature!'])
  })

  describe('of another session', () => {
    const another = {
      sessionId: 'session-2',
      clientId: 'x509_hash:of-another-verifier',
      nonce: 'of-another',
      responseUri: 'https://elsewhere.example',
      jwkThumbprint: new Uint8Array(32).fill(7),
    }
    const { clientId, nonce, responseUri, jwkThumbprint: thumbprint } = another
    const thumbprintWords = 'thumbprint of the encryption key'
    const otherRequests = async () => [{ ...another, sessionId: 'session-1', nonce: 'not-this' }, another]

    it.each<[string[], Parameters<typeof transcriptOf>[0]]>([
      [['nonce'], { nonce }],
      [['nonce', 'response_uri'], { nonce, responseUri }],
      [['nonce', thumbprintWords], { nonce, thumbprint }],
      [['nonce', 'response_uri', thumbprintWords], { nonce, responseUri, thumbprint }],
      [['nonce', 'client_id', 'response_uri', thumbprintWords], { nonce, clientId, responseUri, thumbprint }],
    ])('is refused, and told by session and parts: %s', async (parts, foreign) => {
      const changes = { transcript: transcriptOf(foreign) }
      expect(await variantOf(changes, { otherRequests })).toMatchObject({
        verdict: { result: 'invalid' },
        variant: 'another_session',
        ofSession: { id: 'session-2', parts },
      })
      expect(await variantOf(changes)).toMatchObject({ verdict: { result: 'invalid' }, variant: null })
    })

    it('is told for the handover of ISO/IEC 18013-7 too', async () => {
      const changes = { transcript: isoTranscript('mdoc-nonce', { nonce, responseUri }) }
      const otherRequests = async () => [{ ...another, clientId: other.clientId }]
      expect(await variantOf(changes, { otherRequests, partyInfo: ['mdoc-nonce'] })).toMatchObject({
        variant: 'another_session',
        ofSession: { id: 'session-2', parts: ['nonce', 'response_uri'] },
      })
    })

    it('is not told where the handover of ISO/IEC 18013-7 has this request, without the prefix of its client_id', async () => {
      const changes = {
        transcript: isoTranscript('mdoc-nonce', { clientId: other.clientId.replace('x509_hash:', '') }),
      }
      expect(await variantOf(changes, { otherRequests, partyInfo: ['mdoc-nonce'] })).toMatchObject({
        variant: 'iso_18013_7',
        ofSession: null,
      })
    })
  })

  it('of an unknown nonce is refused, and told with the values of the request and what was tried', async () => {
    const otherRequests = async () => [
      { sessionId: 'session-1', clientId: 'c', nonce: 'n', responseUri: 'https://x.example', jwkThumbprint: null },
    ]
    const signature = await variantOf({ transcript: transcriptOf({ nonce: 'never-seen' }) }, { otherRequests })
    expect(signature).toMatchObject({ variant: null, madeFor: null, tried: { sessions: 1 } })
    expect(signature?.tried?.variants).toContain('state_for_nonce')
    const outcome = judgeForRequest(signature!, { ...other, jwkThumbprint: null }, null)
    expect(outcome).toMatchObject({ result: 'violated' })
    expect(rendered(outcome as never)).toMatchObject({
      expected: {
        client_id: other.clientId,
        nonce: other.nonce,
        response_uri: other.responseUri,
        jwk_thumbprint: null,
      },
      actual: { made_for: 'none of what was tried', other_sessions_tried: 1 },
      reason: 'iso_nonce_not_sent',
    })
  })

  it('of an unknown nonce is told what older sessions it was not tried with', async () => {
    const elsewhere = { clientId: 'c', responseUri: 'https://x.example', jwkThumbprint: null }
    const older = Array.from({ length: 11 }, (_, index) => ({
      ...elsewhere,
      sessionId: `s-${index}`,
      nonce: `n-${index}`,
    }))
    const untriedWith = async (count: number) => {
      const otherRequests = async () => older.slice(0, count)
      const signature = await variantOf({ transcript: transcriptOf({ nonce: 'never-seen' }) }, { otherRequests })
      return signature?.tried?.untried
    }
    expect(await untriedWith(10)).not.toContain('older_sessions')
    expect(await untriedWith(11)).toContain('older_sessions')
  })

  it('of another value shows that value', async () => {
    const signature = await variantOf({ transcript: transcriptOf({ nonce: other.state }) })
    const outcome = judgeForRequest(signature!, { ...other, jwkThumbprint: null }, null)
    expect(rendered(outcome as never)).toMatchObject({
      actual: {
        made_for: 'a transcript with the state of the request for its nonce',
        transcript: 'state_for_nonce',
        nonce: other.state,
      },
      reason: 'state_for_nonce',
    })
  })

  it('in DER is refused, and told', async () => {
    const changes = { signature: derOf }
    expect(await variantOf(changes)).toMatchObject({ verdict: { result: 'invalid' }, variant: 'signature_is_der' })
  })
})

describe('a device MAC', () => {
  const another = { clientId: 'x509_hash:other', nonce: 'of-another', responseUri: 'https://elsewhere.example' }
  const embeddedBytes = (transcript: Uint8Array) => cborEncode(embedded(transcript))
  const reader = testKey()
  const own = decrypter(reader.privateKey)
  const mac = createPublicKey(reader.privateKey)
  const keyed = async () => {
    const thumb = fromBase64url((await thumbprint(reader.jwk)) ?? '') ?? new Uint8Array()
    return { thumbprint: thumb, deriveKey: own.deriveKey }
  }

  it('verifies with the key of the encrypted response, and is told where the request does not allow it', async () => {
    const responseKey = await keyed()
    const changes = { mac, transcript: transcriptOf({ thumbprint: responseKey.thumbprint }) }
    expect(await errorsOf(changes, { responseKey })).toEqual(['device_mac'])
    // By the curve of the device key, or by the MAC algorithm itself.
    for (const number of [-65537, 5])
      expect(await errorsOf(changes, { responseKey, coseAlgorithms: { issuer: [-7], device: [number] } })).toEqual([])
    const other = { issuer: [-7], device: [-65538, 4] }
    expect(await errorsOf(changes, { responseKey, coseAlgorithms: other })).toEqual(['device_mac'])
  })

  it('is refused with another key, for another request, and in a response in the clear', async () => {
    const responseKey = await keyed()
    const transcript = transcriptOf({ thumbprint: responseKey.thumbprint })
    expect(await errorsOf({ mac: createPublicKey(testKey().privateKey), transcript }, { responseKey })).toEqual([
      'device_mac!',
    ])
    expect(await errorsOf({ mac, transcript: transcriptOf({ nonce: 'x' }) }, { responseKey })).toEqual(['device_mac!'])
    expect(await errorsOf({ mac })).toEqual(['device_mac!'])
  })

  it.each<[string, (own: Uint8Array) => MdocChanges, { variant: string; saltedWith: string }, string]>([
    [
      'a key of an older handover',
      (own) => ({ transcript: own, macSalt: embeddedBytes(isoTranscript('mdoc-nonce')) }),
      { variant: 'openid4vp', saltedWith: 'iso_18013_7' },
      'The MAC covers the transcript of this request, and the salt of its key is made of the transcript of ISO/IEC 18013-7',
    ],
    [
      'an older handover, with a key of this one',
      (own) => ({ transcript: isoTranscript('mdoc-nonce'), macSalt: embeddedBytes(own) }),
      { variant: 'iso_18013_7', saltedWith: 'openid4vp' },
      'The MAC covers the transcript of ISO/IEC 18013-7, and the salt of its key is made of the transcript of this request',
    ],
    [
      'a salt without tag 24',
      (own) => ({ transcript: own, macSalt: own }),
      { variant: 'openid4vp', saltedWith: 'not_embedded' },
      'The MAC covers the transcript of this request, and the salt of its key is made of the transcript of this request without tag 24',
    ],
    [
      'a key of another session',
      (own) => ({ transcript: own, macSalt: embeddedBytes(transcriptOf({ ...another, thumbprint: null })) }),
      { variant: 'openid4vp', saltedWith: 'another_session' },
      'The MAC covers the transcript of this request, and the salt of its key is made of the transcript of another session',
    ],
  ])('made of two transcripts is refused, and told which is used where: %s', async (_name, changes, found, cause) => {
    const responseKey = await keyed()
    const input = {
      responseKey,
      partyInfo: ['mdoc-nonce'],
      otherRequests: async () => [{ ...another, sessionId: 'session-2', jwkThumbprint: null }],
    }
    const made = { mac, ...changes(transcriptOf({ thumbprint: responseKey.thumbprint })) }
    const { documents, transcript } = await read(made, input)
    const [document] = documents
    expect(document?.device.mac).toMatchObject({ verdict: { result: 'invalid' }, ...found })
    const { made_for, salt } = madeFor(document!.device.mac!, transcript.handover)
    expect(`The MAC covers ${made_for}, and the salt of its key is made of ${salt}`).toBe(cause)
    expect(await errorsOf(made, input)).toEqual(['device_mac!'])
  })

  it('with nothing under tag 24, neither what it covers nor the salt of its key, is told so', async () => {
    const responseKey = await keyed()
    const own = transcriptOf({ thumbprint: responseKey.thumbprint })
    const made = { mac, transcript: own, macSalt: own, notEmbedded: true }
    const { documents, transcript } = await read(made, { responseKey })
    const [document] = documents
    expect(document?.device.mac).toMatchObject({ variant: 'not_embedded', saltedWith: null })
    expect(madeFor(document!.device.mac!, transcript.handover)).toMatchObject({ made_for: expect.anything() })
    expect(proofKey(document!.device.mac!, transcript.handover)).toBe('not_embedded')
    expect(await errorsOf(made, { responseKey })).toEqual(['device_mac!'])
  })
})

describe('forty mdocs in one answer', () => {
  const inOneAnswer = async (changes: MdocChanges) => {
    const calls = { signatures: 0 }
    const { verifySignature } = presentationInput()
    const input = inputWith({
      verifySignature: (signed) => {
        calls.signatures += 1
        return verifySignature(signed)
      },
    })
    const text = makeDeviceResponse(parties, changes)
    return { calls, readings: await Promise.all(Array.from({ length: 40 }, () => readDeviceResponse(text, input))) }
  }
  const filled = <Value>(length: number, make: (place: number) => Value): Value[] =>
    Array.from({ length }, (_, place) => make(place))

  it('are all read when they are of the usual size', async () => {
    const elements = Object.fromEntries(filled(33, (place) => [`element_${place}`, 'some text']))
    const { readings } = await inOneAnswer({ elements })
    for (const { cbor, documents } of readings) {
      expect(cbor.error).toBeNull()
      expect(documents[0]?.elements.every(({ digest }) => digest === 'matches')).toBe(true)
    }
  })

  it('share one bound of documents and of signatures that are tried for a hint', async () => {
    const { calls, readings } = await inOneAnswer({
      documents: (documents) => documents.push(...filled(9, () => documents[0])),
      transcript: transcriptOf({ nonce: 'of-another-request' }),
    })
    const documents = readings.flatMap((reading) => reading.documents)
    expect(documents).toHaveLength(40)
    // Issuer and device signatures of each document, plus those tried for hints.
    expect(calls.signatures).toBeGreaterThanOrEqual(80)
    expect(calls.signatures).toBeLessThanOrEqual(80 + explainedDocumentsMax * verificationsMax)
    expect(readings.every(({ documentCount }) => documentCount === 10)).toBe(true)
  })

  const large = 'x'.repeat(20_000)
  it.each<[string, MdocChanges]>([
    ['type', { document: (document) => document.set('docType', large) }],
    ['namespaces', { deviceNamespaces: new Map([['n', new Map([['e', large]])]]) }],
  ])(
    'are hashed once for each proof where a device chose a large %s, whatever else it may be for',
    async (_what, made) => {
      const reader = testKey()
      const responseKey = {
        thumbprint: fromBase64url((await thumbprint(reader.jwk))!)!,
        deriveKey: decrypter(reader.privateKey).deriveKey,
      }
      const otherRequests = async () => [
        { clientId: 'x509_hash:o', nonce: 'o', responseUri: 'https://o.example', sessionId: 'o', jwkThumbprint: null },
      ]
      for (const proof of [{}, { mac: createPublicKey(reader.privateKey) }]) {
        const hashed: number[] = []
        const { verifySignature, hmac } = presentationInput()
        const note = (bytes: Uint8Array): void => void (bytes.length > large.length && hashed.push(bytes.length))
        const input = inputWith({
          responseKey,
          partyInfo: ['of-the-wallet'],
          otherRequests,
          verifySignature: (signed) => {
            note(signed.data)
            return verifySignature(signed)
          },
          hmac: (key, bytes) => {
            note(bytes)
            return hmac(key, bytes)
          },
        })
        const text = makeDeviceResponse(parties, {
          ...made,
          ...proof,
          transcript: transcriptOf({ nonce: 'of-another' }),
        })
        await Promise.all(filled(3, () => readDeviceResponse(text, input)))
        expect(hashed).toHaveLength(3)
        expect(input.budget.explanations).toBe(explainedDocumentsMax)
      }
    },
  )

  it.each<[string, MdocChanges]>([
    [
      'what the device says and what it may say',
      {
        mso: (mso) =>
          deviceMap(mso.get('deviceKeyInfo')).set(
            'keyAuthorizations',
            new Map([['nameSpaces', filled(14_000, (place) => `allowed_${place}`)]]),
          ),
        deviceNamespaces: new Map([['n', new Map(filled(7_000, (place) => [`said_${place}`, 0]))]]),
      },
    ],
    [
      'namespaces that are shown and that were signed',
      {
        mso: (mso) => mso.set('valueDigests', new Map(filled(7_000, (place) => [`signed_${place}`, new Map()]))),
        document: (document) =>
          deviceMap(document.get('issuerSigned')).set(
            'nameSpaces',
            new Map(filled(7_000, (place) => [`shown_${place}`, []])),
          ),
      },
    ],
    [
      'items of no meaning',
      {
        response: (response) =>
          response.set(
            'more',
            filled(29_000, () => 0),
          ),
      },
    ],
  ])('are looked through within one bound, however many there are of: %s', async (_what, changes) => {
    let readings: Awaited<ReturnType<typeof inOneAnswer>>['readings'] = []
    const looked = await lookedAt(async () => {
      readings = (await inOneAnswer(changes)).readings
    })
    expect(looked).toBeLessThan(50_000_000)
    // The first is read; the last ones find the budget spent.
    expect(readings[0]?.isMap).toBe(true)
    expect(readings.at(-1)?.cbor.error).toBe('too_many_items')
  })
})

describe('the algorithm of a signature', () => {
  it('may be named without its curve where the request names it with the curve, and not the other way round', async () => {
    for (const [listed, used, wrong] of [
      [-7, -7, []],
      [-9, -9, []],
      [-9, -7, []],
      [-7, -9, ['device_alg!']],
    ] as const) {
      const coseAlgorithms = { issuer: [-7], device: [listed] }
      expect(await errorsOf({ deviceAlg: used }, { coseAlgorithms }), `${used} where ${listed}`).toEqual(wrong)
    }
  })
})

describe('a presented mdoc and its query', () => {
  const match = async (query: object, changes: MdocChanges = {}) => {
    const reading = await read(changes)
    const [first] = readDcqlQuery({
      credentials: [{ id: 'pid', format: 'mso_mdoc', meta: { doctype_value: pidNamespace }, ...query }],
    }).credentials
    return first === undefined
      ? null
      : matchDeviceResponse({ query: first, index: 0, reading, alsoAnswers: [], budget: createMatchBudget() })
  }
  const path = (name: string, more: object = {}) => ({ path: [pidNamespace, name], ...more })

  it('match by type, elements and their values', async () => {
    const result = await match({
      claims: [path('family_name', { values: ['Fabbri'] }), path('birth_date', { values: ['1990-04-12'] })],
    })
    expect(result).toMatchObject({
      format: { matches: true },
      type: { kind: 'doctype', matches: true },
      holderBinding: { present: true },
      claims: [
        { found: true, values: { matches: true } },
        { found: true, values: { matches: true } },
      ],
      minimisation: { unrequested: [] },
    })
  })

  it('tell what is missing, what is too much, and what has another value', async () => {
    const result = await match({ claims: [path('family_name', { values: ['Rossi'] }), path('portrait')] })
    expect(result?.claims).toMatchObject([{ found: true, values: { matches: false } }, { found: false }])
    expect(result?.minimisation.unrequested).toEqual([[pidNamespace, 'birth_date']])
    expect((await match({}))?.minimisation.withoutRequest).toBe(2)
  })

  it('match by claim sets', async () => {
    const claims = [path('family_name', { id: 'a' }), path('birth_date', { id: 'b' }), path('portrait', { id: 'c' })]
    const result = await match({ claims, claim_sets: [['c'], ['a'], ['b']] })
    expect(result?.claimSets).toMatchObject({ first: 1 })
    expect(result?.minimisation.beyondClaimSet).toHaveLength(1)
  })

  it('match by the authority of the chain', async () => {
    const aki = new X509Certificate(parties.certificate)
    expect(aki.issuer).toContain('Test Root')
    const reading = await read()
    const [identifier] = reading.documents[0]?.x5chain?.authorityKeyIdentifiers ?? []
    const authorities = (values: unknown[]) => ({ trusted_authorities: [{ type: 'aki', values }] })
    expect((await match(authorities([identifier])))?.trustedAuthorities).toMatchObject([{ result: 'matches' }])
    expect((await match(authorities(['s9tIpPmhxdiuNkHMEWNpYim8S8Y'])))?.trustedAuthorities).toMatchObject([
      { result: 'differs' },
    ])
  })

  it('do not match by another type, and not at all without a document', async () => {
    expect(await match({ meta: { doctype_value: 'org.iso.18013.5.1.mDL' } })).toMatchObject({
      type: { matches: false, actual: pidNamespace },
    })
    expect(await match({}, { documents: (documents) => documents.splice(0) })).toBeNull()
  })

  it('see values as JSON has them', async () => {
    const elements = {
      portrait: Uint8Array.of(1, 2, 3),
      sex: 2,
      expiry_date: new DateOnly('2031-01-15'),
      nationality: ['IT', 'FR'],
      place_of_birth: new Map([['country', 'IT']]),
      age_over_18: true,
      nothing: null,
    }
    const reading = await read({ elements })
    const tree = reading.documents[0]?.claimTree
    const members = tree?.kind === 'object' ? tree.members.get(pidNamespace) : undefined
    const shown = members?.kind === 'object' ? Object.fromEntries(members.members) : {}
    expect(shown).toMatchObject({
      portrait: { kind: 'value', value: 'AQID', disclosed: true },
      sex: { value: 2 },
      expiry_date: { value: '2031-01-15' },
      nationality: { kind: 'array', elements: [{ value: 'IT', disclosed: false }, { value: 'FR' }] },
      place_of_birth: { kind: 'object' },
      age_over_18: { value: true },
      nothing: { value: null },
    })
  })
})

/** The same item with another element value. */
function changed(item: unknown): Uint8Array {
  const bytes = Buffer.from(cborEncode(item)).subarray(-1)
  expect(bytes).toHaveLength(1)
  const inner = (item as { data: Map<string, CborItem> }).data
  return cborEncode(new Map<string, unknown>([...inner, ['elementValue', 'Someone Else']]))
}

function isoTranscript(
  mdocNonce: string,
  changes: { clientId?: string; nonce?: string; responseUri?: string } = {},
): Uint8Array {
  const { clientId, nonce, responseUri, digest } = { ...presentationInput(), ...changes }
  const hash = (value: unknown) => Uint8Array.from(digest('sha-256', cborEncode(value)))
  return cborEncode([null, null, [hash([clientId, mdocNonce]), hash([responseUri, mdocNonce]), nonce]])
}

function dcTranscript(info: unknown[]): Uint8Array {
  const hash = Uint8Array.from(presentationInput().digest('sha-256', cborEncode(info)))
  return cborEncode([null, null, ['OpenID4VPDCAPIHandover', hash]])
}

function derOf(raw: Uint8Array): Uint8Array {
  const integer = (bytes: Uint8Array): number[] => {
    const start = bytes.findIndex((byte) => byte !== 0)
    const digits = [...bytes.subarray(start)]
    const content = (digits[0] ?? 0) > 127 ? [0, ...digits] : digits
    return [2, content.length, ...content]
  }
  const body = [...integer(raw.subarray(0, 32)), ...integer(raw.subarray(32))]
  return Uint8Array.of(0x30, body.length, ...body)
}
