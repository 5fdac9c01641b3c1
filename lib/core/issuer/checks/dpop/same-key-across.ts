import { defineCheck, notObserved, pass, violated } from '../../../engine/checks/check'
import { quote, say, word } from '../../../ground/values/wording'
import { onProof } from '../../judgements/on-dpop-proof'
import type { DpopReading } from '../../read/oauth/dpop/dpop-reading'

export const dpopSameKeyAcross = defineCheck<DpopReading>('vci.dpop.same_key_across', {
  title: 'One DPoP key is used throughout the session',
  problem: 'The wallet changed its DPoP key within the session',
  clauses: ['RFC9449-10.1', 'RFC9449-7'],
  level: 'must',
  needs: ['vci.dpop.signature'],
  concerns: ['dpop_proof'],
  why: 'Code and token are bound to the first key; a second key means another device or a lost key.',
  hint: 'Make one DPoP key per session and use it at every endpoint.',
  run: onProof(({ thumbprint }, { role, boundThumbprint, history }) => {
    if (thumbprint === null || history.thumbprints.length === 0)
      return notObserved(say`No earlier proof of this session to compare with.`)
    const others = [...new Set(history.thumbprints)].filter((earlier) => earlier !== thumbprint)
    if (others.length === 0) return pass(quote(thumbprint))
    // One cause is blamed once.
    if (boundThumbprint !== null && boundThumbprint !== thumbprint)
      return notObserved(
        say`The request is refused for its key; see ${word(role === 'rs' ? 'vci.dpop.key_bound_to_token' : 'vci.dpop.key_bound_to_code')}.`,
      )
    return history.lost !== null && others.every((one) => history.lost?.thumbprints.includes(one))
      ? notObserved(say`This service restarted after the earlier proof, so the wallet may have had to begin again.`)
      : violated({ expected: others.map(quote), actual: quote(thumbprint) })
  }),
})
