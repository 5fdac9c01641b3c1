import type { ExchangeView } from '@/lib/core/engine/evidence/session-view'
import { isObject, type JsonObject } from '@/lib/core/shared/values/json'

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
  /** Position in the request, e.g. `proofs.jwt[0]`; empty if unknown. */
  readonly place: string
  /** Header, claims and facts. */
  readonly tree: JsonObject
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

const sourceOf = ({ source }: JsonObject): string => text(source)

/** What a decoded token is called. */
export function tokenName({ kind, format }: JsonObject): string {
  if (kind === 'presented_credential') return format === 'mso_mdoc' ? 'Presented mdoc' : 'Presented SD-JWT VC'
  return kindNames[text(kind)] ?? 'Token'
}

function toToken(token: JsonObject): DecodedToken {
  const { kind, source, ...tree } = token
  return {
    kind: text(kind),
    name: tokenName(token),
    place: text(source)
      .replace(/^body\./, '')
      .replace(/^response\.body\.?(.*)$/, (_, place: string) =>
        place === '' ? 'the response' : `${place} of the response`,
      ),
    tree: text(kind) === 'jwe' ? readableJwe(tree) : tree,
  }
}

/**
 * For an encrypted message shows only the header and whether decryption worked: it is unsigned, and its claims appear
 * elsewhere.
 */
const readableJwe = ({ claims: _claims, signature: _signature, ...tree }: JsonObject): JsonObject => tree

/** Tokens of an exchange. A nested token is shown inside its parent. */
export function decodedTokens({ decoded }: Pick<ExchangeView, 'decoded'>): DecodedToken[] {
  // A token from an encrypted body keeps its plaintext path, but is listed separately.
  const isInside = (token: JsonObject) =>
    decoded.some((other) =>
      ['header', 'claims'].some((part) => sourceOf(token).startsWith(`${sourceOf(other)}.${part}.`)),
    )
  return decoded.filter((token) => !isInside(token)).map(toToken)
}

/** All tokens of one kind, including nested ones. */
export const tokensOfKind = ({ decoded }: Pick<ExchangeView, 'decoded'>, kind: string): DecodedToken[] =>
  decoded.map(toToken).filter((token) => token.kind === kind)

/** Path of the key attestation inside a key proof, which is decoded in place. */
export const nestedAttestationPath = (token: DecodedToken): string | null =>
  isObject(token.tree.header) && isObject(token.tree.header.key_attestation) ? 'header.key_attestation' : null

/** A group of elements in a credential. */
export interface ElementList {
  /** Namespace of an mdoc, or container of the claims. */
  readonly title: string
  readonly word: 'element' | 'claim'
  readonly elements: readonly { readonly key: string; readonly name: string; readonly value: unknown }[]
}

const listOf = (value: unknown): readonly Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter(isObject) : []

const textOr = (value: unknown, otherwise: string): string => (typeof value === 'string' ? value : otherwise)

/** Splits a decoded credential into lists of statements about its subject, and the rest. Other tokens have no lists. */
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
