import { credentialFormat } from '../../../ground/formats'
import { invariant } from '../../../ground/ports/errors'
import type { Zlib } from '../../../ground/ports/ports'
import { packStatuses, statusValues } from '../../../ground/status/status-bits'
import {
  type StatusListClaims,
  type StatusListForm,
  statusListCwt,
  statusListJwt,
} from '../../../ground/status/status-list-token'
import { addSeconds, type EpochMillis } from '../../../ground/time/time'
import type { IssuerInPlay } from '../../configurations/issuer-in-play'
import {
  formatOfStatusList,
  type StatusEntry,
  statusListSize,
  statusListUri,
} from '../../configurations/laboratory/status-lists'
import type { IssuerDeviation } from '../../deviations/issuer-deviation'

const daySeconds = 86_400

/** What a list is made of. */
interface StatusListInput {
  readonly list: number
  readonly form: StatusListForm
  readonly entries: readonly StatusEntry[]
  readonly now: EpochMillis
  readonly zlib: Pick<Zlib, 'deflate'>
  /** What is wrong with it on purpose. */
  readonly wrong?: IssuerDeviation['changes']['statusList'] | undefined
}

/**
 * A status list of an issuer as it is at that time, signed by the key that signs the credentials in it: compact JWS, or the
 * bytes of a COSE_Sign1. Throws if the issuer has no such list.
 * @see TSL14-5, HAIP-6.1
 */
export function buildStatusList(issuer: IssuerInPlay, input: StatusListInput): string | Uint8Array {
  const { list, form, entries, now, zlib, wrong } = input
  const format = formatOfStatusList(list)
  const { status } = issuer.options
  invariant(format !== null && status !== null, 'The issuer has this status list.')
  const own = entries.filter((entry) => entry.list === list)
  const bytes = packStatuses(
    own.map((entry) => [entry.index, statusValues[entry.status]] as const),
    { bits: status.bits, size: statusListSize },
  )
  const right: StatusListClaims = {
    uri: statusListUri(issuer.identifier, list),
    issuedAt: now,
    expiresAt: addSeconds(now, daySeconds),
    ttlSeconds: status.ttl,
    bits: status.bits,
    compressed: zlib.deflate(bytes),
  }
  const claims = wrong?.claims?.(right) ?? right
  const rightSigner = issuer.keys[credentialFormat(format).signedWith]
  const signer = wrong?.signer?.(rightSigner) ?? rightSigner
  return form === 'jwt' ? statusListJwt(claims, signer) : statusListCwt(claims, signer)
}
