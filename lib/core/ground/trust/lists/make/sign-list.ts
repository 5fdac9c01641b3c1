import { signJwt } from '../../../jose/sign-jwt'
import { invariant } from '../../../ports/errors'
import type { Sha256, Signer } from '../../../ports/ports'
import { type EpochMillis, toEpochSeconds, toIso } from '../../../time/time'
import { fromBase64 } from '../../../values/base64'
import { toBase64url } from '../../../values/base64url'
import type { LoteDocument } from '../lote'
import type { LoteContent } from './list-content'
import type { ListRelease } from './list-release'

/** What is wrong with a list on purpose: each changes one part of the right one before the next part is made of it. */
export interface ListChanges {
  readonly content?: (right: LoteContent) => LoteContent
  readonly release?: (right: ListRelease) => ListRelease
  readonly signer?: (right: Signer) => Signer
  readonly token?: (right: string) => string
  /** There is none: its address answers 503. */
  readonly unreachable?: true
}

/** Digest of what a list says and of who signs it: a list whose digest is another one needs a release of its own. */
export const contentDigest = (content: LoteContent, signer: Pick<Signer, 'x5c'>, sha256: Sha256): string =>
  toBase64url(sha256(JSON.stringify([content, signer.x5c])))

/** A list with what its release adds. @see E602-6.3.2, E602-6.3.14, E602-6.3.15 */
export const loteDocument = (
  { information, entities }: LoteContent,
  { sequence, issuedAt, nextUpdate }: Pick<ListRelease, 'sequence' | 'issuedAt' | 'nextUpdate'>,
): LoteDocument => {
  const { LoTEVersionIdentifier, ...others } = information
  return {
    LoTE: {
      ListAndSchemeInformation: {
        LoTEVersionIdentifier,
        LoTESequenceNumber: sequence,
        ...others,
        ListIssueDateTime: utcSeconds(issuedAt),
        NextUpdate: utcSeconds(nextUpdate),
      },
      TrustedEntitiesList: entities,
    },
  }
}

/**
 * A list as a compact JWS, JAdES B-B, under the certificate of its operator.
 * @see E602-6.8
 */
export function signList(
  content: LoteContent,
  release: ListRelease,
  { signer, sha256, wrong = {} }: { readonly signer: Signer; readonly sha256: Sha256; readonly wrong?: ListChanges },
): string {
  const served = wrong.release?.(release) ?? release
  const signs = wrong.signer?.(signer) ?? signer
  const leaf = fromBase64(signs.x5c[0] ?? '')
  invariant(leaf !== null && leaf.length > 0, 'The operator of the lists has a certificate.')
  const token = signJwt({
    signer: signs,
    header: {
      typ: 'JWT',
      x5c: signs.x5c,
      'x5t#S256': toBase64url(sha256(leaf)),
      iat: toEpochSeconds(served.issuedAt),
    },
    claims: { ...loteDocument(content, served) },
  })
  return wrong.token?.(token) ?? token
}

const utcSeconds = (instant: EpochMillis): string => toIso(instant).replace(/\.\d+Z$/, 'Z')
