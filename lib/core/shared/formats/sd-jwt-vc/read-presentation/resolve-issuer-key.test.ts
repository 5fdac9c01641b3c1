import 'reflect-metadata'
import type { X509Certificate } from 'node:crypto'
import * as x509 from '@peculiar/x509'
import { describe, expect, it } from 'vitest'
import { makeCertificate } from '@/lib/adapters/crypto/make-certificate'
import { certificateReader } from '@/lib/adapters/crypto/read-certificates'
import { holderKey, issuerKey, testKey } from '@/lib/testing/presented/make-presentation'
import { now } from '@/lib/testing/presented/presented-input'
import { readChanged } from '@/lib/testing/presented/read-changed'
import { epochMillis } from '../../../time/time'

const root = testKey()

const subject = (name: string): [string, string][] => [['CN', name]]

const span = { notBefore: epochMillis(now - 86_400_000), notAfter: epochMillis(now + 86_400_000) }

const rootCertificate = await makeCertificate(
  root.privateKey,
  { privateKey: root.privateKey, certificate: null },
  {
    ...span,
    subject: subject('Root'),
    extensions: [new x509.BasicConstraintsExtension(true, 0, true)],
  },
)

const leafOf = async (changes: Partial<typeof span> = {}) =>
  makeCertificate(
    issuerKey.privateKey,
    { privateKey: root.privateKey, certificate: rootCertificate },
    {
      ...span,
      ...changes,
      subject: subject('Leaf'),
      extensions: [new x509.SubjectAlternativeNameExtension([{ type: 'dns', value: 'issuer.example' }])],
    },
  )

const leaf = await leafOf()

const der = ({ raw }: X509Certificate) => raw.toString('base64')

const trusting = { readCertificates: certificateReader([rootCertificate], { now: () => now }), issuerKeys: [] }

describe('a chain of certificates', () => {
  it('gives key, trust and key identifiers', async () => {
    const reading = await readChanged({ header: { x5c: [der(leaf)] } }, trusting)
    expect(reading).toMatchObject({
      issuerKey: { resolved: true, source: 'x5c' },
      issuerSignature: { result: 'valid' },
      issuerTrusted: true,
      x5c: {
        facts: { readable: true, chained: true, chainError: null, includesAnchor: false },
        misencoded: [],
        leafSelfSigned: false,
        selfSigned: [],
        notYetValid: [],
        expired: [],
        issMatchesSan: true,
        authorityKeyIdentifiers: [expect.stringMatching(/^[A-Za-z0-9_-]{27}$/)],
      },
    })
  })

  it('counts before any key of the issuer, even when it is unreadable', async () => {
    expect((await readChanged({ header: { x5c: ['AAAA'] } })).issuerKey).toEqual({
      resolved: false,
      reason: 'x5c_unreadable',
    })
    expect((await readChanged({ header: { x5c: 'AAAA' } })).issuerKey).toEqual({
      resolved: false,
      reason: 'x5c_unreadable',
    })
    expect((await readChanged({ header: { x5c: [] } })).x5c?.facts).toMatchObject({
      readable: false,
      reason: 'The array is empty.',
    })
  })

  it('is read all the same when it is spelt wrongly', async () => {
    const spelt = [leaf.raw.toString('base64url'), der(rootCertificate).replace(/.{64}/g, '$&\n')]
    const reading = await readChanged({ header: { x5c: spelt } }, trusting)
    expect(reading.x5c).toMatchObject({ misencoded: [0, 1], selfSigned: [1], facts: { includesAnchor: true } })
    expect(reading.issuerSignature.result).toBe('valid')
  })

  it('is untrusted, or nobody knows, apart from its signature', async () => {
    const other = await makeCertificate(
      holderKey.privateKey,
      { privateKey: holderKey.privateKey, certificate: null },
      {
        ...span,
        subject: subject('Other'),
        extensions: [],
      },
    )
    const x5c = [der(leaf)]
    expect(
      await readChanged({ header: { x5c } }, { readCertificates: certificateReader([other], { now: () => now }) }),
    ).toMatchObject({
      issuerTrusted: false,
      issuerSignature: { result: 'valid' },
    })
    expect((await readChanged({ header: { x5c } })).issuerTrusted).toBeNull()
  })

  it('reports what is wrong with it, place by place', async () => {
    const expired = await leafOf({ notAfter: epochMillis(now - 1000) })
    const early = await leafOf({ notBefore: epochMillis(now + 1000) })
    const { x5c } = await readChanged({
      header: { x5c: [der(expired), der(early), der(rootCertificate)] },
      payload: { iss: 'https://other.example' },
    })
    expect(x5c).toMatchObject({
      expired: [0],
      notYetValid: [1],
      selfSigned: [2],
      facts: { chained: false, chainError: { rule: 'names', place: 0 } },
      issMatchesSan: false,
    })
  })
})
