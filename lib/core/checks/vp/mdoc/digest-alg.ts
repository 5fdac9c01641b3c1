import type { PresentedSubject } from '../../../oid4vp/response/response-reading'
import { defineCheck, notApplicable, pass, violated } from '../../check'
import { onMdocDocument } from '../../judgements/presentation/on-mdoc'
import { shown } from '../../judgements/shown'

export const vpMdocDigestAlg = defineCheck<PresentedSubject>('vp.mdoc.digest_alg', {
  title: 'Digest algorithm is SHA-256, SHA-384 or SHA-512',
  clauses: ['ISO18013-5-9.1.2.5'],
  level: 'must',
  rejects: 'invalid_presentation',
  refusal: 'The digest algorithm of a document is unknown.',
  why: 'Other digests cannot be compared.',
  hint: 'The issuer uses SHA-256.',
  run: onMdocDocument(({ mso }) => {
    if (mso === null) return notApplicable('There is no mobile security object; see vp.mdoc.issuer_auth.')
    const { value, supported } = mso.digestAlgorithm
    return supported ? pass(value) : violated({ expected: ['SHA-256', 'SHA-384', 'SHA-512'], actual: shown(value) })
  }),
})
