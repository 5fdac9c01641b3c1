import { signJwt } from '../../../jose/jwt'
import { invariant } from '../../../ports/errors'
import type { Sha256, Signer } from '../../../ports/ports'
import { addSeconds, type EpochMillis, epochMillis, toEpochSeconds, toIso } from '../../../time/time'
import { fromBase64, toBase64url } from '../../../values/base64url'
import type { LoteDocument } from '../lote'
import type { LoteContent } from './list-content'

/** One release of a list. */
export interface ListRelease {
  /** Greater than that of every earlier release. @see E602-6.3.2 */
  readonly sequence: number
  /** Digest of content and signer. */
  readonly content: string
  /** In whole seconds, like `nextUpdate`. */
  readonly issuedAt: EpochMillis
  readonly nextUpdate: EpochMillis
}

/**
 * The release to serve now: the previous one while its content is unchanged and more than half of its lifetime is left,
 * otherwise a new one. So no reader gets a release that expires soon, and all readers of a release get the same.
 * @param sequenceMin lower bound of the sequence number
 */
export function currentRelease(
  previous: ListRelease | null,
  {
    content,
    now,
    ttlSeconds,
    sequenceMin = 1,
  }: {
    readonly content: string
    readonly now: EpochMillis
    readonly ttlSeconds: number
    readonly sequenceMin?: number
  },
): ListRelease {
  if (previous !== null && previous.content === content && isFresh(previous, now, ttlSeconds)) return previous
  const issuedAt = epochMillis(now - (now % 1000))
  return {
    sequence: Math.max((previous?.sequence ?? 0) + 1, sequenceMin),
    content,
    issuedAt,
    nextUpdate: addSeconds(issuedAt, ttlSeconds),
  }
}

/** Also false for a release from the future or with another lifetime, after a change of clock or setting. */
const isFresh = ({ issuedAt, nextUpdate }: ListRelease, now: EpochMillis, ttlSeconds: number): boolean =>
  issuedAt <= now && nextUpdate - now > ttlSeconds * 500 && nextUpdate - issuedAt === ttlSeconds * 1000

/** Deliberate errors of a list; each changes one part before the next part is built from it. */
export interface ListChanges {
  readonly content?: (right: LoteContent) => LoteContent
  readonly release?: (right: ListRelease) => ListRelease
  readonly signer?: (right: Signer) => Signer
  readonly token?: (right: string) => string
  /** The address responds with 503. */
  readonly unreachable?: true
}

/** Digest of a list's content and signer; a change requires a new release. */
export const contentDigest = (content: LoteContent, signer: Pick<Signer, 'x5c'>, sha256: Sha256): string =>
  toBase64url(sha256(JSON.stringify([content, signer.x5c])))

/** A list with the members of its release. @see E602-6.3.2, E602-6.3.14, E602-6.3.15 */
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
 * Signs a list as compact JWS (JAdES B-B) under its operator's certificate.
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
