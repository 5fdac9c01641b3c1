import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { IssuerSigned } from '@owf/mdoc'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openKeyStore } from '@/lib/adapters/crypto/key-store'
import { digest, random, sha256 } from '@/lib/adapters/crypto/ports'
import { signer } from '@/lib/adapters/crypto/signer'
import { euPidDeviceBound } from '../../../issuer/configurations/eu-pid-device-bound'
import { testPid } from '../../pid/test-pid'
import type { Signer } from '../../ports/ports'
import { fromIso } from '../../time/time'
import { describeMsoMdoc, msoMdoc } from './mso-mdoc'

const namespace = 'eu.europa.ec.eudi.pid.1'

const now = fromIso('2026-11-20T12:00:00Z')!

const instant = expect.stringMatching(/^2026-1[12]-\d\dT\d\d:\d\d:\d\d\.000Z$/)

const holderJwk = signer(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey).publicJwk

let directory: string

let mdocSigner: Signer

let credential: string

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'mdoc-described-'))
  const keys = await openKeyStore({ directory, baseUrl: 'https://capture.example', now: () => now })
  mdocSigner = keys.issuerKeys('eu-pid-device-bound').mdoc
  const issuer = 'https://capture.example/issuers/eu-pid-device-bound'
  const configuration = euPidDeviceBound.credentialConfigurations.find(({ format }) => format === 'mso_mdoc')!
  const subject = testPid(issuer)
  const issued = await msoMdoc.issue({
    configuration,
    subject,
    holderJwk,
    signer: mdocSigner,
    issuer,
    now,
    random,
    sha256,
    digest,
  })
  credential = issued.text
})

afterAll(() => rm(directory, { recursive: true, force: true }))

describe('the description of an mdoc', () => {
  it('names document type, elements with their values, and what was signed', () => {
    const described = describeMsoMdoc(credential)
    expect(described).toMatchObject({
      kind: 'mdoc',
      doc_type: namespace,
      mso: {
        version: '1.0',
        digest_algorithm: 'SHA-256',
        doc_type: namespace,
        digests: { [namespace]: 26 },
        device_key: holderJwk,
        validity: { signed: instant, valid_from: instant, valid_until: instant },
      },
      issuer_auth: { alg: 'ES256 (-7)', x5chain: mdocSigner.x5c },
    })
    const namespaces = described?.namespaces as Record<string, { element: string; value: unknown }[]> | undefined
    const values = Object.fromEntries((namespaces?.[namespace] ?? []).map(({ element, value }) => [element, value]))
    expect(Object.keys(values)).toHaveLength(26)
    expect(values).toMatchObject({
      family_name: 'Fabbri',
      birth_date: '1990-04-12',
      place_of_birth: { country: 'IT', locality: 'Bologna' },
      nationality: ['IT'],
      portrait: { bytes: expect.any(Number) },
      sex: 2,
    })
  })

  it('holds neither salt nor digest nor signature in any spelling', () => {
    const text = JSON.stringify(describeMsoMdoc(credential))
    const { issuerNamespaces, issuerAuth } = IssuerSigned.fromEncodedForOid4Vci(credential)
    const hidden = [...(issuerNamespaces?.issuerNamespaces.get(namespace) ?? [])].map(({ random: salt }) => salt)
    hidden.push(...(issuerAuth.mobileSecurityObject.valueDigests.valueDigests.get(namespace)?.values() ?? []))
    hidden.push(issuerAuth.signature)
    expect(hidden).toHaveLength(53)
    for (const bytes of hidden)
      for (const encoding of ['hex', 'base64', 'base64url'] as const)
        expect(text).not.toContain(Buffer.from(bytes).toString(encoding).replace(/=+$/, ''))
  })

  it('is null for anything else', () => {
    for (const other of ['', 'x', 'AAAA', 'a.b.c', 'a.b.c~', credential.slice(0, -8), `${credential}*`, 'oA', 'gYGB'])
      expect(describeMsoMdoc(other)).toBeNull()
  })
})
