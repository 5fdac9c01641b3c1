import { createHash, createPublicKey, verify, X509Certificate } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CoseKey, DeviceResponse, type MdocContext, SessionTranscript } from '@owf/mdoc'
import { describe, expect, it } from 'vitest'
import { readCredentialFile, writeCredentialFile } from '../../credential-file'
import { generateKey } from '../../jose/key'
import { objectMember } from '../../json'
import { createMdocMaker } from '../../testing/mdoc-maker'
import { type ScriptedVerifier, startScriptedVerifier } from '../../testing/scripted-verifier'
import { runAtVerifier } from '../../verifier/run-at-verifier'
import type { HeldCredential } from '../stored-credential'
import { readCbor } from './cbor'
import { arrayOf, mapOf } from './members'
import { verifyMsoMdoc } from './verify'

const pid = 'eu.europa.ec.eudi.pid.1'
const nowMillis = Date.now()
const maker = await createMdocMaker(nowMillis)
const holderKey = generateKey()
const held: HeldCredential = {
  ...verifyMsoMdoc(await maker.make({ holder: holderKey.publicJwk }), {
    nowMillis,
    doctype: pid,
    holderThumbprints: new Set([holderKey.thumbprint]),
    trustAnchors: [maker.rootPem],
  }),
  holderKey,
}

/** The cryptography that the library needs to verify, from Node. */
const context = {
  crypto: {
    random: () => new Uint8Array(),
    digest: ({ bytes }: { bytes: Uint8Array }) => new Uint8Array(createHash('sha256').update(bytes).digest()),
  },
  cose: {
    sign1: {
      verify: ({ sign1, key }: { sign1: { toBeSigned: Uint8Array; signature: Uint8Array }; key: CoseKey }) =>
        verify(
          'sha256',
          sign1.toBeSigned,
          { key: createPublicKey({ key: { ...key.jwk }, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
          sign1.signature,
        ),
    },
  },
  x509: {
    getIssuerNameField: () => ['IT'],
    getPublicKey: ({ certificate }: { certificate: Uint8Array }) =>
      CoseKey.fromJwk({ ...new X509Certificate(certificate).publicKey.export({ format: 'jwk' }) }),
    verifyCertificateChain: () => ({ chain: [] }),
    getCertificateData: ({ certificate }: { certificate: Uint8Array }) => {
      const { validFrom, validTo } = new X509Certificate(certificate)
      return { notBefore: new Date(validFrom), notAfter: new Date(validTo), issuerName: 'IT' }
    },
  },
} as unknown as MdocContext

const query = (...names: string[]) => ({
  credentials: [
    {
      id: 'm',
      format: 'mso_mdoc',
      meta: { doctype_value: pid },
      ...(names.length === 0 ? {} : { claims: names.map((name) => ({ path: [pid, name] })) }),
    },
  ],
})

/** Presents the mdoc for this query. */
async function present(responseMode: 'direct_post' | 'direct_post.jwt', ...names: string[]) {
  const verifier = await startScriptedVerifier({ responseMode, query: query(...names) })
  try {
    const run = await runAtVerifier({ deeplink: verifier.newSession(), credentials: [held] })
    expect(run).toMatchObject({ outcome: 'presented', reason: null })
    const entries: unknown = objectMember(verifier.lastResponse(), 'vp_token')?.m
    const [text] = Array.isArray(entries) ? entries : []
    return { run, text: String(text), verifier }
  } finally {
    await verifier.close()
  }
}

/** The result of an independent library: the checks that failed, and the elements it saw. */
async function readByLibrary(text: string, { clientId, origin, keys }: ScriptedVerifier, encrypted: boolean) {
  const thumbprint = keys[0]?.thumbprint ?? ''
  const transcript = await SessionTranscript.forOid4Vp(
    {
      clientId,
      nonce: 'nonce-of-session-0',
      responseUri: `${origin}/sessions/0/response`,
      ...(encrypted ? { jwkThumbprint: new Uint8Array(Buffer.from(thumbprint, 'base64url')) } : {}),
    },
    context,
  )
  const failed: string[] = []
  const response = DeviceResponse.fromEncodedForOid4Vp(text)
  await response.verify(
    {
      sessionTranscript: transcript,
      trustedCertificates: [new Uint8Array(new X509Certificate(maker.rootPem).raw)],
      now: new Date(nowMillis),
      onCheck: ({ status, check }) => {
        if (status === 'FAILED') failed.push(check)
      },
    },
    context,
  )
  const [document] = response.documents ?? []
  const shown = document?.issuerSigned.getPrettyClaims(pid) ?? {}
  const headers = document?.deviceSigned.deviceAuth.deviceSignature?.protectedHeaders.headers
  return { failed, shown, algorithm: headers?.get(1) }
}

describe('a presented mdoc', () => {
  it.each(['direct_post', 'direct_post.jwt'] as const)(
    'is taken by an independent library, with what was asked for and no more (%s)',
    async (responseMode) => {
      const { run, text, verifier } = await present(responseMode, 'family_name', 'birth_date')
      const encrypted = responseMode === 'direct_post.jwt'
      const { failed, shown, algorithm } = await readByLibrary(text, verifier, encrypted)
      expect(failed).toEqual([])
      expect(Object.keys(shown).sort()).toEqual(['birth_date', 'family_name'])
      expect(text).toMatch(/^[A-Za-z0-9_-]+$/)
      expect(run.presented).toEqual([
        {
          queryId: 'm',
          format: 'mso_mdoc',
          type: pid,
          paths: [
            [pid, 'family_name'],
            [pid, 'birth_date'],
          ],
        },
      ])
      // The only algorithm that this verifier accepts.
      expect(algorithm).toBe(-9)
    },
  )

  it('shows nothing where no element is asked for', async () => {
    const { text, run } = await present('direct_post.jwt')
    expect(run.presented[0]?.paths).toEqual([])
    const response = mapOf(readCbor(Buffer.from(text, 'base64url')), 'DeviceResponse')
    const [document] = arrayOf(response.get('documents'), 'documents')
    const issuerSigned = mapOf(mapOf(document, 'document').get('issuerSigned'), 'issuerSigned')
    expect([...issuerSigned.keys()]).toEqual(['issuerAuth'])
  })
  it('is kept in a file with its key, and read from there as it was', () => {
    const directory = mkdtempSync(join(tmpdir(), 'wallet-'))
    try {
      const file = join(directory, 'credentials.json')
      writeCredentialFile(file, [held])
      const [kept] = readCredentialFile(file)
      const { holderKey: key, ...rest } = kept!
      const { holderKey: _key, ...expected } = held
      expect(rest).toEqual({ ...expected, verified: { ...expected.verified, chainTrusted: null } })
      expect(key?.thumbprint).toBe(holderKey.thumbprint)
    } finally {
      rmSync(directory, { recursive: true })
    }
  })
})
