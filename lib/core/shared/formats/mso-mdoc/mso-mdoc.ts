import type { QueryMatch } from '../../dcql/dcql-reading'
import { matchCredentialQuery } from '../../dcql/match-credential-query'
import { type PidAttribute, pidNamespace } from '../../pid/attributes'
import { invariant } from '../../ports/errors'
import { toBase64 } from '../../values/base64url'
import { isObject, type Json, type JsonObject } from '../../values/json'
import type { ClaimDescription, CredentialFormat, MatchInput } from '../credential-format'
import { claimWords } from '../own-credential'
import { issueMsoMdoc } from './issue-mso-mdoc'
import { Header, IssuerSigned, SignatureAlgorithm } from './mdoc-library'
import { readDeviceResponse } from './read-presentation/read-device-response'
import { mdocClaimTree } from './read-presentation/read-elements'

/** Longest mdoc to describe, far above one with a portrait. */
const charactersMax = 256 * 1024

/**
 * Describes an issued mdoc: elements by namespace, the mobile security object and the signature header, with
 * certificates as base64 DER under `x5chain`. Salts, digests and signature are left out, so that it cannot be rebuilt.
 * `null` for anything that is not base64url of `IssuerSigned`. Never throws.
 * @see OID4VCI-1FINALA-A.2.4
 */
export function describeMsoMdoc(credential: string): JsonObject | null {
  if (credential.length > charactersMax || !/^[A-Za-z0-9_-]+$/.test(credential)) return null
  try {
    const { issuerNamespaces, issuerAuth } = IssuerSigned.fromEncodedForOid4Vci(credential)
    const object = issuerAuth.mobileSecurityObject
    const { signed, validFrom, validUntil } = object.validityInfo
    const namespaces = [...(issuerNamespaces?.issuerNamespaces ?? [])]
    return {
      kind: 'mdoc',
      doc_type: object.docType,
      namespaces: Object.fromEntries(
        namespaces.map(([namespace, items]) => [
          namespace,
          items.map((item) => ({
            digest_id: item.digestId,
            element: item.elementIdentifier,
            value: toJson(item.elementValue),
          })),
        ]),
      ),
      mso: {
        version: object.version,
        digest_algorithm: object.digestAlgorithm,
        doc_type: object.docType,
        digests: Object.fromEntries(
          [...object.valueDigests.valueDigests].map(([namespace, digests]) => [namespace, digests.size]),
        ),
        device_key: toObject(object.deviceKeyInfo.deviceKey.jwk),
        validity: {
          signed: signed.toISOString(),
          valid_from: validFrom.toISOString(),
          valid_until: validUntil.toISOString(),
        },
      },
      issuer_auth: {
        alg: algorithmName(issuerAuth.protectedHeaders.headers?.get(Header.Algorithm)),
        x5chain: issuerAuth.certificateChain.map(toBase64),
      },
    }
  } catch {
    // The library throws for anything that it cannot read, and its messages quote the input.
    return null
  }
}

/** Name and number of a COSE algorithm, e.g. `ES256 (-7)`. */
const algorithmName = (value: unknown): string =>
  typeof value === 'number' ? `${SignatureAlgorithm[value] ?? 'unknown'} (${value})` : 'absent'

/** A CBOR value as JSON: a full-date as text, bytes as their length, a map as an object. */
function toJson(value: unknown): Json {
  if (isInstant(value)) return value.toISOString()
  if (value instanceof Uint8Array) return { bytes: value.length }
  if (value instanceof Map)
    return Object.fromEntries([...value].map(([name, member]) => [String(name), toJson(member)]))
  if (Array.isArray(value)) return value.map(toJson)
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value)
  return isObject(value) ? toObject(value) : String(value)
}

/** The library returns full-dates as its own class and date-times as Date. */
const isInstant = (value: unknown): value is { toISOString(): string } =>
  isObject(value) && typeof value.toISOString === 'function'

const toObject = (value: object): JsonObject =>
  Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => (member === undefined ? [] : [[name, toJson(member)]])),
  )

/** COSE algorithms of the one signature in use: ES256 and its fully specified form ESP256. OID4VCI-1FINALA-A.2.2 */
const coseAlgorithms = [-7, -9]

/** ISO/IEC 18013-5 mobile document. OID4VCI-1FINALA-A.2 */
export const msoMdoc: CredentialFormat = {
  format: 'mso_mdoc',
  signedWith: 'mdoc',
  metadata(configuration) {
    invariant(configuration.format === 'mso_mdoc', 'The credential configuration is not of format mso_mdoc.')
    return {
      format: configuration.format,
      doctype: configuration.doctype,
      cryptographic_binding_methods_supported: ['cose_key'],
      credential_signing_alg_values_supported: [...coseAlgorithms],
    }
  },
  claims: (attributes) => attributes.flatMap(descriptionOf),
  ownClaims: ({ claims, namespace }) =>
    Object.keys(claims).map((element) => ({
      path: [namespace ?? pidNamespace, element],
      mandatory: true,
      display: [{ name: claimWords(element), locale: 'en' }],
    })),
  issue: async (input) => ({ text: await issueMsoMdoc(input), made: null }),
  describe: describeMsoMdoc,
  readPresentation: readDeviceResponse,
  matchQuery: matchDeviceResponse,
}

/** A path is namespace, then element. OID4VCI-1FINALA-C.2 */
const descriptionOf = ({ mdoc, display }: PidAttribute): ClaimDescription[] =>
  mdoc === null
    ? []
    : [
        {
          path: [pidNamespace, mdoc.element],
          mandatory: true,
          display: [
            { name: display.en, locale: 'en' },
            { name: display.it, locale: 'it' },
          ],
        },
      ]

/**
 * Compares a presented mdoc with a query: the first document of the requested type, otherwise the first one. `null` if
 * the query requests an mdoc and there is no document. Never throws.
 */
export function matchDeviceResponse({ query, index, reading, alsoAnswers, budget }: MatchInput): QueryMatch | null {
  if (reading.format !== 'mso_mdoc') return null
  const wanted = query.type.kind === 'doctype' ? query.type.values[0] : null
  const document = reading.documents.find(({ docType }) => docType === wanted) ?? reading.documents[0]
  // Another format than the requested one is worth reporting even for an empty response.
  if (document === undefined && query.format === reading.format) return null
  return matchCredentialQuery({
    query,
    index,
    alsoAnswers,
    budget,
    presented: {
      format: reading.format,
      type: document?.docType ?? null,
      claims: document?.claimTree ?? mdocClaimTree([]),
      authorityKeyIdentifiers: document?.x5chain?.authorityKeyIdentifiers ?? [],
      holderBindingPresent: document !== undefined && (document.device.signature ?? document.device.mac) !== null,
      instance: reading.instance,
    },
  })
}
