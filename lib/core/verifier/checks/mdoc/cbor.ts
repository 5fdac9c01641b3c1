import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import {
  type CborError,
  cborBytesMax,
  cborDepthMax,
  cborItemsMax,
  cborValueItemsMax,
} from '../../../ground/cbor/read-cbor'
import { say, type Wording } from '../../../ground/values/wording'
import { onMdoc } from '../../judgements/on-mdoc'
import type { PresentedSubject } from '../../read/response/response-reading'

const words: Readonly<Record<CborError, Wording>> = {
  empty: say`nothing there`,
  truncated: say`ends too early`,
  malformed: say`not well-formed`,
  too_deep: say`nested deeper than ${cborDepthMax}`,
  too_many_items: say`more than ${cborItemsMax} items in the whole response, or ${cborValueItemsMax} in its values`,
  too_large: say`more than ${cborBytesMax} bytes`,
}

export const mdocCbor = defineCheck<PresentedSubject>('vp.mdoc.cbor', {
  title: 'Mdoc is well-formed CBOR',
  problem: 'The mdoc is not well-formed CBOR, or is larger or nested deeper than this service reads',
  clauses: ['OID4VP-1FINALA-B.2.5', 'RFC8949-5.1', 'ISO18013-5-8.3.2.1.2.2'],
  level: 'must',
  rejects: 'invalid_presentation',
  counterpart: 'ParseCredentialAsMdoc',
  why: 'Parsers treat malformed CBOR differently, so two verifiers may read different values.',
  hint: 'Send one CBOR map with nothing after it and no duplicate keys.',
  run: onMdoc(({ encoding, cbor: { error, part, trailing, duplicates }, isMap }) => {
    if (encoding.spelling === 'unreadable') return notApplicable(say`The text is not base64url; see vp.mdoc.base64url.`)
    if (error !== null)
      return violated({ expected: say`CBOR`, actual: say`${part ?? say`the device response`}: ${words[error]}` })
    if (!isMap) return violated({ expected: say`a map`, actual: say`another CBOR value` })
    if (trailing > 0)
      return violated({ expected: say`nothing after the end`, actual: say`${trailing} bytes after the end` })
    return duplicates > 0
      ? violated({ expected: say`each name once in a map`, actual: say`${duplicates} repeated` })
      : pass()
  }),
})
