import { type Profile, profiles } from './check'

/** Profiles that sessions claim or do not; all others count in every session. */
type Optional = 'haip' | 'eu'

/** The profiles that count in a session, from those that it claims. */
export const claimedProfiles = (claimed: Readonly<Record<Optional, boolean>>): ReadonlySet<Profile> =>
  new Set(profiles.filter((profile) => !(profile in claimed) || claimed[profile as Optional]))
