import { credentialFormat } from '../../../shared/formats'
import { invariant } from '../../../shared/ports/errors'
import type { SessionId } from '../../../shared/ports/ids'
import type { FetchedDocument, Ports, Zlib } from '../../../shared/ports/ports'
import type { IssuanceSession } from '../../../shared/ports/store-types'
import { packStatuses, statusValues } from '../../../shared/status/status-bits'
import {
  type StatusListClaims,
  type StatusListForm,
  statusListCwt,
  statusListJwt,
  statusListTypes,
} from '../../../shared/status/status-list-token'
import { addSeconds, type EpochMillis } from '../../../shared/time/time'
import { utf8 } from '../../../shared/values/base64url'
import { laboratoryWithId } from '../../configurations/find-issuer'
import type { IssuerInPlay } from '../../configurations/issuer-in-play'
import { completeLaboratory } from '../../configurations/laboratory/laboratory-options'
import {
  formatOfStatusList,
  type StatusEntry,
  statusListAt,
  statusListSize,
  statusListUri,
} from '../../configurations/laboratory/status-lists'
import { deviationOf } from '../../deviations'
import type { IssuerDeviation } from '../../deviations/issuer-deviation'
import { statusEntries } from './status-entries'

const daySeconds = 86_400

interface StatusListInput {
  readonly list: number
  readonly form: StatusListForm
  readonly entries: readonly StatusEntry[]
  readonly now: EpochMillis
  readonly zlib: Pick<Zlib, 'deflate'>
  /** The deviation. */
  readonly wrong?: IssuerDeviation['changes']['statusList'] | undefined
}

/**
 * An issuer's current status list, signed by the credential key: compact JWS, or COSE_Sign1 bytes. Throws if the issuer
 * has no such list.
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

type StatusListPorts = Pick<Ports, 'issuerKeys' | 'laboratoryKeys' | 'laboratorySessions' | 'sha256' | 'store' | 'zlib'>

/**
 * One of our own status lists as served at that time, without a request; `null` for any other URL. Throws
 * StoreUnavailable.
 */
export async function ownStatusList(
  uri: string,
  { at, ports, baseUrl }: { readonly at: EpochMillis; readonly ports: StatusListPorts; readonly baseUrl: string },
): Promise<{ readonly sessionId: SessionId | null; readonly document: FetchedDocument } | null> {
  const named = statusListAt(uri, baseUrl)
  if (named === null) return null
  const { labId, list } = named
  const issuer = await laboratoryWithId(labId, { at, baseUrl, ports })
  const status = issuer?.options.status ?? null
  if (issuer === null || issuer.session === null || status === null) return { sessionId: null, document: notFound }
  const { session } = issuer
  const { sessionId } = session
  const wrong = deviationOf(session)?.changes.statusList
  if (wrong?.notFound) return { sessionId, document: notFound }
  const usual = formatOfStatusList(list) === 'mso_mdoc' ? 'cwt' : 'jwt'
  const form = status.format === 'both' ? usual : status.format
  const entries = statusEntries(await ports.store.events(sessionId))
  const token = buildStatusList(issuer, { list, form, entries, now: at, zlib: ports.zlib, wrong })
  const body = typeof token === 'string' ? utf8(token) : token
  return {
    sessionId,
    document: { answered: true, status: 200, mediaType: statusListTypes[form], body, remembered: false },
  }
}

const notFound: FetchedDocument = {
  answered: true,
  status: 404,
  mediaType: null,
  body: new Uint8Array(),
  remembered: false,
}

/** True if a session's credentials have a status. */
export const hasStatusLists = ({ laboratory }: Pick<IssuanceSession, 'laboratory'>): boolean =>
  laboratory !== undefined && completeLaboratory(laboratory.options).status !== null
