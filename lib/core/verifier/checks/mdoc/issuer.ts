import { area, of } from '../../../engine/checks/area'
import { notApplicable, notObserved, pass, tolerated, violated } from '../../../engine/checks/check'
import { judgeListing, listedParties } from '../../../engine/judgements/keys'
import { isUnusable, shown, shownChainError, shownPaths } from '../../../engine/judgements/shown'
import { textOf } from '../../../shared/cbor/cbor-item'
import {
  type CborError,
  cborBytesMax,
  cborDepthMax,
  cborItemsMax,
  cborValueItemsMax,
} from '../../../shared/cbor/read-cbor'
import type {
  ElementReading,
  IssuerSignatureMistake,
  MsoMdocReading,
} from '../../../shared/formats/mso-mdoc/read-presentation/mso-mdoc-reading'
import { documentsMax } from '../../../shared/formats/mso-mdoc/read-presentation/read-device-response'
import { clockSkewSeconds } from '../../../shared/formats/sd-jwt-vc/read-presentation/read-numeric-date'
import { formReasons, whatForm } from '../../../shared/recognise/what-form'
import { distanceWords } from '../../../shared/time/durations'
import { type EpochMillis, toIso } from '../../../shared/time/time'
import { bare, quote, say, type Wording, word } from '../../../shared/values/wording'
import { judgeIssuerTrust, trustReasons } from '../../judgements/issuers'
import { algReasons, unverifiedReasons } from '../../judgements/proof-reasons'
import { judgeCoseAlg, judgeVerdict } from '../../judgements/signatures'
import { onDeviceResponse, onMdoc, onMdocDocument } from '../../judgements/subjects'
import type { PresentedSubject } from '../../read/response/response-reading'

const words: Readonly<Record<CborError, Wording>> = {
  empty: say`nothing there`,
  truncated: say`ends too early`,
  malformed: say`not well-formed`,
  too_deep: say`nested deeper than ${cborDepthMax}`,
  too_many_items: say`more than ${cborItemsMax} items in the whole response, or ${cborValueItemsMax} in its values`,
  too_large: say`more than ${cborBytesMax} bytes`,
}

/** Structures that come in place of a DeviceResponse: those that are no map, and maps. */
const valueLevels = ['embedded_response', 'array_of_documents', 'issuer_auth'] as const
const mapLevels = ['document', 'issuer_signed', 'security_object'] as const

/** The structure that came in place of a DeviceResponse, which has none of its members; `null` if none is known. */
const levelOf = ({ documentCount, items }: MsoMdocReading) =>
  documentCount === null ? whatForm(items.root, mapLevels) : null

const otherLevel = notApplicable(say`Another structure came in place of a DeviceResponse; see vp.mdoc.documents.`)

const issuerAuthWords = { tagged: say`a tagged one`, other: bare.somethingElse, absent: null }

/** ISO/IEC 18013-5 table B.3. */
const documentSigner = '1.0.18013.5.1.2'

/** ISO/IEC 18013-5 section 9.1.2.5. */
const randomBytesMin = 16

const pathOf = ({ namespace, name }: ElementReading): string[] => [namespace, name ?? '']

/** Dates of a certificate or a document are no secrets. */
const date = (at: EpochMillis): Wording => quote(toIso(at))

/** Encodings in place of base64url, once, which decode to something that is no mdoc. */
const textForms = ['hexadecimal', 'encoded_twice'] as const

/** What was signed, in which form or with which key, in place of what is due. */
const signedWords: Readonly<Record<IssuerSignatureMistake, Wording>> = {
  null_for_empty: say`null as external_aad`,
  without_tag_24: say`the object alone`,
  der: say`a SEQUENCE of two INTEGERs`,
  device_key: say`deviceKey`,
  other_certificate: say`another certificate`,
}

/** The reasons of wrong digests, by what the issuer hashed. */
const reasonsOfHashed = { untagged: 'untagged', another_encoding: 'encoded_anew' } as const

export const mdocIssuer = area(
  'vp.mdoc',
  { subject: of<PresentedSubject>(), rejects: 'invalid_presentation' },
  {
    base64url: {
      title: 'Mdoc is base64url without padding',
      reasons: {
        not_base64url: {
          says: 'The mdoc is not base64url',
          fix: 'Encode the DeviceResponse in base64url without padding or line breaks.',
        },
        other_spelling: {
          says: 'The mdoc is base64 in another spelling than base64url without padding',
          fix: 'Use the alphabet of base64url, and leave out padding and line breaks.',
          error: null,
        },
      },
      clauses: ['OID4VP-1FINALA-B.2.5'],
      level: 'must',
      counterpart: 'ValidateCredentialIsUnpaddedBase64Url',
      why: 'Other verifiers decode base64url only.',
      run: onMdoc(({ encoding: { spelling, characters } }) => {
        if (spelling === 'unreadable')
          return violated('not_base64url', {
            expected: say`base64url`,
            actual: say`${characters} characters of another form`,
          })
        return spelling === 'repaired'
          ? violated('other_spelling', {
              expected: say`base64url without padding`,
              actual: say`base64 of another spelling`,
            })
          : pass(say`${characters} characters`)
      }),
    },
    cbor: {
      title: 'Mdoc is well-formed CBOR',
      reasons: {
        malformed: {
          says: 'The mdoc is not well-formed CBOR, or is larger or nested deeper than this service reads',
          fix: 'Send one CBOR map with nothing after it and no duplicate keys.',
        },
        no_map: {
          says: 'The mdoc is a CBOR value of another kind than a map',
          fix: 'Send a DeviceResponse: a map with version, documents and status.',
        },
        ...formReasons('mdoc', valueLevels),
        ...formReasons('mdoc', textForms),
        trailing: {
          says: 'The mdoc has bytes after the end of its map: {seen}',
          fix: 'Cut what follows the CBOR map, and send one DeviceResponse in each text.',
        },
        repeated: {
          says: 'A map in the mdoc has the same name more than once',
          fix: 'Write each name of a map once.',
        },
      },
      clauses: ['OID4VP-1FINALA-B.2.5', 'RFC8949-5.1', 'ISO18013-5-8.3.2.1.2.2'],
      level: 'must',
      counterpart: 'ParseCredentialAsMdoc',
      why: 'Parsers treat malformed CBOR differently, so two verifiers may read different values.',
      run: onMdoc(({ text, encoding, cbor: { error, part, trailing, duplicates }, isMap, items }) => {
        if (encoding.spelling === 'unreadable')
          return notApplicable(say`The text is not base64url; see vp.mdoc.base64url.`)
        const form = isMap || part !== null ? null : whatForm(text, textForms)
        if (error !== null)
          return violated(form ?? 'malformed', {
            expected: say`CBOR`,
            actual: say`${part ?? say`the device response`}: ${words[error]}`,
          })
        if (!isMap)
          return violated(form ?? whatForm(items.root, valueLevels) ?? 'no_map', {
            expected: say`a map`,
            actual: say`another CBOR value`,
          })
        if (trailing > 0)
          return violated('trailing', {
            expected: say`nothing after the end`,
            actual: say`${trailing} bytes after the end`,
          })
        return duplicates > 0
          ? violated('repeated', { expected: say`each name once in a map`, actual: say`${duplicates} repeated` })
          : pass()
      }),
    },
    version: {
      title: 'Version of the device response is 1.0',
      problem: 'The version of the device response is not 1.0',
      clauses: ['ISO18013-5-8.3.2.1.2.2'],
      level: 'must',
      judges: { token: 'presented_credential', member: 'version' },
      why: 'The version says how to read the rest.',
      hint: 'Set version to the text 1.0.',
      run: onDeviceResponse((response) => {
        if (levelOf(response) !== null) return otherLevel
        const { version } = response
        if (version === '1.0') return pass(word(version))
        const mismatch = { expected: say`1.0`, actual: shown(version) }
        // The second edition has a higher number; the parts read here are unchanged.
        return version?.startsWith('1.') ? tolerated(mismatch) : violated(mismatch)
      }),
      rejects: null,
    },
    status: {
      title: 'Status of the device response is 0',
      problem: 'The status of the device response is not 0',
      clauses: ['ISO18013-5-8.3.2.1.2.2'],
      level: 'must',
      judges: { token: 'presented_credential', member: 'status' },
      why: 'Any other status says that the response is an error.',
      hint: 'Send status 0, or an error response instead of a presentation.',
      run: onDeviceResponse((response) => {
        if (levelOf(response) !== null) return otherLevel
        const { status } = response
        return status === 0 ? pass(status) : violated({ expected: 0, actual: status })
      }),
    },
    documents: {
      title: 'Device response holds a document',
      reasons: {
        none: {
          says: 'The device response holds no document',
          fix: 'Send a DeviceResponse with the document in documents, or an error response where there is none.',
        },
        ...formReasons('mdoc', mapLevels),
        too_many: {
          says: 'The device response holds more documents than this service reads',
          fix: 'Send one DeviceResponse for each document.',
        },
        several: {
          says: 'The device response holds several documents',
          fix: 'Send one DeviceResponse for each document.',
        },
      },
      clauses: ['ISO18013-5-8.3.2.1.2.2', 'OID4VP-1FINALA-B.2.5'],
      level: 'must',
      judges: { token: 'presented_credential', member: 'documents' },
      why: 'A presentation is one credential: one document.',
      run: onDeviceResponse((response) => {
        const { documentCount, documents } = response
        if (documentCount === null || documentCount === 0)
          return violated(levelOf(response) ?? 'none', {
            expected: say`a document`,
            actual: documentCount,
          })
        if (documentCount > documentsMax) {
          return violated('too_many', { expected: say`at most ${documentsMax} documents`, actual: documentCount })
        }
        if (documents.length < documentCount) {
          return violated('too_many', {
            expected: say`fewer documents in the whole response`,
            actual: say`more than this service reads`,
          })
        }
        return documentCount === 1 ? pass(1) : tolerated('several', { expected: 1, actual: documentCount })
      }),
    },
    one_document: {
      title: 'Each device response holds one document',
      problem: 'A device response does not hold exactly one document',
      clauses: ['HAIP-5.3.1'],
      level: 'must',
      profile: 'haip',
      counterpart: 'ParseCredentialAsMdoc',
      judges: { token: 'presented_credential', member: 'documents' },
      why: 'HAIP requires one DeviceResponse per mdoc, so that each belongs to its own query.',
      hint: 'Send one DeviceResponse for each document.',
      run: onDeviceResponse(({ documentCount }) => {
        if (documentCount === null || documentCount === 0)
          return notApplicable(say`There is no document; see vp.mdoc.documents.`)
        return documentCount === 1 ? pass() : violated({ expected: 1, actual: documentCount })
      }),
      rejects: null,
    },
    no_document_errors: {
      title: 'Device response reports no errors for the requested elements',
      problem: 'The device response reports errors for the requested elements',
      clauses: ['ISO18013-5-8.3.2.1.2.2'],
      level: 'must',
      why: 'A wallet that cannot return everything required sends an error response instead of a partial one.',
      hint: 'Leave documentErrors and errors out.',
      run: onDeviceResponse(({ documentErrors, documents }) => {
        const errors = documents.reduce((sum, document) => sum + document.errors, documentErrors)
        return errors === 0 ? pass() : violated({ expected: say`no errors`, actual: say`${errors} errors` })
      }),
      rejects: null,
    },
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
    mso_version: {
      title: 'Version of the mobile security object is 1.0',
      reasons: {
        broken: {
          says: 'The version of the mobile security object is not 1.0',
          fix: 'Set version to the text 1.0.',
          acts: 'issuer',
        },
      },
      clauses: ['ISO18013-5-9.1.2.4'],
      level: 'must',
      judges: { token: 'presented_credential', member: 'documents.0.mso.version' },
      why: 'The version says how to read the rest.',
      run: onMdocDocument(({ mso }) => {
        if (mso === null) return notApplicable(say`There is no mobile security object; see vp.mdoc.issuer_auth.`)
        return mso.version === '1.0'
          ? pass(word(mso.version))
          : violated({ expected: say`1.0`, actual: shown(mso.version) })
      }),
      rejects: null,
    },
    digest_alg: {
      title: 'Digest algorithm is SHA-256, SHA-384 or SHA-512',
      reasons: {
        broken: {
          says: 'The digest algorithm of a document is none of ISO/IEC 18013-5',
          fix: 'Report it to the issuer: digestAlgorithm is the text SHA-256, SHA-384 or SHA-512.',
          acts: 'issuer',
        },
        other_spelling: {
          says: 'The digestAlgorithm of a document is written {seen}',
          fix: 'Report it to the issuer: digestAlgorithm is in capitals, with a hyphen before the number.',
          acts: 'issuer',
        },
      },
      clauses: ['ISO18013-5-9.1.2.5'],
      level: 'must',
      judges: { token: 'presented_credential', member: 'documents.0.mso.digest_algorithm' },
      why: 'Other digests cannot be compared.',
      run: onMdocDocument(({ mso }) => {
        if (mso === null) return notApplicable(say`There is no mobile security object; see vp.mdoc.issuer_auth.`)
        const { value, supported } = mso.digestAlgorithm
        if (supported) return pass(quote(value))
        const mismatch = { expected: [say`SHA-256`, say`SHA-384`, say`SHA-512`], actual: shown(value) }
        return /^sha[-_ ]?(?:256|384|512)$/i.test(value ?? '')
          ? violated('other_spelling', mismatch)
          : violated(mismatch)
      }),
    },
    digest_alg_sha256: {
      title: 'Document uses SHA-256 for its digests',
      reasons: {
        broken: {
          says: 'The document does not use SHA-256 for its digests',
          fix: 'Use SHA-256.',
          acts: 'issuer',
        },
      },
      clauses: ['HAIP-8'],
      level: 'should',
      profile: 'haip',
      judges: { token: 'presented_credential', member: 'documents.0.mso.digest_algorithm' },
      why: 'HAIP requires every party to support SHA-256.',
      run: onMdocDocument(({ mso }) => {
        if (mso === null) return notApplicable(say`There is no mobile security object; see vp.mdoc.issuer_auth.`)
        const { value } = mso.digestAlgorithm
        return value === 'SHA-256' ? pass(word(value)) : violated({ expected: say`SHA-256`, actual: shown(value) })
      }),
      rejects: null,
    },
    item_structure: {
      title: 'Each element is an IssuerSignedItem',
      reasons: {
        malformed: {
          says: 'An element of a document is not an IssuerSignedItem: wrong or missing is {seen}',
          fix: 'Send each element under tag 24 with digestID, random of 16 bytes or more, elementIdentifier and elementValue.',
        },
        digest_id_text: {
          says: 'The digestID of an element is a text',
          fix: 'Report it to the issuer: digestID is an integer, in the element and in valueDigests.',
          acts: 'issuer',
        },
        no_namespaces: {
          says: 'The nameSpaces of a document are no map of arrays',
          fix: 'Send nameSpaces as a map from each namespace to an array of its elements.',
        },
      },
      clauses: ['ISO18013-5-8.3.2.1.2.2', 'ISO18013-5-9.1.2.5'],
      level: 'must',
      refusal: 'An element of a document is not an IssuerSignedItem.',
      judges: { token: 'presented_credential', member: 'documents.0.elements' },
      why: 'Elements in another form cannot be compared with their digests.',
      run: onMdocDocument(({ namespacesReadable, elements }) => {
        if (!namespacesReadable)
          return violated('no_namespaces', { expected: say`arrays by namespace`, actual: bare.somethingElse })
        if (elements.length === 0) return notApplicable(say`No element was presented.`)
        if (elements.some(({ digestIdIsText }) => digestIdIsText))
          return violated('digest_id_text', { expected: say`digestID, an integer`, actual: say`a text` })
        const errors = new Set(elements.flatMap((element) => element.errors))
        const lengths = new Set(elements.map(({ randomBytes }) => randomBytes ?? randomBytesMin))
        const short = [...lengths].filter((length) => length < randomBytesMin)
        const bad = [...[...errors].map(quote), ...short.map((length) => say`random of ${length} bytes`)]
        return bad.length === 0 ? pass() : violated('malformed', { expected: say`IssuerSignedItem`, actual: bad })
      }),
    },
    items_unique: {
      title: 'No element is present twice',
      problem: 'A namespace holds an element or a digestID twice',
      clauses: ['ISO18013-5-9.1.2.5'],
      level: 'must',
      judges: { token: 'presented_credential', member: 'documents.0.elements' },
      why: 'With two elements of the same name, verifiers cannot tell which one counts.',
      hint: 'Send each element once.',
      run: onMdocDocument(({ elements }) => {
        if (elements.length === 0) return notApplicable(say`No element was presented.`)
        const repeated = elements.filter(({ repeats }) => repeats !== null)
        return repeated.length === 0
          ? pass()
          : violated({ expected: say`each once`, actual: shownPaths(repeated.map(pathOf)) })
      }),
    },
    digests: {
      title: 'Each element matches its digest',
      reasons: {
        differs: {
          says: 'An element does not match the digest that the issuer signed: {seen}',
          fix: 'Send each IssuerSignedItem byte by byte as issued: a new encoding changes the digest.',
        },
        untagged: {
          says: 'The issuer hashed an element without tag 24 around it: {seen}',
          fix: 'Report it to the issuer: a digest covers IssuerSignedItemBytes, the element with its tag 24.',
          acts: 'issuer',
        },
        encoded_anew: {
          says: 'An element was encoded anew, since its members in another order or with another head match the digest that the issuer signed: {seen}',
          fix: 'Keep each IssuerSignedItem as the bytes in which it was issued, and present those bytes.',
        },
        absent: {
          says: 'The issuer signed no digest for an element: {seen}',
          fix: 'Send only elements of this document, each under the namespace and with the digestID that it was issued with.',
        },
        ids_are_texts: {
          says: 'The digests in the mobile security object stand under texts',
          fix: 'Report it to the issuer: digest ids in valueDigests are integers.',
          acts: 'issuer',
        },
      },
      clauses: ['ISO18013-5-9.3.1', 'ISO18013-5-9.1.2.5'],
      level: 'must',
      refusal: 'An element does not match the digest that the issuer signed.',
      judges: { token: 'presented_credential', member: 'documents.0.elements' },
      why: 'The issuer signs digests: it does not vouch for an element without a matching one.',
      run: onMdocDocument(({ elements, mso }) => {
        if (elements.length === 0) return notApplicable(say`No element was presented.`)
        if (elements.every(({ digest }) => digest === 'not_computed')) {
          return notObserved(say`There is nothing to compare digests with.`)
        }
        const bad = elements.filter(({ digest }) => digest !== 'matches')
        if (bad.length === 0) return pass(say`${elements.length} elements`)
        const mismatch = { expected: say`the digest of the issuer`, actual: shownPaths(bad.map(pathOf)) }
        if (bad.some(({ digest }) => digest === 'differs')) {
          const [over = null, ...others] = [...new Set(bad.map(({ digestOver }) => digestOver))]
          return violated(others.length > 0 || over === null ? 'differs' : reasonsOfHashed[over], mismatch)
        }
        return violated(mso?.digestIdsAreTexts ? 'ids_are_texts' : 'absent', mismatch)
      }),
    },
    doctype_mso: {
      title: 'Document is of the type that the issuer signed',
      problem: 'The docType of a document is not the one that its issuer signed',
      clauses: ['ISO18013-5-9.3.1'],
      level: 'must',
      judges: { token: 'presented_credential', member: 'documents.0.mso.doc_type' },
      why: 'Otherwise a wallet could pass off one document as another.',
      hint: 'Set docType of the document to that of the mobile security object.',
      run: onMdocDocument(({ docType, mso }) => {
        if (mso === null) return notApplicable(say`There is no mobile security object; see vp.mdoc.issuer_auth.`)
        return docType !== null && docType === mso.docType
          ? pass(shown(docType))
          : violated({
              expected: mso.docType === null ? say`a docType that the issuer signed` : shown(mso.docType),
              actual: shown(docType),
            })
      }),
    },
    validity: {
      title: 'Document is valid now',
      reasons: {
        expired: {
          says: 'The document has expired: its validUntil is {valid_until}, {distance}',
          fix: 'Present a document that is valid: get a new one from the issuer.',
        },
        not_yet_valid: {
          says: 'The document is not valid yet: its validFrom is {valid_from}, {distance}',
          fix: 'Present another document until validFrom has come.',
        },
        signed_in_future: {
          says: 'The document was signed in the future: its signed is {signed}, {distance}',
          fix: 'Report it to the issuer: signed is the time when it signs, and its clock may be wrong.',
          acts: 'issuer',
        },
        order: {
          says: 'The document is valid from {valid_from}, before it was signed at {signed}',
          fix: 'Report it to the issuer: validFrom is the time in signed, or a later one.',
          acts: 'issuer',
        },
        malformed: {
          says: 'The validityInfo of a document is malformed',
          fix: 'Report it to the issuer: signed, validFrom and validUntil are texts under tag 0, such as 2026-01-31T12:00:00Z, without fractions of a second.',
          acts: 'issuer',
        },
        no_instants: {
          says: 'A date in the validityInfo of a document is no instant',
          fix: 'Report it to the issuer: signed, validFrom and validUntil are days and times that exist.',
          acts: 'issuer',
        },
      },
      clauses: ['ISO18013-5-9.3.1', 'ISO18013-5-9.1.2.4'],
      level: 'must',
      refusal: 'A document is not valid now, or its validityInfo is malformed.',
      judges: { token: 'presented_credential', member: 'documents.0.mso.validity' },
      why: 'The issuer vouches for the document during this time only.',
      run: onMdocDocument(({ mso }, _mdoc, { answer: { now } }) => {
        if (mso === null) return notApplicable(say`There is no mobile security object; see vp.mdoc.issuer_auth.`)
        const { signed, validFrom, validUntil } = mso.validity
        if (![signed, validFrom, validUntil].every(({ wellFormed }) => wellFormed)) {
          return violated('malformed', {
            expected: say`instants under tag 0, without fractions of a second`,
            actual: say`another form`,
          })
        }
        if (signed.at === null || validFrom.at === null || validUntil.at === null) {
          return violated('no_instants', { expected: say`three instants`, actual: say`no instants` })
        }
        if (validFrom.at < signed.at)
          return violated('order', {
            expected: say`signed before it is valid`,
            actual: { signed: date(signed.at), valid_from: date(validFrom.at) },
          })
        const skew = clockSkewSeconds * 1000
        const distance = (at: number) => say`${distanceWords((at - now) / 1000)}`
        if (signed.at > now + skew)
          return violated('signed_in_future', {
            expected: say`signed by now`,
            actual: { signed: date(signed.at), distance: distance(signed.at) },
          })
        if (validFrom.at > now + skew)
          return violated('not_yet_valid', {
            expected: say`valid now`,
            actual: { valid_from: date(validFrom.at), distance: distance(validFrom.at) },
          })
        return validUntil.at < now - skew
          ? violated('expired', {
              expected: say`valid now`,
              actual: { valid_until: date(validUntil.at), distance: distance(validUntil.at) },
            })
          : pass()
      }),
    },
  },
)
