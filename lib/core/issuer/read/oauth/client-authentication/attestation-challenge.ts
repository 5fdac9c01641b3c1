import type { KeyedHash, Ports } from '../../../../shared/ports/ports'
import type { ProtocolSettings } from '../../../../shared/ports/settings'
import type { EpochMillis } from '../../../../shared/time/time'
import { fromBase64url, toBase64url } from '../../../../shared/values/base64url'
import type { IssuerInPlay } from '../../../configurations/issuer-in-play'

/** Lifetime of a challenge. ABCA-8 */
export const challengeSeconds = 300
const timeBytes = 4
const randomBytes = 12
const macBytes = 32

interface ChallengeKey {
  readonly issuer: string
  readonly now: EpochMillis
  readonly keyedHash: KeyedHash
}

/** Whether a proof of possession must answer a challenge: required by the installation or by this issuer. */
export const asksForChallenge = ({
  issuer,
  settings,
}: {
  readonly issuer: Pick<IssuerInPlay, 'options'>
  readonly settings: Pick<ProtocolSettings, 'attestationChallenge'>
}): boolean => settings.attestationChallenge || issuer.options.client_attestation.challenge !== false

/** Whether a challenge serves one request only. The draft leaves that to the server. ABCA-12.1 */
export const servesOnce = ({ options }: Pick<IssuerInPlay, 'options'>): boolean =>
  options.client_attestation.challenge === 'once'

/** A unique challenge. Nothing is stored: it contains its time and is authenticated with the installation's key. */
export function newAttestationChallenge({
  issuer,
  now,
  keyedHash,
  random,
}: ChallengeKey & Pick<Ports, 'random'>): string {
  const made = new Uint8Array(timeBytes + randomBytes)
  new DataView(made.buffer).setUint32(0, Math.floor(now / 1000))
  made.set(random(randomBytes), timeBytes)
  return toBase64url(new Uint8Array([...made, ...macOf(made, { issuer, keyedHash })]))
}

/** Whether a proof answers a recent challenge of this issuer. ABCA-5.2 */
export function attestationChallengeState(
  value: unknown,
  { issuer, now, keyedHash }: ChallengeKey,
): 'current' | 'absent' | 'unknown' {
  if (value === undefined) return 'absent'
  const bytes = typeof value === 'string' && value.length <= 100 ? fromBase64url(value) : null
  if (bytes?.length !== timeBytes + randomBytes + macBytes) return 'unknown'
  const made = bytes.slice(0, timeBytes + randomBytes)
  if (toBase64url(bytes.slice(made.length)) !== toBase64url(macOf(made, { issuer, keyedHash }))) return 'unknown'
  const age = Math.floor(now / 1000) - new DataView(made.buffer).getUint32(0)
  return age >= 0 && age <= challengeSeconds ? 'current' : 'unknown'
}

const macOf = (made: Uint8Array, { issuer, keyedHash }: Omit<ChallengeKey, 'now'>): Uint8Array =>
  keyedHash('attestation-challenge', `${issuer}|${toBase64url(made)}`)
