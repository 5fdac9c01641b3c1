import { type CborItem, memberOf } from '../cbor/cbor-item'
import { isFormText, readJsonText } from '../http/read-json'
import { readJwe } from '../jose/jwe'
import { readJwt } from '../jose/jwt'
import { fromBase64url, fromUtf8, isBase64url, textInBase64 } from '../values/base64url'
import { isObject } from '../values/json'

/** A form in which something comes that is due in another one. */
export interface Form {
  /** Whether the input has it. Never throws; the input is bounded by `whatForm`. */
  readonly is: (input: unknown) => boolean
  /** Ends the sentence that begins with what should have another form. */
  readonly says: string
  /** One sentence, with `{what}` for the name of what should have another form. */
  readonly fix: string
  /** The draft that has this form. */
  readonly draft?: string
}

const text = (input: unknown): string | null => (typeof input === 'string' ? input : null)

const jsonIn = (input: unknown): unknown => {
  const read = readJsonText(text(input) ?? '')
  return read.ok ? read.value : undefined
}

/** The map in which labels are looked for: a map itself, or one that is embedded in bytes and was read. */
const mapIn = (input: unknown): Extract<CborItem, { readonly kind: 'map' }> | null =>
  isObject(input) && input.kind === 'map' && Array.isArray(input.entries) ? (input as never) : null

const hasMembers = (input: unknown, ...names: readonly string[]): boolean =>
  isObject(input) && names.every((name) => Object.hasOwn(input, name))

const isSdJwt = (input: string): boolean => {
  const [jws = '', ...rest] = input.split('~')
  return rest.length > 0 && readJwt(jws).readable
}

/** A DeviceResponse or DeviceResponse-like map in base64url begins with the head of a CBOR map. */
const isCborMap = (input: string): boolean => {
  const first = isBase64url(input) && input.length >= 16 ? fromBase64url(input.slice(0, 4))?.[0] : undefined
  return first !== undefined && first >= 0xa1 && first <= 0xbf
}

/** A presentation by itself: an SD-JWT, a JWT or a DeviceResponse. */
const isPresentation = (input: unknown): boolean => {
  const value = text(input)
  return value !== null && (isSdJwt(value) || readJwt(value).readable || isCborMap(value))
}

/** A presentation, or an array of nothing else. */
const arePresentations = (input: unknown): boolean =>
  isPresentation(input) || (Array.isArray(input) && input.length > 0 && input.slice(0, 8).every(isPresentation))

const asBytes = (input: unknown): Uint8Array | null => {
  const value = text(input)
  return value !== null && isBase64url(value) ? fromBase64url(value) : null
}

const presentationExchange = 'OpenID4VP with Presentation Exchange, before 1.0'

const isItem = (input: unknown, kind: CborItem['kind']): boolean => isObject(input) && input.kind === kind

/** The items of a CBOR array; none of anything else. */
const itemsIn = (input: unknown): readonly CborItem[] =>
  isObject(input) && input.kind === 'array' && Array.isArray(input.items) ? (input.items as never) : []

const hasNames = (input: unknown, ...names: readonly string[]): boolean =>
  names.every((name) => memberOf(mapIn(input), name) !== null)

/**
 * Every form by its key; a check lists those that it looks for, in this order of its own. What stands wrong inside COSE,
 * as labels in texts, is told by the readings of an mdoc, which hold no value as it came.
 */
export const forms = {
  // Carriers
  json_for_form: {
    is: (input) => isObject(jsonIn(input)),
    says: 'is a JSON object in place of a form',
    fix: 'Encode {what} as application/x-www-form-urlencoded: name=value, joined by &.',
  },
  form_for_json: {
    is: (input) => isFormText(text(input) ?? ''),
    says: 'is a form in place of a JSON object',
    fix: 'Serialise {what} as one JSON object.',
  },
  json_in_json: {
    is: (input) => {
      const inner = jsonIn(input)
      return typeof inner === 'string' && typeof jsonIn(inner) === 'object' && jsonIn(inner) !== null
    },
    says: 'is encoded twice: a JSON text in a JSON text',
    fix: 'Encode {what} as JSON once.',
  },
  json_text: {
    is: (input) => typeof jsonIn(input) === 'object' && jsonIn(input) !== null,
    says: 'is a string that holds JSON',
    fix: 'Put {what} there as JSON, not as a string.',
  },
  percent_twice: {
    is: (input) => /^(?:[a-z][a-z0-9+.-]*%3A|%7B|%5B|%22)/i.test(text(input) ?? ''),
    says: 'is percent-encoded twice',
    fix: 'Percent-encode {what} once.',
  },
  // Encodings
  encoded_twice: {
    is: (input) => {
      const bytes = asBytes(input)
      const inner = bytes && fromUtf8(bytes)
      return inner !== null && inner.length >= 16 && isBase64url(inner)
    },
    says: 'is encoded in base64url twice',
    fix: 'Encode {what} in base64url once.',
  },
  base64_json: {
    is: (input) => {
      return isObject(jsonIn(textInBase64(text(input) ?? '')))
    },
    says: 'is JSON in base64',
    fix: 'Send {what} as the JSON text itself, not encoded in base64.',
  },
  hexadecimal: {
    is: (input) => /^(?:[0-9a-f]{2}){8,}$/i.test(text(input) ?? ''),
    says: 'is in hexadecimal',
    fix: 'Encode the bytes of {what} in base64url.',
  },
  pem: {
    is: (input) => /^\s*-----BEGIN [A-Z ]+-----/.test(text(input) ?? ''),
    says: 'is in PEM',
    fix: 'Send {what} without the lines of PEM.',
  },
  json_for_cbor: {
    is: (input) => typeof jsonIn(input) === 'object' && jsonIn(input) !== null,
    says: 'is JSON in place of CBOR',
    fix: 'Encode {what} as CBOR, and its bytes in base64url.',
  },
  // JOSE
  signed_not_encrypted: {
    is: (input) => readJwt(text(input) ?? '').readable,
    says: 'is signed, not encrypted: a JWS of three parts',
    fix: 'Encrypt {what} as a compact JWE to the key of the request.',
  },
  encrypted_not_signed: {
    is: (input) => readJwe(text(input) ?? '').readable,
    says: 'is encrypted, not signed: a JWE of five parts',
    fix: 'Sign {what} as a compact JWS.',
  },
  json_serialisation: {
    is: (input) => {
      const value = isObject(input) ? input : jsonIn(input)
      return (
        hasMembers(value, 'ciphertext') ||
        (hasMembers(value, 'payload') && isObject(value) && ('signatures' in value || 'signature' in value))
      )
    },
    says: 'is in the JSON serialisation of JOSE',
    fix: 'Use the compact serialisation for {what}: parts joined by dots.',
  },
  plain_json: {
    is: (input) => isObject(jsonIn(input)),
    says: 'is plain JSON, neither signed nor encrypted',
    fix: 'Make a compact JOSE object of {what}: parts joined by dots.',
  },
  // Levels of an mdoc, from the outermost inwards. ISO/IEC 18013-5 section 8.3.2.1.2.2
  embedded_response: {
    is: (input) => isItem(input, 'tag') || isItem(input, 'bytes'),
    says: 'is under a CBOR tag, or is a byte string, in place of a map',
    fix: 'Present the map itself: version, documents and status, with no tag and no byte string around it.',
  },
  array_of_documents: {
    is: (input) => itemsIn(input).some((item) => hasNames(item, 'issuerSigned')),
    says: 'is an array of Documents in place of a DeviceResponse',
    fix: 'Put the Documents into documents of a DeviceResponse, with version and status, and present that.',
  },
  document: {
    is: (input) => hasNames(input, 'docType', 'issuerSigned'),
    says: 'is a Document in place of a DeviceResponse',
    fix: 'Put the Document into documents of a DeviceResponse, with version and status, and present that.',
  },
  issuer_signed: {
    is: (input) => hasNames(input, 'issuerAuth'),
    says: 'is IssuerSigned as it was issued, in place of a DeviceResponse',
    fix: 'Make a Document of it with docType and deviceSigned, and put that into documents of a DeviceResponse, with version and status.',
  },
  issuer_auth: {
    is: (input) => {
      const [header, , payload, signature] = itemsIn(input)
      return itemsIn(input).length === 4 && [header, payload, signature].every((item) => isItem(item, 'bytes'))
    },
    says: 'is a COSE_Sign1, as issuerAuth, in place of a DeviceResponse',
    fix: 'Put issuerAuth into issuerSigned of a Document, and that into documents of a DeviceResponse.',
  },
  security_object: {
    is: (input) => hasNames(input, 'valueDigests'),
    says: 'is the mobile security object in place of a DeviceResponse',
    fix: 'Present a DeviceResponse: the mobile security object is the payload of issuerAuth in it.',
  },
  // Structure
  array_of_one: {
    is: (input) => Array.isArray(input) && input.length === 1 && isObject(input[0]),
    says: 'is an array around the object',
    fix: 'Send {what} as the object itself, without the array.',
  },
  // Drafts
  presentation_alone: {
    is: arePresentations,
    says: 'is a presentation by itself, not an object by query id',
    fix: 'Send {what} as an object with an array of presentations for each query id.',
    draft: presentationExchange,
  },
} as const satisfies Readonly<Record<string, Form>>

export type FormKey = keyof typeof forms
