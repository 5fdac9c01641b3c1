import { area, of } from '../../../engine/checks/area'
import { notApplicable, notObserved, pass, violated } from '../../../engine/checks/check'
import { shown, shownPaths } from '../../../engine/judgements/shown'
import type { ElementReading } from '../../../shared/formats/mso-mdoc/read-presentation/mso-mdoc-reading'
import { clockSkewSeconds } from '../../../shared/formats/sd-jwt-vc/read-presentation/read-numeric-date'
import { distanceWords } from '../../../shared/time/durations'
import { type EpochMillis, toIso } from '../../../shared/time/time'
import { bare, quote, say, type Wording, word } from '../../../shared/values/wording'
import { onMdocDocument } from '../../judgements/subjects'
import type { PresentedSubject } from '../../read/response/response-reading'

/** ISO/IEC 18013-5 section 9.1.2.5. */
const randomBytesMin = 16

const pathOf = ({ namespace, name }: ElementReading): string[] => [namespace, name ?? '']

/** Dates of a certificate or a document are no secrets. */
const date = (at: EpochMillis): Wording => quote(toIso(at))

/** The reasons of wrong digests, by what the issuer hashed. */
const reasonsOfHashed = { untagged: 'untagged', another_encoding: 'encoded_anew' } as const

/** The mobile security object, and the elements whose digests it holds. ISO18013-5-9.1.2.4 */
export const mdocSecurityObject = area(
  'vp.mdoc',
  { subject: of<PresentedSubject>(), rejects: 'invalid_presentation' },
  {
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
