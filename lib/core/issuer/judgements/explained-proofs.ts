import type { CheckId } from '../../shared/ports/check-id'
import { isObject, type Json } from '../../shared/values/json'
import { effectOn, type Happened, isEmpty, onlyWritten, outline, type Rule, written } from './change-at-place'

/** An audience that was written; none, where nothing is left to copy. One that no document has is guessed. */
const audience: Rule = ({ seen }, happened) =>
  happened.member === 'credential_offer_uri' ||
  (seen.length === 0 ? isEmpty(happened) : seen.some((one) => written(happened).includes(one)))

/** The same, where the audience has to be one text: a list is wrong whatever is in it. */
const oneAudience: Rule = (broken, happened) =>
  broken.reason !== 'several' && isOne(broken.actual) && audience(broken, happened)

const isOne = (value: Json): boolean => !Array.isArray(value)

/** Nothing from an endpoint that is elsewhere now, or nowhere. */
const notFetched: Rule = () => true

const isMissing = (reason: string | undefined): boolean =>
  reason !== undefined && ['missing', 'absent', 'null_not_fetched'].includes(reason)

/** A nonce of another source, where a change named one. */
const isForeign = (reason: string | undefined, { did }: Happened): boolean =>
  did === 'changed' && (reason === 'unknown' || reason === 'other_issuer')

const noncePresent: Rule = ({ reason }) => isMissing(reason)

const nonceKnown: Rule = ({ reason }, happened) => isForeign(reason, happened)

/** No nonce, or that of another source; one that was used before, or is no text, is the wallet's mistake. */
const nonceOfEndpoint: Rule = ({ reason }, happened) => isMissing(reason) || isForeign(reason, happened)

const numberAt = (value: Json, name: string): number | null => {
  const found = isObject(value) ? (value[name] as Json | undefined) : undefined
  return typeof found === 'number' ? found : null
}

/** What a change did to the number of proofs that the metadata allows; `null` is what it does not tell. */
interface BatchSize {
  readonly was: number | null
  readonly now: number | null
  /** There is a batch of which the size may be told. */
  readonly isOffered: boolean
}

/** Each change of that number; empty where only other members changed. OID4VCI-1FINAL-12.2.4 */
const batchSizes = ({ touched }: Happened): readonly BatchSize[] =>
  touched.flatMap(({ pointer, was = null, is = null }) => {
    const isSize = pointer.endsWith('/batch_size')
    if (!isSize && !pointer.endsWith('/batch_credential_issuance')) return []
    const sizeOf = (value: Json): number | null =>
      isSize ? (typeof value === 'number' ? value : null) : numberAt(value, 'batch_size')
    return [{ was: sizeOf(was), now: sizeOf(is), isOffered: isSize || is !== null }]
  })

/** More proofs than this issuer takes, and no more than the changed metadata allows. */
const proofsAllowed: Rule = ({ reason, actual }, happened) =>
  (reason === undefined || reason === 'too_many') &&
  batchSizes(happened).some(
    ({ now, isOffered }) => isOffered && (now === null || (typeof actual === 'number' && actual <= now)),
  )

/** One request after the other, where a batch is smaller now, or gone. */
const batchUsed: Rule = (_, happened) =>
  batchSizes(happened).some(({ was, now }) => now === null || (was !== null && now < was))

/** Sizes of a batch in a reuse policy, at any depth. */
const sizesIn = (value: unknown): number[] =>
  Array.isArray(value)
    ? value.flatMap(sizesIn)
    : isObject(value)
      ? Object.entries(value).flatMap(([name, one]) =>
          name === 'batch_size' && typeof one === 'number' ? [one] : sizesIn(one),
        )
      : []

/** As many keys as a changed policy says, or as a smaller batch allows. */
const policySize: Rule = ({ actual }, happened) => {
  const keys = numberAt(actual, 'keys')
  if (happened.member === 'batch_credential_issuance')
    return batchSizes(happened).some(({ now, isOffered }) => keys === (isOffered ? now : 1))
  return happened.touched.some(({ pointer, is }) => {
    // An option without a size is for one key.
    if (pointer.endsWith('/batch_size')) return keys === (typeof is === 'number' ? is : 1)
    return is === undefined || !isObject(is) || sizesIn(is).some((size) => size === keys)
  })
}

const required = 'key_attestations_required'

/** Whether a difference took the demand for a key attestation away, or brought it. */
const demandWas = (way: 'gone' | 'come', { touched }: Happened): boolean =>
  touched.some((one) => {
    const effect = effectOn(required, one)
    if ('inside' in effect) return false
    const [was, now] = [effect.was.kind === 'object', effect.now.kind === 'object']
    return way === 'gone' ? was && !now : !was && now
  })

const attestationPresent: Rule = ({ reason }, happened) => reason === 'missing' && demandWas('gone', happened)

const attestationNotNeeded: Rule = (_, happened) => demandWas('come', happened)

/** A credential for keys that nobody attested, where the metadata no longer asks for that. */
const unattested: Rule = (_, happened) => demandWas('gone', happened)

/** Levels that only a change could ask for. */
const levelsDefined: Rule = ({ seen }, happened) => onlyWritten(seen, happened)

/** A level that was written, or any, where none is asked for. */
const levelDemanded: (name: string) => Rule =
  (name) =>
  ({ seen }, happened) =>
    seen.some((one) => written(happened).includes(one)) ||
    happened.touched.some((one) => {
      const effect = effectOn(name, one)
      return 'inside' in effect ? false : effect.was.length > 0 && effect.now.length === 0
    })

/** A way to name keys that was written: this issuer finds keys in none but its own. */
const keyReference: Rule = ({ reason }, { did }) =>
  did === 'changed' && (reason === 'kid_did' || reason === 'kid_alone')

/** No proof at all, where none is asked for; one under another name is wrong anyway. */
const proofsPresent: Rule = ({ reason }) => reason === undefined || reason === 'no_proofs' || reason === 'no_proof'

/** Names of proof types that a change put into the metadata. */
const writtenTypes = ({ touched }: Happened): string[] =>
  touched.flatMap(({ pointer, is }) => {
    if (is === undefined) return []
    const steps = pointer.split('/')
    const name = steps[steps.indexOf('proof_types_supported') + 1]
    return name === undefined || !steps.includes('proof_types_supported') ? namesIn(is) : [name]
  })

const namesIn = (value: unknown): string[] =>
  isObject(value) ? Object.keys(isObject(value.proof_types_supported) ? value.proof_types_supported : value) : []

const proofType: Rule = ({ seen }, happened) => seen.some((one) => writtenTypes(happened).includes(one))

/** A wallet that comes back for a transaction that only a change gave it. */
const deferredStops: Rule = (_, { member, touched }) =>
  member === 'transaction_id' && touched.some(({ was, is }) => was === undefined && is !== undefined)

/** Back as early as it was told, or told no time. */
const deferredInterval: Rule = ({ actual }, { touched }) =>
  touched.some(({ is }) => typeof is !== 'number' || (numberAt(actual, 'seconds') ?? 0) + toleranceSeconds >= is)

/** As the check has it, for the wallet's clock and network delay. */
const toleranceSeconds = 1

/** An id that was written is unknown here. */
const transactionKnown: Rule = ({ reason }, { did }) => did === 'changed' && reason === 'unknown'

/** An id that was written is unknown here, or no text. */
const notificationId: Rule = ({ reason }, { did, touched }) =>
  did === 'changed' &&
  (reason === 'unknown_id' || (reason === 'id_not_text' && touched.some(({ is }) => outline(is).kind !== 'string')))

/** What explains violations about proofs, batches and key attestations, told by what was written. */
export const rulesOfProofs: Readonly<Partial<Record<CheckId, Rule>>> = {
  'vci.proof.jwt.aud': oneAudience,
  'vci.private_key_jwt.aud': audience,
  'vci.private_key_jwt.aud_is_issuer_string': oneAudience,
  'vci.wallet_attestation.pop_aud': audience,
  'vci.nonce.endpoint_called': notFetched,
  'vci.nonce.source': notFetched,
  'vci.nonce.recovery': notFetched,
  'vci.batch.size': proofsAllowed,
  'vci.credential.proofs_count': proofsAllowed,
  'vci.batch.used': batchUsed,
  'vci.batch.policy_size': policySize,
  'vci.key_attestation.key_storage': levelsDefined,
  'vci.key_attestation.user_authentication': levelsDefined,
  'vci.key_attestation.key_storage_level': levelDemanded('key_storage'),
  'vci.key_attestation.user_authentication_level': levelDemanded('user_authentication'),
  'vci.credential.proof_type_supported': proofType,
  'vci.deferred.interval': deferredInterval,
}

/** The same, told by kinds and places: the values may be secrets, which the record has not. */
export const rulesOfProofKinds: Readonly<Partial<Record<CheckId, Rule>>> = {
  'vci.proof.jwt.nonce_present': noncePresent,
  'vci.nonce.known': nonceKnown,
  'vci.key_attestation.nonce': nonceOfEndpoint,
  'vci.batch.nonce_each': nonceOfEndpoint,
  'vci.key_attestation.present': attestationPresent,
  'vci.key_attestation.not_needed': attestationNotNeeded,
  'vci.pid.device_bound': unattested,
  'vci.proof.jwt.key_reference': keyReference,
  'vci.credential.proofs_present': proofsPresent,
  'vci.deferred.stops': deferredStops,
  'vci.deferred.transaction_known': transactionKnown,
  'vci.notification.wellformed': notificationId,
}
