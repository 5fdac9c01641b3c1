import { defineCheck } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { judgeTyp } from '../../judgements/judge-typ'
import { onKeyAttestation } from '../../judgements/on-key-proof'
import type { ProofsReading } from '../../read/proof/proofs-reading'

const oldTyp = 'keyattestation+jwt'

export const keyAttestationTyp = defineCheck<ProofsReading>('vci.key_attestation.typ', {
  title: 'The key attestation is typed key-attestation+jwt',
  problem: { subject: 'The typ header parameter of the key attestation', must: 'be key-attestation+jwt' },
  clauses: ['OID4VCI-1FINALA-D.1'],
  level: 'must',
  rejects: 'invalid_proof',
  judges: { token: 'key_attestation', member: 'header.typ' },
  why: 'The explicit type keeps a JWT that was signed for another purpose from passing as an attestation.',
  hint: 'Set the JOSE header parameter typ of the key attestation to key-attestation+jwt.',
  run: onKeyAttestation(({ header }) =>
    judgeTyp(
      header.typ,
      say`key-attestation+jwt`,
      header.typ === oldTyp
        ? say`This is the spelling of drafts before 1.0: write key-attestation+jwt, with a hyphen.`
        : undefined,
    ),
  ),
})
