import type { ExchangeView } from '@/lib/core/evidence/session-view'
import { isObject, type JsonObject } from '@/lib/core/json'

const kindNames: Readonly<Record<string, string>> = {
  dpop: 'DPoP proof',
  proof_jwt: 'Key proof',
  key_attestation: 'Key attestation',
  client_attestation: 'Client attestation',
  client_attestation_pop: 'Proof of the client attestation',
  client_assertion: 'Client assertion',
  access_token: 'Access token',
  jwe: 'Encrypted message',
  other: 'Token',
}

export interface DecodedToken {
  readonly kind: string
  readonly name: string
  /** Where in the request it stood, e.g. `proofs.jwt[0]`; empty when unknown. */
  readonly place: string
  /** What the tree shows: header, claims and facts. */
  readonly tree: JsonObject
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The tokens of an exchange as pages show them. */
export function decodedTokens({ decoded }: Pick<ExchangeView, 'decoded'>): DecodedToken[] {
  const sources = decoded.map(({ source }) => text(source))
  // A token inside another one is shown in its place there.
  const outer = decoded.filter(
    ({ source }) => !sources.some((other) => other !== '' && text(source).startsWith(`${other}.`)),
  )
  return outer.map((token) => {
    const { kind, source, ...tree } = token
    return {
      kind: text(kind),
      name: kindNames[text(kind)] ?? 'Token',
      place: text(source).replace(/^body\./, ''),
      tree,
    }
  })
}

/** Path of the key attestation inside a key proof, where it is decoded in its place. */
export const nestedAttestationPath = (token: DecodedToken): string | null =>
  isObject(token.tree.header) && isObject(token.tree.header.key_attestation) ? 'header.key_attestation' : null
