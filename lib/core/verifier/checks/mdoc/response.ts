import { area, of } from '../../../engine/checks/area'
import { notApplicable, pass, tolerated, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { memberOf } from '../../../shared/cbor/cbor-item'
import {
  type CborError,
  cborBytesMax,
  cborDepthMax,
  cborItemsMax,
  cborValueItemsMax,
} from '../../../shared/cbor/read-cbor'
import type { MsoMdocReading } from '../../../shared/formats/mso-mdoc/read-presentation/mso-mdoc-reading'
import { documentsMax } from '../../../shared/formats/mso-mdoc/read-presentation/read-device-response'
import { formReasons, whatForm } from '../../../shared/recognise/what-form'
import { say, type Wording, word } from '../../../shared/values/wording'
import { onDeviceResponse, onMdoc } from '../../judgements/subjects'
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

/** Encodings in place of base64url, once, which decode to something that is no mdoc. */
const textForms = ['hexadecimal', 'encoded_twice', 'pem'] as const

/** Texts in place of base64url. */
const otherTexts = ['pem', 'json_for_cbor'] as const

/** Whether a member of a DeviceResponse is there at all, if its value is not of the type that is due. */
const kindOfMember = ({ items }: MsoMdocReading, name: string) => memberOf(items.root, name)?.kind ?? null

/** The DeviceResponse: its encoding, and the documents in it. ISO18013-5-8.3.2.1.2.2 */
export const mdocResponse = area(
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
        ...formReasons('mdoc', otherTexts),
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
      run: onMdoc(({ text, encoding: { spelling, characters } }) => {
        if (spelling === 'unreadable')
          return violated(whatForm(text, otherTexts) ?? 'not_base64url', {
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
      reasons: {
        broken: {
          says: 'The version of the device response is not 1.0',
          fix: 'Set version to the text 1.0.',
        },
        missing: {
          says: 'The device response has no version',
          fix: 'Add version with the text 1.0.',
        },
        no_text: {
          says: 'The version of the device response is no text',
          fix: 'Encode version as the text string 1.0, not as a number.',
        },
      },
      clauses: ['ISO18013-5-8.3.2.1.2.2'],
      level: 'must',
      judges: { token: 'presented_credential', member: 'version' },
      why: 'The version says how to read the rest.',
      run: onDeviceResponse((response) => {
        if (levelOf(response) !== null) return otherLevel
        const { version } = response
        if (version === '1.0') return pass(word(version))
        const expected = say`1.0`
        if (version === null)
          return kindOfMember(response, 'version') === null
            ? violated('missing', { expected, actual: null })
            : violated('no_text', { expected, actual: say`no text` })
        const mismatch = { expected, actual: shown(version) }
        // The second edition has a higher number; the parts read here are unchanged.
        return version.startsWith('1.') ? tolerated(mismatch) : violated(mismatch)
      }),
      rejects: null,
    },
    status: {
      title: 'Status of the device response is 0',
      reasons: {
        broken: {
          says: 'The status of the device response is not 0',
          fix: 'Send status 0, or an error response instead of a presentation.',
        },
        missing: {
          says: 'The device response has no status',
          fix: 'Add status with the integer 0.',
        },
        no_integer: {
          says: 'The status of the device response is no integer',
          fix: 'Encode status as the integer 0, not as a text.',
        },
      },
      clauses: ['ISO18013-5-8.3.2.1.2.2'],
      level: 'must',
      judges: { token: 'presented_credential', member: 'status' },
      why: 'Any other status says that the response is an error.',
      run: onDeviceResponse((response) => {
        if (levelOf(response) !== null) return otherLevel
        const { status } = response
        if (status === 0) return pass(status)
        if (status !== null) return violated({ expected: 0, actual: status })
        return kindOfMember(response, 'status') === null
          ? violated('missing', { expected: 0, actual: null })
          : violated('no_integer', { expected: 0, actual: say`no integer` })
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
  },
)
