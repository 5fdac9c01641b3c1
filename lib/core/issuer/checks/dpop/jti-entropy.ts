import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { onProof } from '../../judgements/on-dpop-proof'
import type { DpopReading } from '../../read/oauth/dpop/dpop-reading'

const bitsRequired = 96
const uuidV4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const dpopJtiEntropy = defineCheck<DpopReading>('vci.dpop.jti_entropy', {
  title: 'The jti of the DPoP proof has room for 96 random bits or is a version 4 UUID',
  problem: 'The jti of the DPoP proof is too short to be random',
  clauses: ['RFC9449-4.2'],
  level: 'info',
  needs: ['vci.dpop.wellformed'],
  concerns: ['dpop_proof'],
  judges: { token: 'dpop', member: 'claims.jti' },
  why: 'A counter or timestamp used as jti collides across devices, and valid proofs are then refused as replays.',
  hint: 'Use a version 4 UUID or at least 12 random bytes as jti.',
  run: onProof(({ claims: { jti } }) => {
    if (typeof jti !== 'string' || jti === '')
      return notApplicable(say`The proof has no jti; see vci.dpop.claims_complete.`)
    if (uuidV4.test(jti)) return pass(say`uuid v4`)
    if (uuid.test(jti)) return violated({ expected: say`uuid v4`, actual: say`uuid v${jti.charAt(14)}` })
    const bits = Math.floor(jti.length * bitsPerCharacter(jti))
    return bits >= bitsRequired
      ? pass({ at_most_bits: bits })
      : violated({ expected: { at_least_bits: bitsRequired }, actual: { at_most_bits: bits } })
  }),
})

/** The maximum entropy per character, assuming the narrowest alphabet that fits the text. */
function bitsPerCharacter(text: string): number {
  if (/^[0-9]+$/.test(text)) return Math.log2(10)
  if (/^[0-9a-f]+$/i.test(text)) return 4
  return 6
}
