import { LRUCache } from 'lru-cache'
import type { HandedOut } from '@/lib/core/engine/endpoints/endpoint'
import { asOffered, offerName } from '@/lib/core/issuer/read/later-offer'
import { notificationId } from '@/lib/core/issuer/read/notification'
import { transactionCode } from '@/lib/core/issuer/read/transaction-code'
import type { SessionId } from '@/lib/core/shared/ports/ids'
import type { KeyedHash } from '@/lib/core/shared/ports/ports'
import type { Store } from '@/lib/core/shared/ports/store'
import type { IssuanceSession, OneTimeValue, Session } from '@/lib/core/shared/ports/store-types'
import { sessionTtlSeconds } from '@/lib/core/shared/time/durations'
import { addSeconds, type EpochMillis } from '@/lib/core/shared/time/time'
import { type MadeSecrets, secretKinds } from './made-secrets'

/** How many sessions to remember. */
const sessionsMax = 5000
/** How many stored values to read of one session. */
const valuesMax = 1000
/** A shorter transaction code would be found in dates and versions. */
const codeCharactersMin = 6

/**
 * The `state` of a presentation, if it is ours: whoever chose their own has a value of kind `vp_state`, for no other session to
 * have it. The evidence of its session shows it.
 */
export const stateOf = (session: Session, granted: readonly Pick<OneTimeValue, 'kind'>[]): HandedOut[] =>
  session.kind === 'presentation' &&
  typeof session.request.state === 'string' &&
  !granted.some(({ kind }) => kind === 'vp_state')
    ? [{ secret: session.request.state, expiresAt: session.expiresAt, shownIn: session.sessionId }]
    : []

export interface SessionSecrets {
  /**
   * The transaction codes of a session. The first time that this process meets the session, it also learns what another
   * process made for it, or this one before a restart.
   */
  wordsOf(session: SessionId, at: EpochMillis): Promise<readonly string[]>
  /** Notes a session that this process makes: nobody else has made anything for it. */
  made(session: Session): void
  /** Forgets a session that got a new code. */
  forget(session: SessionId): void
}

export function createSessionSecrets({
  store,
  keyedHash,
  madeSecrets,
}: {
  readonly store: Pick<Store, 'session' | 'events' | 'liveValues'>
  readonly keyedHash: KeyedHash
  readonly madeSecrets: MadeSecrets
}): SessionSecrets {
  const known = new LRUCache<SessionId, readonly string[]>({ max: sessionsMax })
  const codeOf = (session: IssuanceSession): string[] => {
    const { tx_code: offer } = session.options
    const code = offer && transactionCode(offerName(session), offer, keyedHash)
    return code && code.length >= codeCharactersMin ? [code] : []
  }
  const codesOf = (session: Session, values: readonly OneTimeValue[]): string[] =>
    session.kind === 'issuance' ? [session, ...values.map((value) => asOffered(session, value))].flatMap(codeOf) : []
  return {
    made: (session) => void known.set(session.sessionId, codesOf(session, [])),
    forget: (session) => void known.delete(session),
    async wordsOf(id, at) {
      const words = known.get(id)
      if (words !== undefined) return words
      const session = await store.session(id)
      if (session === null) return []
      const [events, values] = await Promise.all([
        store.events(id),
        store.liveValues({ session: id, kinds: [...secretKinds, 'vp_state'], at, max: valuesMax }),
      ])
      madeSecrets.noteStored(values)
      madeSecrets.note(stateOf(session, values))
      const until = session.kind === 'issuance' ? session.laboratory?.until : undefined
      madeSecrets.note(
        events.flatMap(({ type, exchangeId, at: issuedAt }) =>
          type === 'credential_issued' && exchangeId !== null
            ? [
                {
                  secret: notificationId(exchangeId, keyedHash),
                  expiresAt: until ?? addSeconds(issuedAt, sessionTtlSeconds),
                },
              ]
            : [],
        ),
      )
      const codes = [...new Set(codesOf(session, values))]
      known.set(id, codes)
      return codes
    },
  }
}
