import { defineCheck, notApplicable, violated } from '../../../engine/checks/check'
import { bare } from '../../../ground/values/bare-words'
import { say } from '../../../ground/values/wording'
import { judgeCoseAlg } from '../../judgements/judge-cose'
import { onMdocDocument } from '../../judgements/on-mdoc'
import type { PresentedSubject } from '../../read/response/response-reading'

export const mdocDeviceAlg = defineCheck<PresentedSubject>('vp.mdoc.device_alg', {
  title: 'Device signs with an algorithm that the request allows',
  problem: 'The alg of the device signature is not allowed by the request, or does not fit the device key',
  clauses: ['OID4VP-1FINALA-B.2.2', 'RFC9053-2.1'],
  level: 'must',
  rejects: 'invalid_presentation',
  judges: { token: 'presented_credential', member: 'documents.0.device_signed' },
  why: 'The verifier cannot verify other algorithms.',
  hint: 'Use an algorithm of deviceauth_alg_values of the request.',
  run: onMdocDocument(({ device: { signature } }) => {
    if (signature === null) return notApplicable(say`There is no deviceSignature.`)
    const { shape, alg } = signature.cose
    if (shape === 'other') return violated({ expected: say`a COSE_Sign1`, actual: bare.somethingElse })
    if (alg.value !== null && !alg.inProtected) {
      return violated({ expected: say`alg in the protected header`, actual: say`alg in the unprotected header` })
    }
    return judgeCoseAlg(alg, say`an algorithm of deviceauth_alg_values`)
  }),
})
