import type { Store } from '@/lib/core/shared/ports/store'
import type { IssuanceSession, Session } from '@/lib/core/shared/ports/store-types'
import { isObject } from '@/lib/core/shared/values/json'
import { sealText, unsealText } from './crypto/seal-key'

/** The part of a session that holds a tester's own credential types. */
interface WithTypes {
  readonly credentials?: readonly { readonly claims: unknown }[] | null
}

/**
 * Wraps a store so that the claims of testers' own credential types are stored sealed under `key`, 32 bytes that never
 * leave the installation. Readers of a session get them opened, because they are issued after a restart too. With a
 * wrong key, the types have no claims.
 */
export function withSealedClaims<Kept extends Store>(store: Kept, key: Uint8Array): Kept {
  /** Cached by the stored session, because storage returns the same object repeatedly. */
  const opened = new WeakMap<Session, Session>()
  const open = <One extends Session>(session: One): One => {
    const known = opened.get(session)
    if (known !== undefined) return known as One
    const whole = withClaims(session, (claims) => (typeof claims === 'string' ? unsealed(claims, key) : claims))
    opened.set(session, whole)
    return whole
  }
  const openFound = <One extends Session>(session: One | null): One | null => session && open(session)
  return {
    ...store,
    commit: (commit) =>
      store.commit(
        commit.session === undefined
          ? commit
          : { ...commit, session: withClaims(commit.session, (claims) => sealText(JSON.stringify(claims), key)) },
      ),
    session: async (id) => openFound(await store.session(id)),
    sessionByOffer: async (id) => openFound(await store.sessionByOffer(id)),
    openSessions: async (query) => (await store.openSessions(query)).map(open),
    offersByValue: async (query) => (await store.offersByValue(query)).map(open),
    campaignSessions: async (id) => (await store.campaignSessions(id)).map(open),
    assuming: () => {
      const reads = store.assuming()
      return { ...reads, session: async (id) => openFound(await reads.session(id)) }
    },
  }
}

/** Applies a change to the claims; returns the same session if it has none. */
function withClaims<One extends Session>(session: One, change: (claims: unknown) => unknown): One {
  const laboratory = session.kind === 'issuance' ? (session as IssuanceSession).laboratory : undefined
  const types = (laboratory?.options as WithTypes | undefined)?.credentials
  if (laboratory === undefined || types == null) return session
  const credentials = types.map((type) => ({ ...type, claims: change(type.claims) }))
  return { ...session, laboratory: { ...laboratory, options: { ...laboratory.options, credentials } } }
}

function unsealed(sealed: string, key: Uint8Array): unknown {
  const text = unsealText(sealed, key)
  const claims: unknown = text === null ? null : JSON.parse(text)
  return isObject(claims) ? claims : {}
}
