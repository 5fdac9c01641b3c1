import { defineCheck, pass, violated } from '../../../../engine/checks/check'
import { shown } from '../../../../engine/judgements/shown'
import { quote } from '../../../../ground/values/wording'
import { onJwtProof } from '../../../judgements/on-key-proof'
import type { ProofsReading } from '../../../read/proof/proofs-reading'

const known = new Set(['alg', 'typ', 'kid', 'jwk', 'x5c', 'key_attestation', 'trust_chain'])

export const proofJwtUnknownHeader = defineCheck<ProofsReading>('vci.proof.jwt.unknown_header', {
  title: 'The jwt proof has only header parameters from its definition',
  problem: 'The jwt proof has header parameters that its definition lacks',
  clauses: ['OID4VCI-1FINALA-F.1'],
  level: 'info',
  needs: ['vci.proof.jwt.parse'],
  why: 'Other parameters are ignored, so whatever the wallet wants to say with them is lost.',
  hint: 'Remove the parameter, or check its spelling against appendix F.1.',
  run: onJwtProof(({ header }) => {
    const unknown = Object.keys(header).filter((name) => !known.has(name))
    return unknown.length === 0
      ? pass()
      : violated({ expected: [...known].map(quote), actual: unknown.slice(0, 10).map(shown) })
  }),
})
