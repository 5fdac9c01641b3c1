import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { quoteStart, say } from '../../../ground/values/wording'
import type { MetadataReading } from '../../read/metadata-reading'

export const metadataAcceptHeader = defineCheck<MetadataReading>('vci.metadata.accept_header', {
  title: 'Metadata request names the media type that it accepts',
  problem: 'The metadata request does not say which media type it accepts',
  clauses: ['OID4VCI-1FINAL-12.2.2'],
  level: 'should',
  why: 'Issuer metadata is available plain or signed; the wallet chooses with the Accept header.',
  hint: 'Send Accept: application/json, or application/jwt for signed metadata.',
  run: ({ document, accept }) => {
    if (document !== 'issuer_metadata') return notApplicable(say`Only issuer metadata is available in two forms.`)
    if (accept !== null && /application\/(json|jwt)/i.test(accept)) return pass(quoteStart(accept, 200))
    return violated({
      expected: say`application/json or application/jwt`,
      actual: quoteStart(accept, 200) ?? say`no Accept header`,
    })
  },
})
