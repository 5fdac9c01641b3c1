import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { distanceWords } from '../../../ground/time/duration-words'
import { clockSkewFutureSeconds } from '../../../ground/time/lifetimes'
import { say, word } from '../../../ground/values/wording'
import { inMilliseconds, judgeNotBefore, looksLikeMilliseconds } from '../../judgements/judge-time'
import { onKeyAttestation } from '../../judgements/on-key-proof'
import type { ProofsReading } from '../../read/proof/proofs-reading'

/** 2012-01-01: nobody attested keys before; such a value is a clock that was never set. */
const earliest = 1_325_376_000

const attestation = say`the key attestation`
const notAhead = say`at most ${clockSkewFutureSeconds} s in the future`

export const keyAttestationIat = defineCheck<ProofsReading>('vci.key_attestation.iat', {
  title: 'The key attestation says when it was issued',
  problem: {
    subject: 'The iat claim of the key attestation',
    must: 'be a number of seconds that is not in the future',
  },
  clauses: ['OID4VCI-1FINALA-D.1', 'RFC7519-4.1.5'],
  level: 'must',
  rejects: 'invalid_proof',
  refusal:
    'The iat of the key attestation must be a number of seconds that is not in the future, and so must its nbf, if it has one.',
  judges: { token: 'key_attestation', member: 'claims.iat' },
  why: 'The older an attestation, the less its statement about the keys is worth.',
  hint: 'Set iat to the time of issuance as a number of seconds since 1970.',
  run: onKeyAttestation(({ claims: { iat, nbf } }, { conditions: { now } }) => {
    if (typeof iat !== 'number')
      return violated({ expected: say`a number of seconds`, actual: iat === undefined ? null : word(typeof iat) })
    const latest = Math.floor(now / 1000) + clockSkewFutureSeconds
    if (iat >= earliest && iat <= latest) return nbf === undefined ? pass(iat) : judgeNotBefore(nbf, now, attestation)
    if (looksLikeMilliseconds(iat)) return violated({ expected: notAhead, ...inMilliseconds('iat', iat, attestation) })
    const distance = distanceWords(iat - now / 1000)
    return violated({
      expected: iat < earliest ? say`a time when keys were attested` : notAhead,
      actual: say`${distance} (${iat})`,
      cause: say`The iat of the key attestation is ${distance}`,
    })
  }),
})
