import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SessionTranscript } from '@owf/mdoc'
import { describe, expect, it } from 'vitest'
import { readCredentialFile, writeCredentialFile } from '../../credential-file'
import { objectMember } from '../../json'
import { libraryContext, readByLibrary } from '../../testing/mdoc-library'
import { createMdocMaker, holdMdoc } from '../../testing/mdoc-maker'
import { type ScriptedVerifier, startScriptedVerifier } from '../../testing/scripted-verifier'
import { runAtVerifier } from '../../verifier/run-at-verifier'
import { holderKeyOf } from '../stored-credential'
import { arrayOf, mapOf, readCbor, writeCbor } from './cbor'
import { sessionTranscript } from './present'

const pid = 'eu.europa.ec.eudi.pid.1'

const nowMillis = Date.now()

const maker = await createMdocMaker(nowMillis)

const held = await holdMdoc(maker, nowMillis)

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

/** Verifies the response with an independent library. */
async function judge(text: string, { clientId, origin, keys }: ScriptedVerifier, encrypted: boolean) {
  const thumbprint = keys[0]?.thumbprint ?? ''
  const sessionTranscript = await SessionTranscript.forOid4Vp(
    {
      clientId,
      nonce: 'nonce-of-session-0',
      responseUri: `${origin}/sessions/0/response`,
      ...(encrypted ? { jwkThumbprint: new Uint8Array(Buffer.from(thumbprint, 'base64url')) } : {}),
    },
    libraryContext,
  )
  return readByLibrary(text, { sessionTranscript, rootPem: maker.rootPem, nowMillis })
}

describe('a presented mdoc', () => {
  it.each(['direct_post', 'direct_post.jwt'] as const)(
    'is taken by an independent library, with what was asked for and no more (%s)',
    async (responseMode) => {
      const { run, text, verifier } = await present(responseMode, 'family_name', 'birth_date')
      const encrypted = responseMode === 'direct_post.jwt'
      const { failed, shown, algorithm } = await judge(text, verifier, encrypted)
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
      expect(key?.thumbprint).toBe(holderKeyOf(held).thumbprint)
    } finally {
      rmSync(directory, { recursive: true })
    }
  })
})

describe('the session transcript', () => {
  it('is that of the example of OpenID4VP', () => {
    const transcript = sessionTranscript({
      clientId: 'x509_san_dns:example.com',
      nonce: 'exc7gBkxjx1rdc9udRrveKvSsJIq80avlXeLHhGwqtA',
      jwkThumbprint: Buffer.from('4283ec927ae0f208daaa2d026a814f2b22dca52cf85ffa8f3f8626c6bd669047', 'hex'),
      responseUri: 'https://example.com/response',
    })
    expect(writeCbor(transcript).toString('hex')).toBe(
      '83f6f682714f70656e494434565048616e646f7665725820048bc053c00442af9b8eed494cefdd9d95240d254b046b11b68013722aad38ac',
    )
  })

  it('is that of the example of OpenID4VP for a response that a browser carries', () => {
    const transcript = sessionTranscript({
      clientId: 'x509_san_dns:example.com',
      nonce: 'exc7gBkxjx1rdc9udRrveKvSsJIq80avlXeLHhGwqtA',
      jwkThumbprint: Buffer.from('4283ec927ae0f208daaa2d026a814f2b22dca52cf85ffa8f3f8626c6bd669047', 'hex'),
      responseUri: 'https://example.com/response',
      browser: { origin: 'https://example.com', encryptionInfo: null },
    })
    expect(writeCbor(transcript).toString('hex')).toBe(
      '83f6f682764f70656e4944345650444341504948616e646f7665725820fbece366f4212f9762c74cfdbf83b8c69e371d5d68cea09cb4c48ca6daab761a',
    )
  })
})
