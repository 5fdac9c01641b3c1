import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createMemoryStore } from '@/lib/adapters/memory/memory-store'
import { hideMadeInText, madeSearch } from '@/lib/core/engine/redaction/message/hide-made'
import { notificationId } from '@/lib/core/issuer/read/notification'
import { transactionCode } from '@/lib/core/issuer/read/transaction-code'
import { exchangeId } from '@/lib/core/shared/ports/ids'
import { addSeconds } from '@/lib/core/shared/time/time'
import { commitOf, samplePresentation, sampleSession, sampleStart, sampleValue } from '@/lib/testing/store-samples'
import { createMadeSecrets } from './made-secrets'
import { createSessionSecrets } from './session-secrets'

const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest()
const keyedHash = (purpose: string, data: string) => createHmac('sha256', purpose).update(data).digest()
const newSecret = () => randomBytes(32).toString('base64url')

/** A session that another process made: a value of its own, a credential with a notification_id, a transaction code. */
async function foreignSession() {
  const store = createMemoryStore({ now: () => sampleStart })
  const session = { ...sampleSession(), expiresAt: addSeconds(sampleStart, 900) }
  const withCode = {
    ...session,
    options: { ...session.options, tx_code: { input_mode: 'numeric' as const, length: 6 } },
  }
  const [secret, issuedIn] = [newSecret(), exchangeId(randomUUID())]
  const value = sampleValue({
    kind: 'refresh_token',
    digest: sha256(secret).toString('base64url'),
    sessionId: session.sessionId,
    expiresAt: addSeconds(sampleStart, 600),
  })
  await store.commit({
    ...commitOf({ session: withCode, effects: [{ type: 'grant', value }] }),
    events: [
      {
        id: randomUUID(),
        sessionId: session.sessionId,
        exchangeId: issuedIn,
        at: sampleStart,
        type: 'credential_issued',
        detail: {},
      },
    ],
  })
  const code = transactionCode(session.sessionId, { input_mode: 'numeric', length: 6 }, keyedHash)
  return { store, session: withCode, secret, notification: notificationId(issuedIn, keyedHash), code }
}

describe('what was made for a session before this process met it', () => {
  it('is found from its first request on: stored values, notification ids and transaction codes', async () => {
    const { store, session, secret, notification, code } = await foreignSession()
    const madeSecrets = createMadeSecrets({ sha256, random: randomBytes, now: () => sampleStart })
    const secrets = createSessionSecrets({ store, keyedHash, madeSecrets })
    const words = await secrets.wordsOf(session.sessionId, sampleStart)
    expect(words).toEqual([code])
    const text = `a ${secret} b ${notification} c ${code} d ${newSecret().slice(0, 20)}`
    expect(hideMadeInText(text, madeSearch(madeSecrets.search({ words })))).toMatch(
      /^a \[redacted:43\] b \[redacted:43\] c \[redacted:6\] d [\w-]{20}$/,
    )
  })

  it('is read once, and never for a session that this process made', async () => {
    const { store, session, code } = await foreignSession()
    let reads = 0
    const counted = {
      session: (id: typeof session.sessionId) => {
        reads += 1
        return store.session(id)
      },
      events: store.events,
      liveValues: store.liveValues,
    }
    const madeSecrets = createMadeSecrets({ sha256, random: randomBytes, now: () => sampleStart })
    const secrets = createSessionSecrets({ store: counted, keyedHash, madeSecrets })
    secrets.made(session)
    expect(await secrets.wordsOf(session.sessionId, sampleStart)).toEqual([code])
    expect(reads).toBe(0)
    secrets.forget(session.sessionId)
    for (let count = 0; count < 3; count++) await secrets.wordsOf(session.sessionId, sampleStart)
    expect(reads).toBe(1)
  })

  it('is a state of ours too, for all sessions but its own; never one that its tester chose', async () => {
    const presentation = (chosen: boolean) => {
      const session = { ...samplePresentation(), expiresAt: addSeconds(sampleStart, 900) }
      return { chosen, session: { ...session, request: { ...session.request, state: newSecret() } } }
    }
    for (const { chosen, session } of [presentation(false), presentation(true)]) {
      const { state } = session.request
      const store = createMemoryStore({ now: () => sampleStart })
      const value = sampleValue({
        kind: 'vp_state',
        digest: sha256(state).toString('base64url'),
        sessionId: session.sessionId,
        expiresAt: session.expiresAt,
      })
      await store.commit(commitOf({ session, effects: chosen ? [{ type: 'grant', value }] : [] }))
      const madeSecrets = createMadeSecrets({ sha256, random: randomBytes, now: () => sampleStart })
      await createSessionSecrets({ store, keyedHash, madeSecrets }).wordsOf(session.sessionId, sampleStart)
      const shownIn = (id: typeof session.sessionId | null) =>
        hideMadeInText(state, madeSearch(madeSecrets.search({ session: id })))
      expect(shownIn(session.sessionId)).toBe(state)
      expect(shownIn(null)).toBe(chosen ? state : '[redacted:43]')
    }
  })
})
