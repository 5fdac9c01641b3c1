import { describe, expect, it } from 'vitest'
import { bind, evaluate } from '../../engine/checks/evaluate'
import { judgeLevels } from '../checks/key-attestation/keys'
import { proofJwt } from '../checks/proof-jwt'
import { goodProofs, unreadableJwt, withClaims } from '../read/proof/fixtures/good-proofs'
import type { ProofsReading } from '../read/proof/proofs-reading'
import { onEachProof } from './proofs'

const judge = (first: ProofsReading, ...others: ProofsReading[]) => {
  const [finding] = evaluate(
    bind([onEachProof(proofJwt.aud)], (reading: ProofsReading) => reading),
    { ...first, others },
  )
  return { status: finding?.status, actual: String(finding?.actual), hint: String(finding?.hint) }
}

const elsewhere = withClaims({ aud: 'https://elsewhere.example' })

describe('a check of each proof of a batch', () => {
  it('passes where each passes', () => {
    expect(judge(goodProofs, goodProofs, goodProofs).status).toBe('pass')
  })

  it('fails where one fails, says what came there, and which one it is', () => {
    const found = judge(goodProofs, goodProofs, elsewhere, withClaims({ aud: 'https://another.example' }))
    expect([found.status, found.actual]).toEqual(['fail', 'https://elsewhere.example'])
    expect(found.hint).toMatch(/^Proof 3 of 4: /)
  })

  it('is about one proof alone as it was', () => {
    expect(judge(elsewhere).hint).toBe(Object.values(proofJwt.aud.reasons)[0]?.fix)
  })

  it('passes where some of the proofs cannot be judged', () => {
    expect(judge(unreadableJwt, goodProofs).status).toBe('pass')
  })
})

describe('levels of a key attestation', () => {
  it('that are not told are no error: the claims are OPTIONAL (OpenID4VCI appendix D.1)', () => {
    expect(judgeLevels(undefined)).toEqual({ result: 'tolerated', expected: 'a non-empty array', actual: null })
  })

  it.each([[[]], [null], ['iso_18045_high'], [['high']], [['iso_18045_high', 7]]])(
    '%j are none of appendix D.2',
    (value) => {
      expect(judgeLevels(value).result).toBe('violated')
    },
  )

  it.each([[['iso_18045_high']], [['iso_18045_basic', 'https://trust.example/level/3']]])('%j are taken', (value) => {
    expect(judgeLevels(value).result).toBe('pass')
  })
})
