import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { shownPaths } from '../../../engine/judgements/shown-path'
import type { CborItem } from '../../../ground/cbor/cbor-item'
import { say } from '../../../ground/values/wording'
import { onMdocDocument } from '../../judgements/on-mdoc'
import type { PresentedSubject } from '../../read/response/response-reading'

const isDate = (value: CborItem): boolean =>
  value.kind === 'tag' && (value.tag === 1004 || value.tag === 0) && value.content.kind === 'text'
const isText = (value: CborItem): boolean => value.kind === 'text'
const isBytes = (value: CborItem): boolean => value.kind === 'bytes'

/** Elements that a PID and a driving licence share, with their types. ISO/IEC 18013-5 table 5 */
const types: ReadonlyMap<string, (value: CborItem) => boolean> = new Map([
  ['birth_date', isDate],
  ['issue_date', isDate],
  ['issuance_date', isDate],
  ['expiry_date', isDate],
  ['portrait', isBytes],
  ['family_name', isText],
  ['given_name', isText],
  ['document_number', isText],
  ['issuing_authority', isText],
  ['issuing_country', isText],
])

export const mdocElementTypes = defineCheck<PresentedSubject>('vp.mdoc.element_types', {
  title: 'Elements have the CBOR types of their document',
  problem: 'An element does not have the CBOR type of its document',
  clauses: ['RFC8943-2.1', 'ISO18013-5-7'],
  level: 'info',
  judges: { token: 'presented_credential', member: 'documents.0.elements' },
  why: 'Verifiers do not understand other types.',
  hint: 'The issuer writes dates under tag 1004 or 0, pictures as bytes and names as text.',
  run: onMdocDocument(({ elements }) => {
    const known = elements.flatMap(({ name, value }) => {
      const type = name === null ? undefined : types.get(name)
      return type === undefined || value === null ? [] : [{ name: name ?? '', good: type(value) }]
    })
    if (known.length === 0) return notApplicable(say`No element with a known type was presented.`)
    const bad = known.filter(({ good }) => !good)
    return bad.length === 0
      ? pass(say`${known.length} elements`)
      : violated({ expected: say`the type of the element`, actual: shownPaths(bad.map(({ name }) => [name])) })
  }),
})
