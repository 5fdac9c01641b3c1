import { area, of } from '../../../engine/checks/area'
import { notApplicable, pass, tolerated, violated } from '../../../engine/checks/check'
import { judgeListing, listedParties } from '../../../engine/judgements/keys'
import { isUnusable, shown, shownChainError } from '../../../engine/judgements/shown'
import { textOf } from '../../../shared/cbor/cbor-item'
import type { IssuerSignatureMistake } from '../../../shared/formats/mso-mdoc/read-presentation/mso-mdoc-reading'
import { type EpochMillis, toIso } from '../../../shared/time/time'
import { bare, quote, say, type Wording, word } from '../../../shared/values/wording'
import { judgeIssuerTrust, trustReasons } from '../../judgements/issuers'
import { algReasons, unverifiedReasons } from '../../judgements/proof-reasons'
import { judgeCoseAlg, judgeVerdict } from '../../judgements/signatures'
import { onMdocDocument } from '../../judgements/subjects'
import type { PresentedSubject } from '../../read/response/response-reading'

const issuerAuthWords = { tagged: say`a tagged one`, other: bare.somethingElse, absent: null }

/** ISO/IEC 18013-5 table B.3. */
const documentSigner = '1.0.18013.5.1.2'

/** Dates of a certificate or a document are no secrets. */
const date = (at: EpochMillis): Wording => quote(toIso(at))

/** What was signed, in which form or with which key, in place of what is due. */
const signedWords: Readonly<Record<IssuerSignatureMistake, Wording>> = {
  null_for_empty: say`null as external_aad`,
  without_tag_24: say`the object alone`,
  der: say`a SEQUENCE of two INTEGERs`,
  device_key: say`deviceKey`,
  other_certificate: say`another certificate`,
}

/** Who signed the document, and with which certificates. ISO18013-5-9.1.2.4 */
export const mdocIssuer = area(
  'vp.mdoc',
  { subject: of<PresentedSubject>(), rejects: 'invalid_presentation' },
  {
    issuer_auth: {
      title: 'Issuer signature is a COSE_Sign1 over a mobile security object',
      reasons: {
        absent: {
          says: 'A document has no issuerAuth',
          fix: 'Send issuerAuth of the document inside issuerSigned, exactly as issued.',
        },
        other: {
          says: 'The issuerAuth of a document is no COSE_Sign1',
          fix: 'Send issuerAuth exactly as issued: an array of protected header, unprotected header, payload and signature.',
        },
        tagged: {
          says: 'The issuerAuth of a document is tagged',
          fix: 'Send the array of four without tag 18.',
        },
        no_payload: {
          says: 'The issuerAuth of a document has no payload',
          fix: 'Send the mobile security object as third member of issuerAuth, exactly as issued.',
        },
        no_mso: {
          says: 'The payload of issuerAuth is no mobile security object',
          fix: 'Report it to the issuer: the payload is a mobile security object under tag 24.',
          acts: 'issuer',
        },
        no_tag_24: {
          says: 'The mobile security object in issuerAuth is not under tag 24',
          fix: 'Report it to the issuer: the payload is MobileSecurityObjectBytes, the object under tag 24.',
          acts: 'issuer',
        },
        unprotected: {
          says: 'The alg of issuerAuth stands in the unprotected header alone',
          fix: 'Report it to the issuer: it moves alg into the protected header, before it signs.',
          acts: 'issuer',
        },
      },
      explains: ['vp.mdoc.issuer_signature', 'vp.mdoc.x5chain'],
      clauses: ['ISO18013-5-9.1.2.4', 'RFC9052-4.2'],
      level: 'must',
      judges: { token: 'presented_credential', member: 'documents.0.issuer_auth' },
      why: 'Without it, no issuer vouches for the content of the document.',
      run: onMdocDocument(({ issuerAuth: { shape, alg, payload }, mso }) => {
        if (shape !== 'cose')
          return violated(shape, { expected: say`an untagged array of four`, actual: issuerAuthWords[shape] })
        if (payload !== 'bytes') return violated('no_payload', { expected: say`a payload`, actual: null })
        if (mso === null)
          return violated('no_mso', { expected: say`a mobile security object`, actual: say`another payload` })
        if (!mso.embedded)
          return violated('no_tag_24', { expected: say`tag 24`, actual: say`a mobile security object without it` })
        return alg.value === null || alg.inProtected
          ? pass()
          : violated('unprotected', {
              expected: say`alg in the protected header`,
              actual: say`alg in the unprotected header`,
            })
      }),
    },
    issuer_alg: {
      title: 'Document is signed with an algorithm that the request allows',
      reasons: algReasons('The issuerAuth of a document', {
        of: 'issuerauth_alg_values',
        notAllowed: 'Present an mdoc whose alg is in issuerauth_alg_values of the request.',
        acts: 'issuer',
      }),
      explains: ['vp.mdoc.issuer_signature'],
      clauses: ['OID4VP-1FINALA-B.2.2', 'RFC9053-2.1', 'RFC9052-3.1'],
      level: 'must',
      refusal: 'The issuerAuth of a document must name in its protected header an algorithm that the request allows.',
      judges: { token: 'presented_credential', member: 'documents.0.issuer_auth.alg' },
      why: 'The verifier cannot verify other algorithms.',
      run: onMdocDocument(({ issuerAuth: { shape, alg } }) =>
        shape === 'absent' || shape === 'other'
          ? notApplicable(say`There is no issuerAuth that can be read.`)
          : judgeCoseAlg(alg, say`an algorithm of issuerauth_alg_values`),
      ),
    },
    x5chain: {
      title: 'Certificates of the document signer can be read',
      reasons: {
        absent: {
          says: 'The document has no certificate of its signer',
          fix: 'Send x5chain (label 33) in the unprotected header of issuerAuth, exactly as issued.',
        },
        text_label: {
          says: 'The certificates of the document stand under the text {seen}, and labels of COSE are integers',
          fix: 'Report it to the issuer: the label of x5chain is the integer 33.',
          acts: 'issuer',
        },
        as_text: {
          says: 'The x5chain of the document is a text, as a certificate in PEM or base64',
          fix: 'Report it to the issuer: x5chain is one byte string in DER, or an array of them with the leaf first.',
          acts: 'issuer',
        },
        other_form: {
          says: 'The x5chain of the document is neither a byte string nor an array of byte strings',
          fix: 'Report it to the issuer: x5chain is one byte string, or an array of them with the leaf first.',
          acts: 'issuer',
        },
        unreadable: {
          says: 'The certificates of the document signer cannot be read',
          fix: 'Report it to the issuer: each byte string in x5chain is one certificate in DER.',
          acts: 'issuer',
        },
        order: {
          says: 'The certificates in x5chain are in the reverse order',
          fix: 'Report it to the issuer: the certificate of the signer comes first, then the one that issued it.',
          acts: 'issuer',
          refusal: 'The certificates in x5chain are in the reverse order.',
          error: null,
          explains: [
            'vp.mdoc.issuer_signature',
            'vp.mdoc.issuer_alg',
            'vp.mdoc.cert_validity',
            'vp.mdoc.document_signer',
            'vp.mdoc.x5chain_leaf_not_self_signed',
            'vp.mdoc.issuer_trusted',
          ],
        },
        extension: {
          says: 'A certificate of the document signer has an extension that rules out this use: {seen}',
          fix: 'Report it to the issuer: it gets a certificate without that extension.',
          acts: 'issuer',
          refusal: 'A certificate of the document signer has an extension that rules out this use.',
        },
        no_path: {
          says: 'The certificates of the document signer form no valid path: {seen}',
          fix: 'Report it to the issuer: each certificate in x5chain is signed by the next one, which is a CA.',
          acts: 'issuer',
          refusal: 'The certificates of the document signer form no valid path.',
          error: null,
        },
        protected_header: {
          says: 'The x5chain of the document stands in the protected header',
          fix: 'Report it to the issuer: x5chain belongs into the unprotected header.',
          acts: 'issuer',
        },
        array_of_one: {
          says: 'The x5chain of the document is an array of one certificate',
          fix: 'Report it to the issuer: a single certificate is a byte string without an array around it.',
          acts: 'issuer',
        },
      },
      clauses: ['ISO18013-5-9.1.2.4', 'RFC9360-2'],
      level: 'must',
      refusal: 'The document has no certificate of its signer in x5chain that can be read.',
      judges: { token: 'presented_credential', member: 'documents.0.issuer_auth.x5chain' },
      why: 'The key of the issuer is in its certificate and nowhere else.',
      run: onMdocDocument(({ issuerAuth, x5chain, x5chainTextLabel }) => {
        if (issuerAuth.shape === 'absent') return notApplicable(say`There is no issuerAuth.`)
        if (x5chain === null)
          return x5chainTextLabel === null
            ? violated('absent', { expected: say`x5chain`, actual: null })
            : violated('text_label', { expected: say`the label 33, an integer`, actual: quote(x5chainTextLabel) })
        const { form, header, facts, isReversed } = x5chain
        if (form === 'text')
          return violated('as_text', { expected: say`bytes, or an array of bytes`, actual: say`a text` })
        if (form === 'other')
          return violated('other_form', { expected: say`bytes, or an array of bytes`, actual: bare.somethingElse })
        if (!facts.readable) return violated('unreadable', { expected: say`certificates`, actual: facts.reason })
        if (facts.chainError !== null) {
          const mismatch = {
            expected: say`a valid path`,
            actual: shownChainError(facts.chainError, facts.certificates.length),
          }
          if (isUnusable(facts.chainError)) return violated('extension', mismatch)
          return violated(isReversed ? 'order' : 'no_path', mismatch)
        }
        if (header === 'protected') {
          return tolerated('protected_header', {
            expected: say`the unprotected header`,
            actual: say`the protected header`,
          })
        }
        return form === 'array' && facts.certificates.length === 1
          ? tolerated('array_of_one', { expected: say`one certificate as a byte string`, actual: say`an array of one` })
          : pass(facts.certificates.length)
      }),
    },
    issuer_signature: {
      title: 'Signature of the issuer is valid',
      reasons: {
        invalid: {
          says: 'The signature of the issuer is not valid for this issuerAuth',
          fix: 'Present issuerAuth byte by byte as issued; if it is, report to the issuer that another key than that of its certificate signed it.',
        },
        null_for_empty: {
          says: 'The signature of the issuer covers null in place of the empty external_aad of COSE',
          fix: 'Report it to the issuer: external_aad of Sig_structure is an empty byte string.',
          acts: 'issuer',
        },
        without_tag_24: {
          says: 'The signature of the issuer covers the mobile security object without the tag 24 that the payload has',
          fix: 'Report it to the issuer: it signs the payload byte by byte as it stands in issuerAuth.',
          acts: 'issuer',
        },
        der: {
          says: 'The signature of the issuer is in DER',
          fix: 'Report it to the issuer: a signature of COSE is r and s side by side, each as long as the curve.',
          clause: 'RFC9053-2.1',
          acts: 'issuer',
        },
        device_key: {
          says: 'The issuerAuth of the document is signed with the key of its device',
          fix: 'Report it to the issuer: it signs with the key of the first certificate in x5chain.',
          acts: 'issuer',
        },
        other_certificate: {
          says: 'The issuerAuth of the document is signed with the key of another certificate than the first in x5chain',
          fix: 'Report it to the issuer: the certificate of the signer comes first in x5chain.',
          acts: 'issuer',
        },
        ...unverifiedReasons('The signature of the issuer', 'issuer'),
      },
      refusal: 'The signature of the issuer is invalid or cannot be verified.',
      clauses: ['ISO18013-5-9.3.1', 'ISO18013-5-9.1.2.4', 'OID4VP-1FINAL-8.6'],
      level: 'must',
      counterpart: 'ParseCredentialAsMdoc',
      judges: { token: 'presented_credential', member: 'documents.0.issuer_auth' },
      why: 'It proves that the elements come from the issuer.',
      run: onMdocDocument(({ issuerSignature, issuerSignatureMistake }) =>
        issuerSignatureMistake === null
          ? judgeVerdict(issuerSignature)
          : violated(issuerSignatureMistake, { expected: say`valid`, actual: signedWords[issuerSignatureMistake] }),
      ),
    },
    cert_validity: {
      title: 'Certificate of the document signer is valid now and was when it signed',
      reasons: {
        expired: {
          says: 'A certificate of the document signer has expired',
          fix: 'Report it to the issuer: it renews its certificate and issues its documents anew.',
          acts: 'issuer',
        },
        not_yet_valid: {
          says: 'A certificate of the document signer is not valid yet',
          fix: 'Report it to the issuer: it signs with a certificate that is valid already.',
          acts: 'issuer',
        },
        signed_outside: {
          says: 'The document was signed at {signed}, and the certificate of its signer is valid from {not_before} to {not_after}',
          fix: 'Report it to the issuer: signed of the mobile security object lies between notBefore and notAfter of its certificate.',
          acts: 'issuer',
        },
      },
      refusal: 'The certificate of the document signer is not valid now, or was not when it signed.',
      clauses: ['ISO18013-5-9.3.1', 'RFC5280-4.1.2.5'],
      level: 'must',
      judges: { token: 'presented_credential', member: 'documents.0.issuer_auth.x5chain' },
      why: 'An expired certificate no longer vouches for its key.',
      run: onMdocDocument(({ x5chain, mso }) => {
        if (!x5chain?.facts.readable) return notApplicable(say`The certificates cannot be read.`)
        if (x5chain.expired.length > 0) return violated('expired', { expected: say`valid now`, actual: say`expired` })
        if (x5chain.notYetValid.length > 0)
          return violated('not_yet_valid', { expected: say`valid now`, actual: say`not yet valid` })
        const [{ notBefore, notAfter }] = x5chain.facts.certificates
        const at = mso?.validity.signed.at ?? null
        return at !== null && (at < notBefore || at > notAfter)
          ? violated('signed_outside', {
              expected: say`signed while the certificate was valid`,
              actual: { signed: date(at), not_before: date(notBefore), not_after: date(notAfter) },
            })
          : pass()
      }),
    },
    x5chain_leaf_not_self_signed: {
      title: 'Certificate of the document signer is not self-signed',
      reasons: {
        broken: {
          says: 'The certificate of the document signer is self-signed',
          fix: 'Get the certificate from a CA, and leave the root out of x5chain.',
          acts: 'issuer',
        },
      },
      clauses: ['HAIP-6.1.1', 'ISO18013-5-9.3.1'],
      level: 'should',
      profile: 'haip',
      judges: { token: 'presented_credential', member: 'documents.0.issuer_auth.x5chain' },
      why: 'A self-signed certificate says nothing about who the issuer is.',
      run: onMdocDocument(({ x5chain }) => {
        if (x5chain === null || x5chain.leafSelfSigned === null)
          return notApplicable(say`The certificates cannot be read.`)
        if (x5chain.leafSelfSigned)
          return tolerated({ expected: say`a certificate of an authority`, actual: say`self-signed` })
        return x5chain.selfSigned.length > 0
          ? tolerated({ expected: say`no root`, actual: say`a root in x5chain` })
          : pass()
      }),
      rejects: null,
    },
    document_signer: {
      title: 'Certificate is one for signing mobile documents',
      reasons: {
        broken: {
          says: 'The certificate is not one for signing mobile documents',
          fix: 'Get a certificate with the extended key usage 1.0.18013.5.1.2 and with its country.',
          acts: 'issuer',
        },
      },
      clauses: ['ISO18013-5-B.1.4', 'ISO18013-5-9.3.1'],
      level: 'must',
      judges: { token: 'presented_credential', member: 'documents.0.issuer_auth.x5chain' },
      why: 'A certificate for another purpose does not authorise its owner to issue documents.',
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
      rejects: null,
    },
    issuer_trusted: {
      title: 'Issuer of the document is trusted',
      reasons: trustReasons,
      refusal: 'The issuer is not trusted.',
      clauses: ['OID4VP-1FINAL-8.6', 'ISO18013-5-9.3.1'],
      level: 'info',
      judges: { token: 'presented_credential', member: 'documents.0.issuer_auth.x5chain' },
      why: 'A valid document may still come from an unknown issuer.',
      run: onMdocDocument(({ issuerTrusted, x5chain, issuerSignature }, _mdoc, subject) =>
        judgeIssuerTrust(issuerTrusted, { chain: x5chain, signature: issuerSignature }, subject),
      ),
    },
    issuer_listed: {
      title: 'Issuer of the document is on a list of issuers',
      problem: 'The issuer of the document is on no list of issuers',
      clauses: ['E602-D', 'E602-H'],
      level: 'info',
      profile: 'eu',
      toldUnclaimed: true,
      judges: { token: 'presented_credential', member: 'documents.0.issuer_auth.x5chain' },
      why: 'Lists of trusted entities name the issuers that Member States have notified. The clauses of ETSI are cited after the EU libraries.',
      hint: 'Present a document of a listed issuer, or add a list that names this one (trust/lists.json).',
      run: onMdocDocument(({ x5chain, issuerSignature }) =>
        x5chain === null
          ? notApplicable(say`The document has no chain of certificates; see vp.mdoc.x5chain.`)
          : judgeListing(x5chain.facts, { signed: issuerSignature.result === 'valid', who: listedParties.issuer }),
      ),
      rejects: null,
    },
  },
)
