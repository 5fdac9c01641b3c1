import type { PresentedSubject } from '../../../oid4vp/response/response-reading'
import { defineCheck, notApplicable, pass, violated } from '../../check'
import { onMdocDocument } from '../../judgements/presentation/on-mdoc'
import { shown } from '../../judgements/shown'

export const vpMdocMsoVersion = defineCheck<PresentedSubject>('vp.mdoc.mso_version', {
  title: 'Version of the mobile security object is 1.0',
  clauses: ['ISO18013-5-9.1.2.4'],
  level: 'must',
  why: 'The version says how to read the rest.',
  hint: 'The issuer sets version to the text 1.0.',
  run: onMdocDocument(({ mso }) => {
    if (mso === null) return notApplicable('There is no mobile security object; see vp.mdoc.issuer_auth.')
    return mso.version === '1.0' ? pass(mso.version) : violated({ expected: '1.0', actual: shown(mso.version) })
  }),
})
