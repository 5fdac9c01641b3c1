import { createHash, X509Certificate } from 'node:crypto'
import { type CoseKey, DeviceResponse, type MdocContext, SessionTranscript } from '@owf/mdoc'
import { describe, expect, it } from 'vitest'
import { verifySignature } from '@/lib/adapters/crypto/ports'
import { certificateReader } from '@/lib/adapters/crypto/read-certificates'
import {
  embedded,
  type MdocChanges,
  makeDeviceResponse,
  mdocParties,
  transcriptOf,
} from '@/lib/testing/presented/make-device-response'
import { testKey } from '@/lib/testing/presented/make-presentation'
import { now, presentationInput } from '@/lib/testing/presented/presented-input'
import { toDate } from '../../../time/time'
import { readDeviceResponse } from './read-device-response'

const parties = await mdocParties()
const input = presentationInput({
  readCertificates: certificateReader([new X509Certificate(parties.rootDer)], { now: () => now }),
})

/** Callbacks that the library needs for verification, on Node's cryptography. */
const context = {
  crypto: {
    random: () => new Uint8Array(),
    digest: ({ bytes }: { bytes: Uint8Array }) => new Uint8Array(createHash('sha256').update(bytes).digest()),
    calculateEphemeralMacKey: () => {
      throw new Error('no MAC here')
    },
  },
  cose: {
    sign1: {
      sign: () => new Uint8Array(),
      verify: ({ sign1, key }: { sign1: { toBeSigned: Uint8Array; signature: Uint8Array }; key: CoseKey }) =>
        verifySignature({ hash: 'sha-256', publicJwk: key.jwk, data: sign1.toBeSigned, signature: sign1.signature }),
    },
    mac0: { sign: () => new Uint8Array(), verify: () => false },
  },
  x509: {
    getIssuerNameField: () => ['IT'],
    getPublicKey: async ({ certificate }: { certificate: Uint8Array }) => {
      const { CoseKey } = await import('@owf/mdoc')
      return CoseKey.fromJwk({ ...new X509Certificate(certificate).publicKey.export({ format: 'jwk' }) })
    },
    verifyCertificateChain: () => ({ chain: [] }),
    getCertificateData: ({ certificate }: { certificate: Uint8Array }) => {
      const { validFrom, validTo } = new X509Certificate(certificate)
      return { notBefore: new Date(validFrom), notAfter: new Date(validTo), issuerName: 'IT' }
    },
  },
} as unknown as MdocContext

/** The library's failed checks by category; `unreadable` if it reads nothing. */
async function libraryErrors(text: string): Promise<string[]> {
  const failed = new Set<string>()
  try {
    const { clientId, nonce, responseUri } = input
    await DeviceResponse.fromEncodedForOid4Vp(text).verify(
      {
        sessionTranscript: await SessionTranscript.forOid4Vp({ clientId, nonce, responseUri }, context),
        trustedCertificates: [parties.rootDer],
        now: toDate(now),
        onCheck: ({ status, category }) => status === 'FAILED' && failed.add(category),
      },
      context,
    )
  } catch {
    return ['unreadable']
  }
  return [...failed].sort()
}

/** The same categories, derived from our own reading. */
async function ownErrors(text: string): Promise<string[]> {
  const { isMap, documents } = await readDeviceResponse(text, input)
  if (!isMap) return ['unreadable']
  const failed = new Set<string>()
  for (const { issuerSignature, elements, device, mso } of documents) {
    const until = mso?.validity.validUntil.at ?? 0
    if (issuerSignature.result !== 'valid' || until < now) failed.add('ISSUER_AUTH')
    if (elements.some(({ digest }) => digest !== 'matches')) failed.add('DATA_INTEGRITY')
    if (device.signature?.verdict.result !== 'valid') failed.add('DEVICE_AUTH')
  }
  return [...failed].sort()
}

describe('an independent library and our own reading', () => {
  it.each<[string, MdocChanges, string[]]>([
    ['nothing', {}, []],
    ['another signer', { issuerKey: testKey() }, ['ISSUER_AUTH']],
    ['another device', { deviceKey: testKey() }, ['DEVICE_AUTH']],
    ['another nonce', { transcript: transcriptOf({ nonce: 'other' }) }, ['DEVICE_AUTH']],
    [
      'a thumbprint for a response in the clear',
      { transcript: transcriptOf({ thumbprint: new Uint8Array(32) }) },
      ['DEVICE_AUTH'],
    ],
    [
      'an element that the issuer never signed',
      { items: (items) => items.splice(0, 1, changedItem(items[0])) },
      ['DATA_INTEGRITY'],
    ],
    [
      'the end of its time',
      { mso: (mso) => (mso.get('validityInfo') as Map<string, Date>).set('validUntil', new Date(now - 3_600_000)) },
      ['ISSUER_AUTH'],
    ],
    ['an end too early', { finish: (bytes) => bytes.subarray(0, 40) }, ['unreadable']],
  ])('agree about %s', async (_what, changes, expected) => {
    const text = makeDeviceResponse(parties, changes)
    expect(await ownErrors(text)).toEqual(expected)
    expect(await libraryErrors(text)).toEqual(expected)
  })
})

function changedItem(item: unknown): unknown {
  const { buffer } = item as { buffer: Uint8Array }
  const bytes = Buffer.from(buffer)
  bytes.write('Rossi!', bytes.indexOf('Fabbri'))
  return embedded(new Uint8Array(bytes))
}
