import { defineCheck, notApplicable } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { judgeCoseAlg } from '../../judgements/judge-cose'
import { onMdocDocument } from '../../judgements/on-mdoc'
import type { PresentedSubject } from '../../read/response/response-reading'

export const mdocIssuerAlg = defineCheck<PresentedSubject>('vp.mdoc.issuer_alg', {
  title: 'Document is signed with an algorithm that the request allows',
  problem: 'The alg of issuerAuth is not allowed by the request, or does not fit the key',
  clauses: ['OID4VP-1FINALA-B.2.2', 'RFC9053-2.1'],
  level: 'must',
  rejects: 'invalid_presentation',
  judges: { token: 'presented_credential', member: 'documents.0.issuer_auth.alg' },
  why: 'The verifier cannot verify other algorithms.',
  hint: 'Present an mdoc whose alg is in issuerauth_alg_values of the request.',
  run: onMdocDocument(({ issuerAuth: { shape, alg } }) =>
    shape === 'absent' || shape === 'other'
      ? notApplicable(say`There is no issuerAuth that can be read.`)
      : judgeCoseAlg(alg, say`an algorithm of issuerauth_alg_values`),
  ),
})
