import { createPublicKey, generateKeyPairSync, verify, X509Certificate } from 'node:crypto'
import { cborDecode, cborEncode, DataItem, DeviceRequest } from '@owf/mdoc'
import { describe, expect, it } from 'vitest'
import { rootProfile } from '@/lib/adapters/crypto/certificate-profiles'
import { makeCertificate } from '@/lib/adapters/crypto/make-certificate'
import { signer as signerOf } from '@/lib/adapters/crypto/signer'
import { annexCTranscriptOf } from '@/lib/testing/presented/annex-c'
import { now } from '@/lib/testing/presented/presented-input'
import { readDcqlQuery } from '../../../shared/dcql/read-dcql-query'
import { makeDeviceRequest } from './device-request'

const pid = 'eu.europa.ec.eudi.pid.1'
const mdl = 'org.iso.18013.5.1.mDL'
const query = readDcqlQuery({
  credentials: [
    {
      id: 'pid',
      format: 'mso_mdoc',
      meta: { doctype_value: pid },
      claims: [
        { path: [pid, 'family_name'], intent_to_retain: true },
        { path: ['another', 'element'] },
        { path: [pid, 'given_name'], intent_to_retain: false },
      ],
    },
    {
      id: 'mdl',
      format: 'mso_mdoc',
      meta: { doctype_value: mdl },
      claims: [{ path: ['org.iso.18013.5.1', 'portrait'] }],
    },
  ],
})
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const certificate = await makeCertificate(privateKey, { privateKey, certificate: null }, rootProfile(now))
const der = certificate.raw.toString('base64')
const transcript = annexCTranscriptOf('encryption-info', 'https://verifier.example')
const request = (x5c: readonly string[]) =>
  new Uint8Array(Buffer.from(makeDeviceRequest(query, { transcript, signer: signerOf(privateKey, x5c) }), 'base64url'))

type Entry = Map<string, unknown>
const docRequests = (bytes: Uint8Array): Entry[] => {
  const decoded = cborDecode(bytes) as Map<string, unknown>
  return decoded.get('docRequests') as Entry[]
}

describe('a DeviceRequest', () => {
  it('is what an independent library reads: each query with its elements, and whether they are kept', () => {
    const { version, docRequests: read } = DeviceRequest.decode(request([der]))
    expect(version).toBe('1.0')
    expect(read.map(({ itemsRequest: { docType, namespaces } }) => ({ docType, namespaces }))).toEqual([
      {
        docType: pid,
        namespaces: new Map([
          [pid, new Map(Object.entries({ family_name: true, given_name: false }))],
          ['another', new Map([['element', false]])],
        ]),
      },
      { docType: mdl, namespaces: new Map([['org.iso.18013.5.1', new Map([['portrait', false]])]]) },
    ])
  })

  it('is signed by the reader: each request apart, over the transcript, and under its certificate', () => {
    const publicKey = createPublicKey(privateKey)
    for (const entry of docRequests(request([der]))) {
      const [header, unprotected, payload, signature] = entry.get('readerAuth') as [
        Uint8Array,
        Map<number, Uint8Array>,
        unknown,
        Uint8Array,
      ]
      expect([...(cborDecode(header) as Map<number, number>)]).toEqual([[1, -7]])
      expect(new X509Certificate(unprotected.get(33)!).fingerprint256).toBe(certificate.fingerprint256)
      expect(payload).toBeNull()
      const authentication = (binding: Uint8Array) =>
        cborEncode(['ReaderAuthentication', cborDecode(binding), entry.get('itemsRequest')])
      const isFor = (binding: Uint8Array): boolean => {
        const signed = cborEncode(DataItem.fromBuffer(authentication(binding)))
        const data = cborEncode(['Signature1', header, new Uint8Array(), signed])
        return verify('sha256', data, { key: publicKey, dsaEncoding: 'ieee-p1363' }, signature)
      }
      expect(isFor(transcript)).toBe(true)
      expect(isFor(annexCTranscriptOf('encryption-info', 'https://other.example'))).toBe(false)
    }
  })

  it('sends several certificates as an array of them', () => {
    const [, unprotected] = docRequests(request([der, der]))[0]!.get('readerAuth') as [unknown, Map<number, unknown>]
    expect(unprotected.get(33)).toHaveLength(2)
  })
})
