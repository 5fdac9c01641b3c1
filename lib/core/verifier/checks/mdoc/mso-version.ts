import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { say, word } from '../../../ground/values/wording'
import { onMdocDocument } from '../../judgements/on-mdoc'
import type { PresentedSubject } from '../../read/response/response-reading'

export const mdocMsoVersion = defineCheck<PresentedSubject>('vp.mdoc.mso_version', {
  title: 'Version of the mobile security object is 1.0',
  problem: 'The version of the mobile security object is not 1.0',
  clauses: ['ISO18013-5-9.1.2.4'],
  level: 'must',
  judges: { token: 'presented_credential', member: 'documents.0.mso.version' },
  why: 'The version says how to read the rest.',
  hint: 'The issuer sets version to the text 1.0.',
  run: onMdocDocument(({ mso }) => {
    if (mso === null) return notApplicable(say`There is no mobile security object; see vp.mdoc.issuer_auth.`)
    return mso.version === '1.0'
      ? pass(word(mso.version))
      : violated({ expected: say`1.0`, actual: shown(mso.version) })
  }),
})
