import type { PresentedSubject } from '../../../oid4vp/response/response-reading'
import { defineCheck, notApplicable, pass, violated } from '../../check'
import { onMdocDocument } from '../../judgements/presentation/on-mdoc'
import { shown } from '../../judgements/shown'

export const vpMdocDigestAlgSha256 = defineCheck<PresentedSubject>('vp.mdoc.digest_alg_sha256', {
  title: 'Document uses SHA-256 for its digests',
  clauses: ['HAIP-8'],
  level: 'should',
  profile: 'haip',
  why: 'HAIP requires every party to support SHA-256.',
  hint: 'The issuer uses SHA-256.',
  run: onMdocDocument(({ mso }) => {
    if (mso === null) return notApplicable('There is no mobile security object; see vp.mdoc.issuer_auth.')
    const { value } = mso.digestAlgorithm
    return value === 'SHA-256' ? pass(value) : violated({ expected: 'SHA-256', actual: shown(value) })
  }),
})
