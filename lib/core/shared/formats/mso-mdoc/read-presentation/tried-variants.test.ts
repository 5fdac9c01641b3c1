import { X509Certificate } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { certificateReader } from '@/lib/adapters/crypto/read-certificates'
import { makeDeviceResponse, mdocParties, transcriptOf } from '@/lib/testing/presented/make-device-response'
import { now, presentationInput } from '@/lib/testing/presented/presented-input'
import { mistakeKey, proofReasons } from '../../../../verifier/judgements/proof-reasons'
import { judgeForRequest } from '../../../../verifier/judgements/signatures'
import { rendered } from '../../../values/wording'
import type { BrowserBinding, PresentationInput } from '../../reading-of-presentation'
import { cborEncode } from '../mdoc-library'
import { readDeviceResponse } from './read-device-response'
import type { HandoverInput, TranscriptVariant } from './session-transcript'

const parties = await mdocParties()
const readCertificates = certificateReader([new X509Certificate(parties.rootDer)], { now: () => now })
const thumbprint = new Uint8Array(32).fill(7)
const origin = 'https://verifier.example'
const otherEntry = { nonce: 'of-the-other-entry', jwkThumbprint: new Uint8Array(32).fill(8) }
const browser: BrowserBinding = {
  origin,
  otherOrigins: ['https://other.example'],
  clientIds: ['x509_hash:Uvo3HtuIxuhC92rShpgqcT3YXwrqRxWEviRiA0OZszk'],
  otherEntries: [otherEntry],
}
const responseKey = { thumbprint, deriveKey: () => null }
const { nonce, clientId, digest } = presentationInput()

/** A transcript with a handover of this name and hashed data. */
const handover = (name: string, info: readonly unknown[]): Uint8Array =>
  cborEncode([null, null, [name, Uint8Array.from(digest('sha-256', cborEncode([...info])))]])
const ofBrowser = (...info: readonly unknown[]) => handover('OpenID4VPDCAPIHandover', info)

async function proofOf(transcript: Uint8Array, change: Partial<PresentationInput> = {}) {
  const input = presentationInput({ readCertificates, browser, responseKey, ...change })
  const { documents, transcript: own } = await readDeviceResponse(makeDeviceResponse(parties, { transcript }), input)
  const proof = documents[0]?.device.signature
  if (!proof) throw new Error('The fixture has no device signature.')
  return { proof, outcome: rendered(judgeForRequest(proof, own.handover, null) as never) }
}

describe('the proof of an answer through a browser', () => {
  it('is right for origin, nonce and the thumbprint of the key, and null without a key', async () => {
    expect((await proofOf(ofBrowser(origin, nonce, thumbprint))).proof).toMatchObject({
      verdict: { result: 'valid' },
      variant: 'dc_api',
    })
    expect((await proofOf(ofBrowser(origin, nonce, null), { responseKey: null })).proof.verdict.result).toBe('valid')
    expect((await proofOf(transcriptOf({ thumbprint }))).proof.verdict.result).toBe('invalid')
  })

  it('is right for encryptionInfo and origin in the form of ISO/IEC 18013-7', async () => {
    const change = { browser: { ...browser, encryptionInfo: 'gmVkY2FwaQ' }, responseKey: null }
    expect((await proofOf(handover('dcapi', ['gmVkY2FwaQ', origin]), change)).proof).toMatchObject({
      verdict: { result: 'valid' },
      variant: 'annex_c',
    })
    expect((await proofOf(ofBrowser(origin, nonce, null), change)).proof).toMatchObject({
      verdict: { result: 'invalid' },
      variant: 'dc_api',
    })
  })

  it.each<[TranscriptVariant, Uint8Array, string]>([
    ['dc_api_prefixed_origin', ofBrowser(`origin:${origin}`, nonce, thumbprint), 'origin with a prefix'],
    ['dc_api_slash', ofBrowser(`${origin}/`, nonce, thumbprint), 'slash at its end'],
    ['dc_api_extra_origin', ofBrowser('https://other.example', nonce, thumbprint), 'member of expected_origins'],
    ['dc_api_without_thumbprint', ofBrowser(origin, nonce, null), 'without the thumbprint'],
    ['dc_api_thumbprint_text', ofBrowser(origin, nonce, Buffer.from(thumbprint).toString('base64url')), 'as a text'],
    ['dc_api_other_entry', ofBrowser(origin, otherEntry.nonce, otherEntry.jwkThumbprint), 'another entry'],
    ['dc_api_other_entry', ofBrowser(origin, otherEntry.nonce, thumbprint), 'another entry'],
    ['openid4vp', transcriptOf({ thumbprint }), 'request by link'],
    ['openid4vp', transcriptOf({ thumbprint: null }), 'request by link'],
    ['dc_api_draft_24', ofBrowser(origin, clientId, nonce), 'draft 24'],
    ['dc_api_draft_24', ofBrowser(origin, `web-origin:${origin}`, nonce), 'draft 24'],
  ])('is refused, and told: %s', async (variant, transcript, words) => {
    const { proof, outcome } = await proofOf(transcript)
    expect(proof).toMatchObject({ verdict: { result: 'invalid' }, variant })
    expect(outcome).toMatchObject({ result: 'violated', reason: mistakeKey(variant, { origin } as HandoverInput) })
    expect(proofReasons('The device signature')[variant].says).toContain(words)
  })

  it('is told by what another entry of ISO/IEC 18013-7 binds to', async () => {
    const entry = { nonce: 'unused', jwkThumbprint: null, encryptionInfo: 'gmVkY2FwaQ' }
    const change = { browser: { ...browser, otherEntries: [entry] } }
    expect((await proofOf(handover('dcapi', ['gmVkY2FwaQ', origin]), change)).proof.variant).toBe('annex_c')
  })

  it('is told by what the request said before it was changed: any of its values', async () => {
    const confusable = () => ({
      ...presentationInput().confusable(),
      before: { clientId: 'x509_hash:before', nonce: 'before', responseUri: 'https://before.example' },
    })
    const link = { browser: undefined, confusable } as unknown as Partial<PresentationInput>
    for (const values of [
      { clientId: 'x509_hash:before' },
      { nonce: 'before' },
      { responseUri: 'https://before.example', nonce: 'before' },
      { clientId: 'x509_hash:before', nonce: 'before', responseUri: 'https://before.example' },
    ])
      expect(
        (await proofOf(transcriptOf({ thumbprint, ...values }), link)).proof,
        JSON.stringify(values),
      ).toMatchObject({
        verdict: { result: 'invalid' },
        variant: 'before_change',
        madeFor: values,
      })
    expect((await proofOf(ofBrowser(origin, 'before', thumbprint), { confusable })).proof.variant).toBe('before_change')
    expect((await proofOf(ofBrowser(origin, 'before', thumbprint))).proof.variant).toBeNull()
  })

  it('of an unknown nonce is refused with the values that it had to be made for', async () => {
    const { outcome } = await proofOf(ofBrowser(origin, 'never-seen', thumbprint))
    expect(outcome).toMatchObject({
      expected: { origin, nonce, jwk_thumbprint: '07'.repeat(32) },
      reason: 'fits_nothing_in_browser',
      actual: { verifications: expect.any(Number), not_tried: [] },
    })
  })

  it('of another session is told by that session', async () => {
    const another = { sessionId: 'session-2', clientId: 'c', nonce: 'theirs', responseUri: 'https://x.example' }
    const otherRequests = async () => [{ ...another, jwkThumbprint: null }]
    const { proof } = await proofOf(ofBrowser(origin, 'theirs', thumbprint), { otherRequests })
    expect(proof).toMatchObject({ variant: 'another_session', ofSession: { id: 'session-2', parts: ['nonce'] } })
  })
})
