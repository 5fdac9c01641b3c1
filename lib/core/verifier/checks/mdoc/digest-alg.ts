import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { quote, say } from '../../../ground/values/wording'
import { onMdocDocument } from '../../judgements/on-mdoc'
import type { PresentedSubject } from '../../read/response/response-reading'

export const mdocDigestAlg = defineCheck<PresentedSubject>('vp.mdoc.digest_alg', {
  title: 'Digest algorithm is SHA-256, SHA-384 or SHA-512',
  problem: 'The digest algorithm of a document is unknown',
  clauses: ['ISO18013-5-9.1.2.5'],
  level: 'must',
  rejects: 'invalid_presentation',
  judges: { token: 'presented_credential', member: 'documents.0.mso.digest_algorithm' },
  why: 'Other digests cannot be compared.',
  hint: 'The issuer uses SHA-256.',
  run: onMdocDocument(({ mso }) => {
    if (mso === null) return notApplicable(say`There is no mobile security object; see vp.mdoc.issuer_auth.`)
    const { value, supported } = mso.digestAlgorithm
    return supported
      ? pass(quote(value))
      : violated({ expected: [say`SHA-256`, say`SHA-384`, say`SHA-512`], actual: shown(value) })
  }),
})
