import type { JwkFacts } from '../../../../shared/jose/jwk'
import { digestOf } from '../../../../shared/ports/digests'
import type { SessionId } from '../../../../shared/ports/ids'
import { laboratoryOf } from '../../../../shared/ports/laboratory'
import type { OneTimeKind, OneTimeValue } from '../../../../shared/ports/store-types'
import { toBase64url } from '../../../../shared/values/base64url'
import { issuerConfigurationIds } from '../../../configurations'
import type { IssuerContext } from '../../../configurations/issuer-in-play'
import { statusReferenceIn } from '../../wallet-unit/status-reference'
import type { AttestationHistory, SeenAtIssuers } from './client-authentication-reading'

/** What distinguishes a wallet attestation from those of other sessions and at other issuers. */
interface Distinguishing {
  /** Its `iss`, otherwise the subject of its certificate. */
  readonly provider: string | null
  readonly claims: Readonly<Record<string, unknown>>
  readonly cnf: JwkFacts
  readonly sessionId: SessionId | null
}

/** Reads what other sessions saw of the same wallet provider, and other issuers of the same wallet. */
export async function readAttestationHistory(
  { provider, claims: { sub, client_status: kept }, cnf, sessionId }: Distinguishing,
  context: IssuerContext,
): Promise<AttestationHistory> {
  const { ports } = context
  const digest = (...parts: string[]): string => digestOf(parts.join('\n'), ports.sha256)
  const providerDigest = provider === null ? null : digest(provider)
  const subjectDigest = provider === null || typeof sub !== 'string' ? null : digest(provider, sub)
  const isOther = (row: OneTimeValue | '' | null): boolean => Boolean(row) && row !== '' && row?.sessionId !== sessionId
  const key = cnf.thumbprint
  const entry = statusReferenceIn(kept)
  const [providerRow, subjectRow, keySeen, statusSeen] = await Promise.all([
    providerDigest && ports.store.oneTimeValue('attestation_provider', providerDigest),
    subjectDigest && ports.store.oneTimeValue('attestation_subject', subjectDigest),
    key === null ? null : seenAtIssuers('attestation_key', (place) => digest(key, place), context),
    entry === null
      ? null
      : // Keyed, since an index alone is easily guessed.
        seenAtIssuers(
          'attestation_status',
          (place) =>
            toBase64url(ports.keyedHash('wallet status entry', JSON.stringify([entry.uri, entry.index, place]))),
          context,
        ),
  ])
  return {
    subject: isOther(subjectRow) ? 'shared' : isOther(providerRow) ? 'unique' : 'first',
    key: keySeen,
    status: statusSeen,
    providerDigest,
    subjectDigest,
  }
}

/** Looks for another issuer that received a value. @param digestAt the digest under which a place remembers it */
async function seenAtIssuers(
  kind: OneTimeKind,
  digestAt: (place: string) => string,
  { issuer: { id: here }, ports }: IssuerContext,
): Promise<SeenAtIssuers> {
  const rows = await Promise.all(placesBeside(here).map((place) => ports.store.oneTimeValue(kind, digestAt(place))))
  const elsewhere = rows.find((row) => row !== null && row.issuerId !== here)
  return { seenAt: elsewhere?.issuerId ?? null, digests: placesOf(here, elsewhere).map(digestAt) }
}

/** First and second own issuer that received a value; at least one of them is not the current one. */
const ownIssuerPlaces = ['lab', 'another lab'] as const

/** Where to look for other issuers that received a value. Own issuers of sessions are too many to query each. */
const placesBeside = (here: string): string[] => [
  ...issuerConfigurationIds.filter((id) => id !== here),
  ...ownIssuerPlaces.slice(0, laboratoryOf(here) === null ? 1 : 2),
]

/** Where to record that an issuer received a value; earlier records stay. */
const placesOf = (here: string, elsewhere: OneTimeValue | null | undefined): readonly string[] =>
  laboratoryOf(here) === null ? [here] : elsewhere ? ownIssuerPlaces : ownIssuerPlaces.slice(0, 1)
