import type { OneTimeValue } from '../../../ground/ports/store-types'
import { isObject, type JsonObject } from '../../../ground/values/json'
import type { HolderKey } from '../proof/holder-keys'

/** What is kept of a deferred request until its credentials are issued: no proof, only the public keys it proved. */
export interface DeferredRequest {
  readonly configurationId: string
  readonly keys: readonly HolderKey[]
  /** The number of the dataset that its credential_identifier stands for; `null` without one. */
  readonly dataset: number | null
}

/** The form in which it is stored with the digest of its `transaction_id`. */
export const toTransactionData = ({ configurationId, dataset, keys }: DeferredRequest): JsonObject => ({
  credential_configuration_id: configurationId,
  dataset,
  keys: keys.map(({ jwk, kid, thumbprint }) => ({ jwk, kid, thumbprint })),
})

/** The request that a transaction was deferred from. */
export const deferredRequest = (value: OneTimeValue): DeferredRequest => ({
  configurationId: String(value.data.credential_configuration_id),
  keys: keysOf(value),
  dataset: typeof value.data.dataset === 'number' ? value.data.dataset : null,
})

/** The keys that its credentials will be bound to. */
export const keysOf = ({ data: { keys } }: Pick<OneTimeValue, 'data'>): HolderKey[] =>
  Array.isArray(keys) ? keys.filter(isObject).map((key) => key as unknown as HolderKey) : []
