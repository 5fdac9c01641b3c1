import { loadSession } from '../../../engine/sessions/load-session'
import type { FormReading } from '../../../shared/http/read-form'
import { digestOf } from '../../../shared/ports/digests'
import { toSessionId } from '../../../shared/ports/ids'
import type { TransactionCodeOffer } from '../../../shared/ports/session-options'
import type { IssuanceSession, StoredEvent } from '../../../shared/ports/store-types'
import type { IssuerContext } from '../../configurations/issuer-in-play'
import { offerName } from '../later-offer'
import { laterCodeId } from '../oauth/authorization'
import { fitsOffer, isDigits, transactionCode } from '../transaction-code'
import type { CodeReading, TxCodeDifference, TxCodeReading } from './token-reading'

/** How many of the newest runs are looked through for the session of a former code. */
const formerMax = 10

/** Reads the transaction code of a token request and compares it with that of the offer. OID4VCI-1FINAL-6.1 */
export async function readTxCode(
  { body }: FormReading,
  {
    session,
    code,
    events,
  }: {
    readonly session: IssuanceSession | null
    readonly code: CodeReading
    readonly events: readonly StoredEvent[]
  },
  { ports }: IssuerContext,
): Promise<TxCodeReading> {
  const offered = session?.flow === 'pre_authorized_code' ? (session.options.tx_code ?? null) : null
  const sent = body.get('tx_code')
  const ofLaterOffer = laterCodeId(session, code)
  const right =
    session === null || offered === null ? null : transactionCode(offerName(session), offered, ports.keyedHash)
  const isRight = isEqualTo(right, ports)
  const correct = right === null || sent === null ? null : isRight(sent)
  return {
    offered,
    sent: body.sent('tx_code'),
    correct,
    fits: offered === null || sent === null ? null : fitsOffer(sent, offered),
    length: sent?.length ?? 0,
    digits: isDigits(sent ?? ''),
    differs:
      correct !== false || session === null || offered === null || sent === null || right === null
        ? null
        : (await isFormer(sent, session, ports))
          ? 'former'
          : differenceOf(sent, { offered, length: right.length, isRight }),
    // Each offer has its own transaction code and attempts.
    wrongBefore: events.filter(
      ({ type, detail }) =>
        type === 'token_rejected' && detail.wrong_tx_code === true && (detail.code_id ?? null) === ofLaterOffer,
    ).length,
  }
}

/** Compares digests, so timing reveals nothing about the code. */
const isEqualTo =
  (right: string | null, { sha256 }: Pick<IssuerContext['ports'], 'sha256'>) =>
  (sent: string): boolean =>
    right !== null && digestOf(sent, sha256) === digestOf(right, sha256)

/** The kind of difference alone: nobody learns how many characters are right. */
function differenceOf(
  sent: string,
  {
    offered,
    length,
    isRight,
  }: {
    readonly offered: TransactionCodeOffer
    readonly length: number
    readonly isRight: (code: string) => boolean
  },
): TxCodeDifference {
  if (isRight(sent.replace(/[\s.\u2010-\u2015-]/g, ''))) return 'separated'
  if (sent.length !== length) return 'length'
  return offered.input_mode === 'text' || isDigits(sent) ? 'characters' : 'letters'
}

/** Whether it is the code of one of the newest other sessions: a page of one of them may still be open. */
async function isFormer(
  sent: string,
  { sessionId }: IssuanceSession,
  ports: Pick<IssuerContext['ports'], 'store' | 'keyedHash' | 'sha256'>,
): Promise<boolean> {
  const runs = await ports.store.runs({ text: '', deviations: [], before: null, max: formerMax })
  for (const { kind, id } of runs) {
    const other = kind === 'issuance' && id !== sessionId ? toSessionId(id) : null
    const session = other && (await loadSession('issuance', other, ports))
    const offered = session?.options.tx_code
    if (session && offered && isEqualTo(transactionCode(offerName(session), offered, ports.keyedHash), ports)(sent))
      return true
  }
  return false
}
