import { describe, expect, it } from 'vitest'
import { bind, evaluate } from '../../engine/checks/evaluate'
import {
  attestedKey,
  freshNonce,
  goodAttestationProof,
  goodKeyAttestation,
  goodProofs,
  noNonce,
  withAttestation,
  withAttestationClaims,
  withClaims,
  withHeader,
  withoutAttestation,
} from '../read/proof/fixtures/good-proofs'
import type { ProofsReading } from '../read/proof/proofs-reading'
import { keyAttestationChecks } from './key-attestation'
import { keyAttestationExamples } from './key-attestation.examples'
import { keyUnitExamples } from './key-unit.examples'
import { proofNonceChecks } from './nonce'
import { proofNonceExamples } from './nonce.examples'
import { jwtProofChecks } from './proof-jwt'
import { jwtProofExamples } from './proof-jwt.examples'

/** As at the credential endpoint: all reasons for invalid_proof precede those for invalid_nonce. */
const proofChecks = [...jwtProofChecks, ...keyAttestationChecks, ...proofNonceChecks]
const examples = { ...jwtProofExamples, ...keyAttestationExamples, ...keyUnitExamples, ...proofNonceExamples }
const evaluated = (reading: ProofsReading) =>
  evaluate(
    bind(proofChecks, () => reading),
    null,
  )
const red = (reading: ProofsReading) =>
  evaluated(reading).filter(({ status }) => status === 'fail' || status === 'warn')
const answer = (reading: ProofsReading) => evaluated(reading).find(({ rejected }) => rejected)?.error ?? null
const finding = (reading: ProofsReading, id: string) => evaluated(reading).find((one) => one.id === id)

describe('each check of proof, key attestation and nonce', () => {
  it('has examples, and no example is without a check', () => {
    expect(Object.keys(examples).sort()).toEqual(proofChecks.map(({ id }) => id).sort())
  })

  it.each(proofChecks.map((check) => [check.id, check] as const))(
    '%s distinguishes good, bad and absent',
    (id, check) => {
      const { pass, violated, notApplicable } = examples[id]!
      expect(pass.map((reading) => check.run(reading))).toEqual(
        pass.map(() => expect.objectContaining({ result: 'pass' })),
      )
      for (const reading of violated) expect(['violated', 'tolerated']).toContain(check.run(reading).result)
      for (const reading of notApplicable)
        expect(['not_applicable', 'not_observed']).toContain(check.run(reading).result)
      expect(violated.length * pass.length * notApplicable.length).toBeGreaterThan(0)
    },
  )

  it('has texts that can be sent as error_description and are self-contained', () => {
    for (const { id, refusal, rejects, title, why, reasons } of proofChecks) {
      expect(refusal === undefined, id).toBe(rejects === undefined)
      if (refusal) expect(refusal, id).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/)
      const fixes = Object.values(reasons).map(({ fix }) => fix)
      for (const text of [title, why, ...fixes]) expect(text.length, id).toBeGreaterThan(20)
    }
  })
})

describe('the checks of a proof together', () => {
  it('find nothing wrong with a good request of either proof type', () => {
    expect(red(goodProofs)).toEqual([])
    expect(red(goodAttestationProof)).toEqual([])
  })

  it('name five errors in one request as five failed checks', () => {
    const header = withHeader({ typ: 'JWT' }).jwt!
    const claims = withClaims({ aud: 'https://other.example', iat: 1, iss: 'another' }).jwt!
    const proof = { ...claims.jwt!, header: header.jwt!.header }
    const reading = { ...goodProofs, jwt: { ...claims, jwt: proof }, nonce: { ...freshNonce, state: 'spent' as const } }
    expect(red(reading).map(({ id, status }) => [id, status])).toEqual([
      ['vci.proof.jwt.typ', 'fail'],
      ['vci.proof.jwt.aud', 'fail'],
      ['vci.proof.jwt.iat', 'fail'],
      ['vci.proof.jwt.iss', 'fail'],
      ['vci.nonce.not_reused', 'fail'],
    ])
    expect(answer(reading)).toBe('invalid_proof')
  })

  it('answer invalid_nonce only when nothing else is wrong', () => {
    const wrong = { ...freshNonce, state: 'unknown' as const }
    expect(answer({ ...goodProofs, nonce: wrong })).toBe('invalid_nonce')
    expect(answer({ ...withAttestationClaims({ exp: undefined }), nonce: wrong })).toBe('invalid_proof')
    expect(answer(withAttestation({ nonce: wrong }))).toBe('invalid_nonce')
  })

  it('refuse an attestation proof without a nonce, and record it only in the header of a jwt proof', () => {
    expect(answer(withAttestation({ nonce: noNonce }, { of: goodAttestationProof }))).toBe('invalid_proof')
    const carried = withAttestation({ nonce: noNonce })
    expect(answer(carried)).toBeNull()
    expect(finding(carried, 'vci.key_attestation.nonce')?.status).toBe('fail')
    expect(answer(withAttestation({ nonce: noNonce }, { strictNonce: true }))).toBe('invalid_proof')
  })

  it('tell an attestation without a nonce in a proof with one from that in a proof without', () => {
    const reasonOf = (proofNonceDigest: string | null) => {
      const keyAttestation = { ...goodKeyAttestation, proofNonceDigest }
      const reading = withAttestation({ nonce: noNonce }, { of: { ...goodProofs, keyAttestation } })
      return finding(reading, 'vci.key_attestation.nonce')?.reason
    }
    expect(reasonOf('digest-of-nonce')).toBe('vci.key_attestation.nonce#missing_beside_proof')
    expect(reasonOf(null)).toBe('vci.key_attestation.nonce#missing')
  })

  it('refuse certificates that do not hold together or cannot be used, and record those that break another rule', () => {
    const answers = keyAttestationExamples['vci.key_attestation.x5c']!.violated.map(answer)
    expect(answers).toEqual([...Array(8).fill('invalid_proof'), ...Array(4).fill(null)])
  })

  it('warn of an untrusted issuer of the attestation while capturing, and refuse it when trust is enforced', () => {
    const [captured, enforced] = keyAttestationExamples['vci.key_attestation.trusted']!.violated
    expect(finding(captured!, 'vci.key_attestation.trusted')).toMatchObject({ status: 'warn', error: null })
    expect(String(finding(captured!, 'vci.key_attestation.trusted')?.actual)).toMatch(/^signature valid/)
    expect(answer(enforced!)).toBe('invalid_proof')
  })

  it('never refuse for the sake of a key attestation that is not demanded', () => {
    for (const { violated } of Object.values(keyAttestationExamples)) {
      for (const reading of violated.filter(({ jwt }) => jwt !== null)) {
        const relaxed = {
          ...reading,
          keyAttestation: {
            ...reading.keyAttestation!,
            conditions: { ...reading.keyAttestation!.conditions, demanded: false },
          },
        }
        const attestation = evaluated(relaxed).filter(({ id }) => id.startsWith('vci.key_attestation.'))
        expect(attestation.filter(({ status, error }) => status === 'fail' || error !== null)).toEqual([])
      }
    }
  })

  it('block what depends on an absent key attestation and say by what', () => {
    const findings = evaluated(withoutAttestation('absent'))
    expect(findings.filter(({ status }) => status === 'fail').map(({ id }) => id)).toEqual([
      'vci.key_attestation.present',
    ])
    expect(findings.find(({ id }) => id === 'vci.key_attestation.typ')?.actual).toEqual({
      blocked_by: ['vci.key_attestation.present'],
    })
  })

  it('show no private value, only names, of a private key that was sent', () => {
    const reading = withAttestation({
      attestedKeys: { shape: 'array', count: 1, keys: [attestedKey('key-one', 0, { privateMembers: ['d'] })] },
    })
    expect(finding(reading, 'vci.key_attestation.attested_keys')?.actual).toEqual([
      { index: 0, private_members: ['d'] },
    ])
  })
})
