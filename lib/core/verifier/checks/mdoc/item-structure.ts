import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { bare } from '../../../ground/values/bare-words'
import { quote, say } from '../../../ground/values/wording'
import { onMdocDocument } from '../../judgements/on-mdoc'
import type { PresentedSubject } from '../../read/response/response-reading'

/** ISO/IEC 18013-5 section 9.1.2.5. */
const randomBytesMin = 16

export const mdocItemStructure = defineCheck<PresentedSubject>('vp.mdoc.item_structure', {
  title: 'Each element is an IssuerSignedItem',
  problem: 'An element of a document is not an IssuerSignedItem',
  clauses: ['ISO18013-5-8.3.2.1.2.2', 'ISO18013-5-9.1.2.5'],
  level: 'must',
  rejects: 'invalid_presentation',
  judges: { token: 'presented_credential', member: 'documents.0.elements' },
  why: 'Elements in another form cannot be compared with their digests.',
  hint: 'Send each element under tag 24 with digestID, random of 16 bytes or more, elementIdentifier and elementValue.',
  run: onMdocDocument(({ namespacesReadable, elements }) => {
    if (!namespacesReadable) return violated({ expected: say`arrays by namespace`, actual: bare.somethingElse })
    if (elements.length === 0) return notApplicable(say`No element was presented.`)
    const errors = new Set(elements.flatMap((element) => element.errors))
    const lengths = new Set(elements.map(({ randomBytes }) => randomBytes ?? randomBytesMin))
    const short = [...lengths].filter((length) => length < randomBytesMin)
    const bad = [...[...errors].map(quote), ...short.map((length) => say`random of ${length} bytes`)]
    return bad.length === 0 ? pass() : violated({ expected: say`IssuerSignedItem`, actual: bad })
  }),
})
