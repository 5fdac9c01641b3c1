import { describe, expect, it } from 'vitest'
import { checkById, checkRegistry, failureSentenceOf } from '../../issuer-and-verifier'
import written from '../../shared/ports/check-examples.json'
import type { CheckExample } from '../checks/check-examples'
import { failureHeadline } from './failures'

const sentence = (id: string, expected: Parameters<typeof failureSentenceOf>[0]['expected'], actual: typeof expected) =>
  failureSentenceOf({ id, title: 'What holds when it passes', expected, actual })

it('the headline of a failure leaves out the value that came, unless its reason names it', () => {
  const headline = (id: string, more: { readonly reason?: string; readonly cause?: string } = {}) =>
    failureHeadline({ title: 'A rule', expected: 'that', actual: 'this', ...more }, checkById(id))
  expect(headline('vci.proof.jwt.aud')).toBe(
    'The aud claim of the proof must be credential_issuer of the issuer metadata, as one string.',
  )
  expect(headline('vp.jwe.zip_absent')).toBe('The JWE is compressed.')
  expect(headline('vp.jwe.zip_absent', { cause: 'The wallet speaks a draft' })).toBe('The wallet speaks a draft.')
  expect(headline('no.such.check')).toBe('Seen this, expected that. Rule: A rule.')
})

describe('a failure in one sentence', () => {
  it('names the value that came and what it must be', () => {
    expect(sentence('vci.proof.jwt.aud', 'https://issuer.example', 'https://example.com')).toBe(
      'The aud claim of the proof is https://example.com; it must be https://issuer.example.',
    )
    expect(sentence('vci.proof.jwt.aud', null, 'https://example.com')).toBe(
      'The aud claim of the proof is https://example.com; it must be credential_issuer of the issuer metadata, as one string.',
    )
    expect(sentence('vci.dpop.typ', 'dpop+jwt', null)).toBe(
      'The typ header parameter of the DPoP proof is missing; it must be dpop+jwt.',
    )
  })

  it('says what was wrong, as the refusal does, and never what to do', () => {
    expect(sentence('vp.jwe.zip_absent', 'no zip', 'DEF')).toBe('The JWE is compressed; seen: DEF.')
    expect(sentence('vci.par.no_request_uri', 'no request_uri', 'sent')).toBe(
      'The pushed request carries a request_uri.',
    )
    expect(sentence('vci.token.method_post', 'POST', 'GET')).toBe(
      'The token request was not sent with POST; seen: GET.',
    )
    expect(sentence('vci.wallet_attestation.sub', 'the client_id', 'another value')).toBe(
      'The sub of the wallet attestation is wrong; it must be there and equal to client_id.',
    )
  })

  it('is a statement for every check there is, with a value and without', () => {
    const found = checkRegistry.flatMap(({ id, title }) => {
      const { fails } = Object.entries<CheckExample>(written).find(([known]) => known === id)?.[1] ?? { fails: null }
      return [
        failureSentenceOf({ id, title, expected: fails?.expected ?? null, actual: fails?.seen ?? null }),
        failureSentenceOf({ id, title, expected: null, actual: null }),
        failureSentenceOf({ id, title, expected: null, actual: 'x'.repeat(97) }),
      ]
    })
    const isSentence = (text: string) => /^[A-Z].*[^.]\.$/s.test(text)
    expect(found.filter((text) => !isSentence(text) || /Rule: |Broken rule|^[^;]* must /.test(text))).toEqual([])
  })

  it('reports the values of a check that is no longer there, lists and objects too', () => {
    expect(sentence('unknown', ['a', 'b'], { seen_in: 'another session' })).toBe(
      'Seen seen in another session, expected a, b. Rule: What holds when it passes.',
    )
    expect(sentence('unknown', 'exp or status', null)).toBe('Missing: exp or status. Rule: What holds when it passes.')
  })

  it('ends with one full stop where a sentence was seen', () => {
    expect(sentence('vci.dpop.htm', null, 'The method is one of ours.')).toBe(
      'The htm claim of the DPoP proof is not the HTTP method of the request; seen: The method is one of ours.',
    )
    expect(sentence('unknown', null, 'a.example.')).toBe('Seen a.example.. Rule: What holds when it passes.')
  })

  it('leaves out what was not kept and what no line holds', () => {
    const redacted = { redacted: true, type: 'string', length: 9 }
    expect(sentence('unknown', null, redacted)).toBe('Broken rule: What holds when it passes.')
    expect(sentence('unknown', null, 'x'.repeat(97))).toBe('Broken rule: What holds when it passes.')
    expect(sentence('unknown', 1, 0)).toBe('Seen 0, expected 1. Rule: What holds when it passes.')
  })
})
