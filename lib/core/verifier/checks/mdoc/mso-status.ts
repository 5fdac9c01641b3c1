import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { bare } from '../../../ground/values/bare-words'
import { quote, say, word } from '../../../ground/values/wording'
import { onMdocDocument } from '../../judgements/on-mdoc'
import type { PresentedSubject } from '../../read/response/response-reading'

export const mdocMsoStatus = defineCheck<PresentedSubject>('vp.mdoc.mso_status', {
  title: 'Status of the document can be looked up',
  problem: 'The status of the document cannot be looked up',
  clauses: ['HAIP-5.3.1'],
  level: 'must',
  profile: 'haip',
  counterpart: 'ValidateMdocMsoRevocationMechanism',
  judges: { token: 'presented_credential', member: 'documents.0.mso.status' },
  why: 'It tells a verifier whether the document was revoked.',
  hint: 'The issuer writes status with status_list or identifier_list.',
  run: onMdocDocument(({ mso }) => {
    if (mso === null) return notApplicable(say`There is no mobile security object; see vp.mdoc.issuer_auth.`)
    const { present, isMap, mechanisms, malformed } = mso.status
    if (!present) return notApplicable(say`The document has no status.`)
    if (!isMap) return violated({ expected: say`a map`, actual: bare.somethingElse })
    const known = mechanisms.filter((name) => name === 'status_list' || name === 'identifier_list')
    if (known.length === 0)
      return violated({ expected: say`status_list or identifier_list`, actual: mechanisms.slice(0, 5).map(shown) })
    return malformed.length === 0
      ? pass(known.map(word))
      : violated({ expected: say`the members of the mechanism`, actual: malformed.map(quote) })
  }),
})
