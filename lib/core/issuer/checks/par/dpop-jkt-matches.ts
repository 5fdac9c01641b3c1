import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { quote, say } from '../../../ground/values/wording'
import type { PushedRequestReading } from '../../read/oauth/par/pushed-request-reading'

export const parDpopJktMatches = defineCheck<PushedRequestReading>('vci.par.dpop_jkt_matches', {
  title: 'Parameter dpop_jkt is the thumbprint of the proof key',
  problem: 'The dpop_jkt is not the thumbprint of the key of the DPoP proof',
  clauses: ['RFC9449-10.1'],
  level: 'must',
  rejects: 'invalid_dpop_proof',
  impossibleIn: ['pre_authorized_code'],
  why: 'Both bind the code to a key, so it must be the same key.',
  hint: 'Compute dpop_jkt from the key that signs the DPoP proof, RFC 7638 with SHA-256, or leave it out.',
  run: ({ form, dpop }) => {
    const jkt = form.body.get('dpop_jkt')
    if (jkt === null) return notApplicable(say`No dpop_jkt was sent.`)
    const thumbprint = dpop.proof?.thumbprint ?? null
    if (thumbprint === null) return notApplicable(say`There is no proof to compare with.`)
    return jkt === thumbprint ? pass(quote(thumbprint)) : violated({ expected: quote(thumbprint), actual: shown(jkt) })
  },
})
