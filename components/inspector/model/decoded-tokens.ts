import type { ExchangeView } from '@/lib/core/engine/evidence/session-view'
import { isObject, type JsonObject } from '@/lib/core/ground/values/json'

const kindNames: Readonly<Record<string, string>> = {
  dpop: 'DPoP proof',
  proof_jwt: 'Key proof',
  key_attestation: 'Key attestation',
  client_attestation: 'Client attestation',
  client_attestation_pop: 'Client attestation proof',
  client_assertion: 'Client assertion',
  access_token: 'Access token',
  request_object: 'Request object',
  registration_certificate: 'Registration certificate',
  credential: 'SD-JWT VC',
  id_token: 'ID Token',
  mdoc: 'mdoc',
  jwe: 'Encrypted message',
  other: 'Token',
}

export interface DecodedToken {
  readonly kind: string
  readonly name: string
  /** Where in the request it was, e.g. `proofs.jwt[0]`; empty if unknown. */
  readonly place: string
  /** What the tree shows: header, claims and facts. */
  readonly tree: JsonObject
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

const sourceOf = ({ source }: JsonObject): string => text(source)

function nameOf(kind: string, { format }: JsonObject): string {
  if (kind === 'presented_credential') return format === 'mso_mdoc' ? 'Presented mdoc' : 'Presented SD-JWT VC'
  return kindNames[kind] ?? 'Token'
}

function toToken(token: JsonObject): DecodedToken {
  const { kind, source, ...tree } = token
  return {
    kind: text(kind),
    name: nameOf(text(kind), tree),
    place: text(source)
      .replace(/^body\./, '')
      .replace(/^response\.body\.?(.*)$/, (_, place: string) =>
        place === '' ? 'the response' : `${place} of the response`,
      ),
    tree: text(kind) === 'jwe' ? readableJwe(tree) : tree,
  }
}

/** An encrypted message is not signed and shows no claims: only its header, and whether it could be decrypted. */
const readableJwe = ({ claims: _claims, signature: _signature, ...tree }: JsonObject): JsonObject => tree

/** The tokens of an exchange. A token inside another one is shown there, in its place. */
export function decodedTokens({ decoded }: Pick<ExchangeView, 'decoded'>): DecodedToken[] {
  // A token from an encrypted body has the place that it would have in a plain one, and is listed separately.
  const isInside = (token: JsonObject) =>
    decoded.some((other) =>
      ['header', 'claims'].some((part) => sourceOf(token).startsWith(`${sourceOf(other)}.${part}.`)),
    )
  return decoded.filter((token) => !isInside(token)).map(toToken)
}

/** The tokens of one kind, including those inside others, each on its own. */
export const tokensOfKind = ({ decoded }: Pick<ExchangeView, 'decoded'>, kind: string): DecodedToken[] =>
  decoded.map(toToken).filter((token) => token.kind === kind)

/** Path of the key attestation inside a key proof, which is decoded in place. */
export const nestedAttestationPath = (token: DecodedToken): string | null =>
  isObject(token.tree.header) && isObject(token.tree.header.key_attestation) ? 'header.key_attestation' : null

/** A group of elements of a credential. */
export interface ElementList {
  /** The namespace of an mdoc, or the container of the claims. */
  readonly title: string
  /** The word for one of them. */
  readonly word: 'element' | 'claim'
  readonly elements: readonly { readonly key: string; readonly name: string; readonly value: unknown }[]
}

const listOf = (value: unknown): readonly Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter(isObject) : []

const textOr = (value: unknown, otherwise: string): string => (typeof value === 'string' ? value : otherwise)

/**
 * Splits a decoded credential into lists of what it says about its subject, and the rest. Other tokens have no such
 * lists.
 */
export function credentialElements(tree: JsonObject): { readonly lists: ElementList[]; readonly rest: JsonObject } {
  const { namespaces, disclosures, ...rest } = tree
  const lists: ElementList[] = Object.entries(isObject(namespaces) ? namespaces : {}).map(([title, items]) => ({
    title,
    word: 'element',
    elements: listOf(items).map(({ element, value }, index) => ({
      key: String(index),
      name: textOr(element, '(unnamed)'),
      value,
    })),
  }))
  if (disclosures !== undefined)
    lists.push({
      title: 'Disclosures',
      word: 'claim',
      elements: listOf(disclosures).map(({ claim, path, name, value }, index) => ({
        key: String(index),
        name: textOr(claim, Array.isArray(path) ? path.join('.') : textOr(name, '(element of a list)')),
        value,
      })),
    })
  return { lists, rest }
}
