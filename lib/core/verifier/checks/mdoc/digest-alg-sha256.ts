import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { say, word } from '../../../ground/values/wording'
import { onMdocDocument } from '../../judgements/on-mdoc'
import type { PresentedSubject } from '../../read/response/response-reading'

export const mdocDigestAlgSha256 = defineCheck<PresentedSubject>('vp.mdoc.digest_alg_sha256', {
  title: 'Document uses SHA-256 for its digests',
  problem: 'The document does not use SHA-256 for its digests',
  clauses: ['HAIP-8'],
  level: 'should',
  profile: 'haip',
  judges: { token: 'presented_credential', member: 'documents.0.mso.digest_algorithm' },
  why: 'HAIP requires every party to support SHA-256.',
  hint: 'The issuer uses SHA-256.',
  run: onMdocDocument(({ mso }) => {
    if (mso === null) return notApplicable(say`There is no mobile security object; see vp.mdoc.issuer_auth.`)
    const { value } = mso.digestAlgorithm
    return value === 'SHA-256' ? pass(word(value)) : violated({ expected: say`SHA-256`, actual: shown(value) })
  }),
})
