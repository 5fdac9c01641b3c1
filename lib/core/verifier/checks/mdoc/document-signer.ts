import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { textOf } from '../../../ground/cbor/cbor-item'
import { say, word } from '../../../ground/values/wording'
import { onMdocDocument } from '../../judgements/on-mdoc'
import type { PresentedSubject } from '../../read/response/response-reading'

/** ISO/IEC 18013-5 table B.3. */
const documentSigner = '1.0.18013.5.1.2'

export const mdocDocumentSigner = defineCheck<PresentedSubject>('vp.mdoc.document_signer', {
  title: 'Certificate is one for signing mobile documents',
  problem: 'The certificate is not one for signing mobile documents',
  clauses: ['ISO18013-5-B.1.4', 'ISO18013-5-9.3.1'],
  level: 'must',
  judges: { token: 'presented_credential', member: 'documents.0.issuer_auth.x5chain' },
  why: 'A certificate for another purpose does not authorise its owner to issue documents.',
  hint: 'The issuer gets a certificate with the extended key usage 1.0.18013.5.1.2 and with its country.',
  run: onMdocDocument(({ x5chain, elements }) => {
    if (!x5chain?.facts.readable) return notApplicable(say`The certificates cannot be read.`)
    const [{ extendedKeyUsage, country }] = x5chain.facts.certificates
    if (!extendedKeyUsage.includes(documentSigner)) {
      return violated({ expected: word(documentSigner), actual: extendedKeyUsage.map(shown) })
    }
    if (country === null) return violated({ expected: say`a country`, actual: null })
    const shownCountry = elements.find(({ name }) => name === 'issuing_country')?.value ?? null
    return shownCountry === null || textOf(shownCountry) === country
      ? pass(shown(country))
      : violated({ expected: say`the country of the certificate`, actual: say`another issuing_country` })
  }),
})
