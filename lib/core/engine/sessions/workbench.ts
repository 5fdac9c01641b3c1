import { digestOf } from '../../shared/ports/digests'
import type { KeyedHash, Random, Sha256 } from '../../shared/ports/ports'
import type { Effect, Session } from '../../shared/ports/store-types'
import type { Workbench } from '../../shared/ports/workbench'
import { addSeconds, type EpochMillis } from '../../shared/time/time'
import { fromBase64url, toBase64url, toHex } from '../../shared/values/base64url'

/** Seconds that a workbench lives after its last scan or visit. */
const workbenchSeconds = 30 * 86_400

/** Bytes of an id of a workbench, and of each address that leads to it. */
const idBytes = 16

/** True for a text in the form of such an id: 128 bits, base64url. */
export const isWorkbenchId = (text: string): boolean => /^[\w-]{22}$/.test(text)

/** A new id, which holds all rights over the workbench. */
export const newWorkbenchId = (random: Random): string => toBase64url(random(idBytes))

/**
 * The id in the address for wallets. Derived, so that who knows the workbench sees its code again, and who knows the
 * code learns nothing of the workbench.
 */
export const doorIdOf = (workbenchId: string, keyedHash: KeyedHash): string =>
  toBase64url(keyedHash('workbench-door', workbenchId).subarray(0, idBytes))

/** The id in the address for readers. Another `viewNumber` makes another address and ends this one. */
export const viewIdOf = (workbenchId: string, viewNumber: number, keyedHash: KeyedHash): string =>
  toBase64url(keyedHash('workbench-view', `${workbenchId} ${viewNumber}`).subarray(0, idBytes))

/** The digests by which storage finds the workbench with this id. */
export function workbenchDigests(
  workbenchId: string,
  viewNumber: number,
  { sha256, keyedHash }: { readonly sha256: Sha256; readonly keyedHash: KeyedHash },
): Pick<Workbench, 'digest' | 'doorDigest' | 'viewDigest'> {
  return {
    digest: digestOf(workbenchId, sha256),
    doorDigest: digestOf(doorIdOf(workbenchId, keyedHash), sha256),
    viewDigest: digestOf(viewIdOf(workbenchId, viewNumber, keyedHash), sha256),
  }
}

/** Four characters by which people tell workbenches apart, e.g. `7f3a`. They lead to none. */
export const workbenchMark = (digest: string): string =>
  toHex((fromBase64url(digest) ?? new Uint8Array()).subarray(0, 2))

/** Whether a client id names a certificate, and thus ends with it. OID4VP-1FINAL-5.9.3 */
export const namesCertificate = (clientId: string): boolean => clientId.startsWith('x509_hash:')

/**
 * Whether a new session has another verifier than the code that was scanned names, whose certificate has expired: wallets
 * must refuse such a request.
 */
export const isOfAnotherCode = ({ code: { clientId } }: Pick<Workbench, 'code'>, session: Session): boolean =>
  session.kind === 'presentation' && namesCertificate(clientId) && session.request.client_id !== clientId

/** The links in the two codes of a workbench, which lead to these addresses. */
export function codeLinks(
  { offerScheme, scheme, clientId, requestUriMethod }: Workbench['code'],
  { offerUri, requestUri }: { readonly offerUri: string; readonly requestUri: string },
): { readonly issuance: string; readonly presentation: string } {
  const method = requestUriMethod === 'post' ? '&request_uri_method=post' : ''
  return {
    issuance: `${offerScheme}?credential_offer_uri=${encodeURIComponent(offerUri)}`,
    presentation: `${scheme}?client_id=${encodeURIComponent(clientId)}&request_uri=${encodeURIComponent(requestUri)}${method}`,
  }
}

/** What ends later because a workbench was used at this instant. */
export const usedAt = (at: EpochMillis): Pick<Workbench, 'usedAt' | 'expiresAt'> => ({
  usedAt: at,
  expiresAt: addSeconds(at, workbenchSeconds),
})

/**
 * Gives a new session the next number of its workbench, in the transaction that stores it; nothing outside a workbench.
 * The commit is lost if the workbench has ended meanwhile.
 */
export const joinWorkbench = (
  { workbench, sessionId }: Pick<Session, 'workbench' | 'sessionId'>,
  at: EpochMillis,
): readonly Extract<Effect, { type: 'number' }>[] =>
  workbench === undefined ? [] : [{ type: 'number', workbench, sessionId, at, expiresAt: usedAt(at).expiresAt }]

/** How a read-back names the workbench of a session: never by its id. `null` outside a workbench. */
export const workbenchOf = ({
  workbench,
  number,
}: Pick<Session, 'workbench' | 'number'>): { readonly mark: string; readonly number: number } | null =>
  workbench === undefined || number === undefined ? null : { mark: workbenchMark(workbench), number }
