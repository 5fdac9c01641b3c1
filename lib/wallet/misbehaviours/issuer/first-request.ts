import type { Misbehaviour } from './misbehaviour'

/**
 * The misbehaviour where the token request is the first that authenticates the client, as with a pre-authorized code:
 * what it does to the pushed request it does to that one. Unchanged where it is about the pushed request itself.
 */
export function atFirstRequest(misbehaviour: Misbehaviour): Misbehaviour {
  if (misbehaviour.authenticates !== true) return misbehaviour
  const moved = Object.entries(misbehaviour).map(([name, value]) => [name, isPushed(value) ? atToken(value) : value])
  const { byProfile } = misbehaviour
  return { ...(Object.fromEntries(moved) as Misbehaviour), ...(byProfile === 'par' ? { byProfile: 'token' } : {}) }
}

const atToken = (patch: { readonly at: 'par' }) => ({ ...patch, at: 'token' })

const isPushed = (value: unknown): value is { readonly at: 'par' } =>
  typeof value === 'object' && value !== null && 'at' in value && value.at === 'par'
